import { outageCodes } from '@paddock/contract/core/client-errors';
import type { Page } from '@playwright/test';
import { collectReports } from '../drills/drilled.js';
import { expectTab, openTab, type Tab } from '../fixtures/tabs.js';
import { expect, test } from '../../fixtures/test.js';

test.use({ isCold: true });

test.beforeEach(({ pageErrors }) =>
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_FAILED|ChunkLoadError|WebSocket|RUNTIME-008/),
);

const others: readonly Tab[] = ['Shouts', 'Events'];
const tabs = (page: Page) => page.getByRole('navigation', { name: 'Tabs' });
const marked = (page: Page) => tabs(page).getByRole('link', { name: 'Not responding' });

test('every tab opens after a gap of the network right after the start', async ({ page, motorsport, signedIn }) => {
  await signedIn(page, 'driver');
  const reports = await collectReports(page);
  // The files of a module are on their way when the network goes.
  let isGone = false;
  const going: (() => void)[] = [];
  await page.route(/\/mfe-events\//, async (route) => {
    if (isGone) return route.continue();
    await new Promise<void>((resolve) => going.push(resolve));
    return route.abort('internetdisconnected');
  });
  await page.goto(`${motorsport}/#/main/chats`);
  await expect(page.getByRole('list', { name: 'Chats' }).getByRole('listitem').first()).toBeVisible();
  await expect.poll(() => going.length).toBeGreaterThan(0);
  isGone = true;
  await page.context().setOffline(true);
  await expect(page.getByText('Internet disconnected')).toBeVisible();
  for (const go of going) go();
  await expect(marked(page)).toHaveText(/Events/);

  await page.context().setOffline(false);
  await expect(page.getByText('Internet disconnected')).toBeHidden();
  await expect(marked(page)).toHaveCount(0);
  for (const tab of others) {
    await openTab(page, tab);
    await expectTab(page, tab);
  }
  expect(reports.filter(({ code = '' }) => !outageCodes.has(code))).toEqual([]);
});

test('a tab whose entry was lost opens when a member presses it', async ({ page, motorsport, signedIn }) => {
  await signedIn(page, 'driver');
  const reports = await collectReports(page);
  const entry = /\/mfe-events\/[^/]+\/assets\/remote-entry/;
  // After its bytes were checked.
  await page.route(entry, (route) =>
    route.request().resourceType() === 'script' ? route.abort('connectionrefused') : route.continue(),
  );
  await page.goto(`${motorsport}/#/main/chats`);
  await expect(marked(page)).toHaveText(/Events/);
  await expect.poll(() => reports).toContainEqual(expect.objectContaining({ code: 'MODULE_NOT_FOUND' }));
  await page.unroute(entry);
  await openTab(page, 'Events');
  await expectTab(page, 'Events');
  await expect(marked(page)).toHaveCount(0);
});
