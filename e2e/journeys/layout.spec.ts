import type { Locator, Page } from '@playwright/test';
import { chatRow, crew, go } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

test('a conversation’s header aligns with its shouts, on each width', async ({ openAs }) => {
  const page = await openAs('driver');
  await chatRow(page, crew).click();
  const id = page.url().split('/').at(-1)!;
  const startOf = async (element: ReturnType<typeof page.locator>) => Math.round((await element.boundingBox())!.x);
  const said = page.getByRole('log').getByText('You did not.').locator('xpath=ancestor::*[@data-item]');
  for (const width of [390, 820, 1280, 1600]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(`${new URL(page.url()).origin}/#/main/chats/${id}`);
    await expect(said).toBeVisible();
    // The header begins with the arrow of Back, whose button has no visible edge, and beside the list with the picture.
    const header = page.locator('header').filter({ has: page.getByRole('heading', { level: 1, name: crew }) });
    const seen = await startOf(header.locator('svg, [aria-hidden]').filter({ visible: true }).first());
    expect(Math.abs(seen - (await startOf(said))), `at ${width}`).toBeLessThanOrEqual(4);
  }
});

/** Sets the root font size as browsers and devices do; sizes in rem follow. */
const doubleText = (page: Page) => page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));

test('at 200 % text a phone breaks no word of the settings', async ({ openAs }) => {
  const page = await openAs('driver', { viewport: viewports.phone });
  await go(page, '/main/settings');
  await doubleText(page);
  const titles = page.getByRole('heading', { level: 2 });
  await expect(titles.filter({ hasText: 'Notifications' })).toBeVisible();
  const cut = await titles.evaluateAll((all) =>
    all.flatMap((title) => {
      const walker = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
      const words: string[] = [];
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        for (const { index, 0: word } of text.data.matchAll(/\S+/g)) {
          const range = document.createRange();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) words.push(word);
        }
      }
      return words;
    }),
  );
  expect(cut).toEqual([]);
});

test('a composer’s placeholder ends in an ellipsis where it is too long, and written text scrolls', async ({
  openAs,
}) => {
  const page = await openAs('driver', { viewport: viewports.phone });
  await chatRow(page, crew).click();
  await doubleText(page);
  const box = page.getByRole('textbox', { name: /^Write to/ });
  await expect(box).toHaveCSS('text-overflow', 'ellipsis');
  await expect(box).toHaveCSS('overflow-y', 'hidden');
  expect((await box.boundingBox())!.height).toBeLessThan(80);
  await box.fill('One line\n'.repeat(12));
  await expect(box).toHaveCSS('overflow-y', 'auto');
  await expect(box).toHaveCSS('white-space-collapse', 'preserve');
});

/** The texts among the elements that are cut: their box has not the width or the lines that they need. */
const cutTexts = (texts: Locator) =>
  texts.evaluateAll((all) =>
    all
      .filter(
        ({ clientWidth, clientHeight, scrollWidth, scrollHeight }) =>
          clientWidth === 0 || scrollWidth > clientWidth || scrollHeight > clientHeight,
      )
      .map(({ textContent }) => textContent),
  );

test('the names of groups that an admin may join are whole beside the feed, also of invisible ones', async ({
  openAs,
}) => {
  const page = await openAs('super');
  await go(page, '/main/shouts');
  const ways = page.getByRole('button', { name: /^(Ask to join|Join) / });
  const others = page.getByRole('listitem').filter({ has: ways });
  await expect(others.filter({ hasText: 'Invisible' }).first()).toBeVisible();
  const names = others.getByRole('link').locator('.line-clamp-2');
  await expect(names).toHaveCount(await others.count());
  expect(await cutTexts(names)).toEqual([]);
});

test('the facts of rooms are whole on a phone in Arabic, where their parts are in both directions', async ({
  openAs,
}) => {
  const page = await openAs('driver', { community: 'workplace', locale: 'ar', viewport: viewports.phone });
  await go(page, '/main/rooms');
  const facts = page
    .getByRole('main')
    .locator('a .label')
    .filter({ has: page.locator('bdi') });
  await expect(facts.nth(2)).toBeVisible();
  expect(await cutTexts(facts)).toEqual([]);
});
