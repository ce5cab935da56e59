import type { CDPSession, Locator } from '@playwright/test';
import { expect, test } from '../fixtures/test.js';

/** Pages to mount in turn, each with an element of its loaded content. The chats contain a slot of mfe-shouts. */
const turns: [address: string, content: (main: Locator) => Locator][] = [
  ['/main/shouts', (main) => main.getByRole('article')],
  ['/main/chats/0', (main) => main.getByRole('textbox', { name: 'Write to Everybody' })],
  ['/main/events', (main) => main.getByRole('link')],
];

interface Count {
  nodes: number;
  listeners: number;
}

/** Counts after a garbage collection. */
async function count(browser: CDPSession): Promise<Count> {
  await browser.send('HeapProfiler.collectGarbage');
  const { metrics } = await browser.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** Counts until two consecutive counts are equal, when requests and unmounts have finished. */
async function settledCount(browser: CDPSession): Promise<Count> {
  let last = await count(browser);
  await expect
    .poll(
      async () => {
        const before = last;
        last = await count(browser);
        return last.nodes === before.nodes && last.listeners === before.listeners;
      },
      { intervals: [1000] },
    )
    .toBe(true);
  return last;
}

/**
 * A leak keeps at least one listener or node per mount: 50 or more. Some nodes of earlier pages may still be referenced: 15, after
 * 50 mounts as after 150.
 */
const noise = 25;

test('50 mounts and unmounts of tabs leak no nodes or listeners', async ({ page, openShell }) => {
  test.setTimeout(120_000);
  await openShell();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable');
  const mountAll = async () => {
    for (const [address, content] of turns) {
      await page.evaluate((hash) => (location.hash = hash), address);
      await expect(content(page.getByRole('main')).first()).toBeVisible();
    }
  };
  for (let times = 0; times < 5; times++) await mountAll();
  const before = await settledCount(browser);
  for (let mounts = 0; mounts < 50; mounts += turns.length) await mountAll();
  await expect
    .poll(async () => {
      const { nodes, listeners } = await count(browser);
      return Math.max(nodes - before.nodes, listeners - before.listeners);
    })
    .toBeLessThanOrEqual(noise);
});
