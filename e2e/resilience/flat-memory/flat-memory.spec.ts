import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { moduleDirs } from '@paddock/cli/install/build-units.mjs';
import { deploymentsDir } from '@paddock/cli/paths.mjs';
import type { CDPSession, Locator, Page } from '@playwright/test';
import type { Community } from '../../fixtures/paddock.js';
import { go } from '../../fixtures/places.js';
import { expect, test } from '../../fixtures/test.js';
import { filled, whole } from '../drills/drilled.js';

test.use({ isCold: true });

/** A page of a module, with an element of its loaded content. */
interface ModulePage {
  id: string;
  community: Community;
  address: string;
  content(main: Locator): Locator;
}

/** Pages other than the tab of the module's own name with a heading. The chats contain a slot of mfe-shouts. */
const special: Record<string, Partial<ModulePage>> = {
  'mfe-account': { address: '/main/settings' },
  'mfe-chats': {
    address: '/main/chats/0',
    content: (main) => main.getByRole('textbox', { name: 'Write to Everybody' }),
  },
  'mfe-content': { address: '/main/notices' },
  'mfe-events': { content: (main) => main.getByRole('link') },
  'mfe-people': { content: (main) => main.getByRole('link') },
  'mfe-shouts': { content: (main) => main.getByRole('article') },
};

/** A page of each module in the checkout: a new tab needs no entry here. */
const pages = moduleDirs().map((id): ModulePage => ({
  id,
  community: isIn('base', id) || isIn('motorsport', id) ? 'motorsport' : 'workplace',
  address: `/main/${id.replace('mfe-', '')}`,
  content: (main) => main.locator(`[data-module="${id}"]`).getByRole('heading'),
  ...special[id],
}));

function isIn(deployment: string, id: string): boolean {
  const file = JSON.parse(readFileSync(join(deploymentsDir, `${deployment}.json`), 'utf8')) as {
    modules?: Record<string, string>;
  };
  return id in (file.modules ?? {});
}

/** The tests: one for each module in the whole matrix, else one for all modules of a community. */
const runs: ModulePage[][] = whole
  ? pages.map((one) => [one])
  : ['motorsport', 'workplace']
      .map((name) => pages.filter(({ community }) => community === name))
      .filter(({ length }) => length > 0);

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
async function mount(page: Page, { address, content }: ModulePage): Promise<void> {
  await go(page, address);
  await expect(content(page.getByRole('main')).first()).toBeVisible();
  await go(page, '/main/hamburger');
  await expect(page.getByRole('main').getByRole('heading', { name: 'Menu' })).toBeVisible();
}

// A leak keeps at least one listener or node per mount. Alone, each module shows it; together they show one that keeps three or more,
// if each mounts nine times or more.
for (const turns of runs) {
  const names = turns.map(({ id }) => id).join(', ');
  test(`50 mounts and unmounts of ${names} leak no nodes or listeners`, async ({ page, paddock, signedIn }) => {
    const { community } = turns[0]!;
    await signedIn(page, 'driver', community);
    await page.goto(`${paddock.origin(community)}/#/main/hamburger`);
    const browser = await page.context().newCDPSession(page);
    await browser.send('Performance.enable');
    const mountAll = async (mounts: number, leastEach: number) => {
      const rounds = Math.max(Math.ceil(mounts / turns.length), leastEach);
      for (let round = 0; round < rounds; round++) for (const one of turns) await mount(page, one);
    };
    await mountAll(12, 2);
    const before = await settledCount(browser);
    await mountAll(50, 9);
    await expect
      .poll(async () => {
        const { nodes, listeners } = await count(browser);
        return Math.max(nodes - before.nodes, listeners - before.listeners);
      })
      .toBeLessThanOrEqual(noise);
    const cell = { sees: 'its page', others: 'work', retry: '–', reported: '–' };
    filled('50 mounts leave nodes and listeners equal', { id: names }, cell);
  });
}
