import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

for (const device of ['phone', 'desktop'] as const)
  for (const address of ['home', 'chats', 'hamburger'])
    test(`text at 200 % breaks no word of ${address} on a ${device}`, async ({ openAs }) => {
      const page = await openAs('driver', { viewport: viewports[device] });
      await page.goto(`/#/main/${address}`);
      await expect(page.getByRole('main').getByRole('link').first()).toBeVisible();
      await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
      const broken = await page.evaluate(() => {
        const found: string[] = [];
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode()) {
          const node = texts.currentNode;
          if (!node.parentElement?.checkVisibility()) continue;
          const { width } = node.parentElement.getBoundingClientRect();
          if (width <= 1) continue;
          for (const { 0: word, index } of node.textContent!.matchAll(/\p{L}+/gu)) {
            const range = document.createRange();
            range.setStart(node, index);
            range.setEnd(node, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
          }
        }
        return found;
      });
      expect(broken).toEqual([]);
    });
