import type { CDPSession, Locator } from '@playwright/test';
import { expect, test } from '../fixtures/test.js';

/** Pages in turn, each with what stands on it once its content has come. The chats have a slot of mfe-shouts in them. */
const turns: [address: string, content: (main: Locator) => Locator][] = [
  ['/main/shouts', (main) => main.getByRole('article')],
  ['/main/chats/0', (main) => main.getByRole('textbox', { name: 'Write to Everybody' })],
  ['/main/events', (main) => main.getByRole('link')],
];

interface Count {
  nodes: number;
  listeners: number;
}

/** What is left once everything that nobody holds is collected. */
async function count(browser: CDPSession): Promise<Count> {
  await browser.send('HeapProfiler.collectGarbage');
  const { metrics } = await browser.send('Performance.getMetrics');
  const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
  return { nodes: of('Nodes'), listeners: of('JSEventListeners') };
}

/** The count once two in a row are the same: what is on its way when a page appears has arrived, what left is gone. */
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
 * A leak leaves at least one listener or node with every mount, 50 and more. What the page before last was named after may still be
 * held: the same 15 nodes after 50 mounts as after 150.
 */
const noise = 25;

test('50 mounts and unmounts of tabs leave as many nodes and listeners as five of each did', async ({
  page,
  openShell,
}) => {
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
