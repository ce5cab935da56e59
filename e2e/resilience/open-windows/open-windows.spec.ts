import { join } from 'node:path';
import { moveChannel } from '@paddock/build/rspack/release/move-channel.mjs';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/accessibility.js';
import { callApi } from '../../fixtures/call-api.js';
import { textOf } from '../../fixtures/messages.js';
import { go } from '../../fixtures/places.js';
import { emulateDevice, expectNothingCut, takeScreen } from '../../fixtures/screens.js';
import { expect, test as base } from '../../fixtures/test.js';
import { addThrowingRelease } from '../fixtures/throwing-module.js';

interface Releases {
  /** The release that the product builds, and one of the same module that was built from other sources later. */
  first: string;
  next: string;
  deploy(version: string, how?: { recall?: boolean }): Promise<void>;
}

const id = 'mfe-chats';

const test = base.extend<object, { releases: Releases }>({
  isCold: true,
  releases: [
    async ({ paddock }, use) => {
      const { deployed: first, version: next } = await addThrowingRelease(paddock, id);
      const moduleDir = join(paddock.registryDir, id);
      await use({
        first,
        next,
        async deploy(version, how) {
          await moveChannel({ moduleDir, channel: 'stable', version, ...how });
          const listed = async () => {
            const { body } = await callApi(paddock, 'motorsport', 'GET', '/boot');
            return (body as { modules: { id: string; version: string }[] }).modules.find((one) => one.id === id)
              ?.version;
          };
          await expect.poll(listed).toBe(version);
        },
      });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
// A Paddock of its own: the releases of one file's tests follow each other.
test.use({ paddockOptions: { env: { SESSION_DAYS: '91' } } });

test.beforeEach(({ releases }) => releases.deploy(releases.first));

const composer = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'Write to Everybody' });
const bar = (page: Page) => page.getByRole('main').getByRole('status').filter({ hasText: 'An update is ready' });

async function openChat(page: Page, text: string) {
  await go(page, '/main/chats/0');
  await composer(page).fill(text);
  await page.evaluate(() => Object.assign(window, { sameWindow: true }));
  await composer(page).evaluate((element) => (element.dataset['before'] = 'yes'));
}

const expectSameMount = (page: Page) => expect(composer(page)).toHaveAttribute('data-before', 'yes');

/** The page was mounted again, in the same window, with the draft. */
async function expectMountedAgain(page: Page, draft: string) {
  await expect(composer(page)).not.toHaveAttribute('data-before', 'yes');
  await expect(composer(page)).toHaveText(draft);
  expect(await page.evaluate(() => 'sameWindow' in window)).toBe(true);
}

async function expectReport(page: Page, text: string) {
  await go(page, '/main/diagnostics');
  await expect(page.getByRole('listitem').filter({ hasText: id }).first()).toContainText(text);
}

test('a new version waits for the member, who keeps the draft', async ({ openAs, releases }) => {
  const page = await openAs('driver');
  await openChat(page, 'half a sentence');
  await releases.deploy(releases.next);
  await expect(bar(page)).toBeVisible();
  await expectSameMount(page);
  for (const device of ['phone', 'desktop'] as const)
    for (const scheme of ['light', 'dark'] as const) {
      await emulateDevice(page, device);
      await page.emulateMedia({ colorScheme: scheme });
      await takeScreen(page, 'update-ready', device, scheme);
      await expectNothingCut(page);
    }
  await expectAccessible(page);

  await bar(page).getByRole('button', { name: 'Update' }).focus();
  await page.keyboard.press('Enter');
  await expectMountedAgain(page, 'half a sentence');
  await expect(bar(page)).toBeHidden();
  await expectReport(page, `${id} ${releases.next}`);
});

test('a new version is offered in Arabic', async ({ openAs, releases }) => {
  const page = await openAs('steward', { community: 'workplace', locale: 'ar' });
  await go(page, '/main/chats');
  await expect(page.getByRole('main').locator(`[data-module="${id}"]`).getByRole('heading').first()).toBeVisible();
  await releases.deploy(releases.next);
  const offer = page
    .getByRole('main')
    .getByRole('status')
    .filter({ has: page.getByText(textOf('shell', 'ar', 'module.update_ready')) });
  await expect(offer).toBeVisible();
  for (const device of ['phone', 'desktop'] as const) {
    await emulateDevice(page, device);
    await takeScreen(page, 'update-ready-ar', device, 'light');
    await expectNothingCut(page);
  }
  await expectAccessible(page);
  await offer.getByRole('button', { name: textOf('shell', 'ar', 'module.update') }).click();
  await expect(offer).toBeHidden();
});

test('diagnostics names the version on the page and the one that is ready', async ({ openAs, releases }) => {
  const page = await openAs('driver');
  await openChat(page, '');
  await releases.deploy(releases.next);
  await expect(bar(page)).toBeVisible();
  await expectReport(page, `Version ${releases.next} is ready; this window still shows ${releases.first}.`);
});

test('a new version that has loaded appears by itself when its tab opens', async ({ openAs, releases }) => {
  const page = await openAs('driver');
  await openChat(page, 'for later');
  await go(page, '/main/hamburger');
  const loaded = page.waitForResponse((reply) => /lifecycles/.test(reply.url()) && reply.url().includes(releases.next));
  await releases.deploy(releases.next);
  await loaded;
  await expect(async () => {
    await go(page, '/main/hamburger');
    await expect(page.getByRole('main').getByRole('heading', { name: 'Menu' })).toBeVisible();
    await go(page, '/main/chats/0');
    await expect(composer(page)).toBeVisible();
    expect(await bar(page).isVisible()).toBe(false);
  }).toPass();
  await expectMountedAgain(page, 'for later');
  await expectReport(page, `${id} ${releases.next}`);
});

test('a recalled version leaves all open windows at once, and keeps their drafts', async ({ openAs, releases }) => {
  await releases.deploy(releases.next);
  const [writing, elsewhere] = await Promise.all([openAs('driver'), openAs('crew')]);
  await openChat(writing, 'an important message');
  await openChat(elsewhere, 'another one');
  await go(elsewhere, '/main/hamburger');

  await releases.deploy(releases.first, { recall: true });
  await expectMountedAgain(writing, 'an important message');
  await expect(bar(writing)).toBeHidden();
  await go(elsewhere, '/main/chats/0');
  await expectMountedAgain(elsewhere, 'another one');
  await expect(bar(elsewhere)).toBeHidden();
  for (const page of [writing, elsewhere]) await expectReport(page, `${id} ${releases.first}`);
});

test('a window that was offline at the recall replaces the version when it returns', async ({
  openAs,
  releases,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await releases.deploy(releases.next);
  const page = await openAs('driver');
  await openChat(page, 'written in a tunnel');
  await page.context().setOffline(true);
  await expect(page.getByText('Internet disconnected')).toBeVisible();
  await releases.deploy(releases.first, { recall: true });
  await composer(page).pressSequentially(' with more');
  await expectSameMount(page);

  await page.context().setOffline(false);
  await expectMountedAgain(page, 'written in a tunnel with more');
  await expectReport(page, `${id} ${releases.first}`);
});

test('changes of a version leave no nodes or listeners behind', async ({ openAs, releases }) => {
  const page = await openAs('driver');
  await openChat(page, 'always here');
  const browser = await page.context().newCDPSession(page);
  await browser.send('Performance.enable');
  const change = async (version: string, how?: { recall?: boolean }) => {
    await composer(page).evaluate((element) => (element.dataset['before'] = 'yes'));
    await releases.deploy(version, how);
    if (!how?.recall) await bar(page).getByRole('button', { name: 'Update' }).click();
    await expectMountedAgain(page, 'always here');
  };
  const count = async () => {
    await browser.send('HeapProfiler.collectGarbage');
    const { metrics } = await browser.send('Performance.getMetrics');
    const of = (name: string) => metrics.find((metric) => metric.name === name)!.value;
    return Math.max(of('Nodes'), of('JSEventListeners') * 10);
  };
  const both = async () => {
    await change(releases.next);
    await change(releases.first, { recall: true });
  };
  await both();
  await both();
  const before = await count();
  for (let round = 0; round < 5; round++) await both();
  await expect.poll(async () => (await count()) - before).toBeLessThanOrEqual(50);
});
