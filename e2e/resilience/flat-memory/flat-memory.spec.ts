import type { CDPSession, Locator, Page } from '@playwright/test';
import { go } from '../../fixtures/places.js';
import { expect, test } from '../../fixtures/test.js';
import { filled, whole } from '../drills/drilled.js';

/** A page of each module, with an element of its loaded content. The chats contain a slot of mfe-shouts. */
const pages: [id: string, address: string, content: (main: Locator) => Locator][] = [
  ['mfe-shouts', '/main/shouts', (main) => main.getByRole('article')],
  ['mfe-chats', '/main/chats/0', (main) => main.getByRole('textbox', { name: 'Write to Everybody' })],
  ['mfe-events', '/main/events', (main) => main.getByRole('link')],
  ['mfe-people', '/main/people', (main) => main.getByRole('link')],
  ['mfe-content', '/main/notices', (main) => main.locator('[data-module="mfe-content"]').getByRole('heading')],
  ['mfe-account', '/main/settings', (main) => main.locator('[data-module="mfe-account"]').getByRole('heading')],
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

/** Some nodes of earlier pages may still be referenced: 15, after 50 mounts as after 150. */
const noise = 25;

/** Opens the menu's page after each mount: a module that follows itself would stay mounted. */
async function mount(page: Page, [, address, content]: (typeof pages)[number]): Promise<void> {
  await go(page, address);
  await expect(content(page.getByRole('main')).first()).toBeVisible();
  await go(page, '/main/hamburger');
  await expect(page.getByRole('main').getByRole('heading', { name: 'Menu' })).toBeVisible();
}

// A leak keeps at least one listener or node per mount. Alone, each module shows it; together they show one that keeps three or more.
for (const [name, turns] of whole ? pages.map((one) => [one[0], [one]] as const) : ([['all modules', pages]] as const))
  test(`50 mounts and unmounts of ${name} leak no nodes or listeners`, async ({ page, motorsport, signedIn }) => {
    await signedIn(page, 'driver');
    await page.goto(`${motorsport}/#/main/hamburger`);
    const browser = await page.context().newCDPSession(page);
    await browser.send('Performance.enable');
    const mountAll = async (mounts: number) => {
      for (let count = 0; count < mounts; count++) await mount(page, turns[count % turns.length]!);
    };
    await mountAll(12);
    const before = await settledCount(browser);
    await mountAll(54);
    await expect
      .poll(async () => {
        const { nodes, listeners } = await count(browser);
        return Math.max(nodes - before.nodes, listeners - before.listeners);
      })
      .toBeLessThanOrEqual(noise);
    const cell = { sees: 'its page', others: 'work', retry: '–', reported: '–' };
    filled('50 mounts leave nodes and listeners equal', { id: name }, cell);
  });
