import type { Page } from '@playwright/test';
import { expectAccessible } from '../../fixtures/accessibility.js';
import { callApi } from '../../fixtures/call-api.js';
import { go } from '../../fixtures/places.js';
import { emulateDevice, expectNothingCut, takeScreen } from '../../fixtures/screens.js';
import { newSession } from '../../fixtures/sign-in.js';
import { expect, test as base } from '../../fixtures/test.js';
import { addThrowingRelease } from '../fixtures/throwing-module.js';

const id = 'mfe-chats';

interface Admin {
  page: Page;
  token: string;
}

const test = base.extend<{ admin: Admin }, { releases: { deployed: string; other: string } }>({
  isCold: true,
  // A session of the test's own: an override lasts as long as its session.
  admin: async ({ paddock, newWindow }, use) => {
    const session = await newSession(paddock, 'motorsport', 'super');
    const page = await newWindow(session);
    await page.goto(`${paddock.origin('motorsport')}/`);
    await use({ page, token: session.token });
  },
  releases: [
    async ({ paddock }, use) => {
      const { deployed, version: other } = await addThrowingRelease(paddock, id);
      await use({ deployed, other });
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});
test.use({ paddockOptions: { env: { SESSION_DAYS: '92' } } });

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'You alone see Chats' });
const shownVersion = async (page: Page) => {
  await go(page, '/main/chats');
  await expect(page.getByRole('main').locator(`[data-module="${id}"]`)).toBeVisible();
  await go(page, '/main/diagnostics');
  return page.getByRole('listitem').filter({ hasText: id }).first();
};

async function override(page: Page, version: string) {
  await go(page, '/main/admin/deployment');
  await page.getByRole('button', { name: 'Show another release of Chats to you alone' }).press('Enter');
  const reloaded = page.waitForEvent('load');
  await page
    .getByRole('menuitemcheckbox', { name: version })
    .or(page.getByRole('menuitem', { name: version }))
    .click();
  await reloaded;
}

test('a super admin alone sees another release, under a bar on every page, until they end it', async ({
  admin: { page },
  openAs,
  paddock,
  releases: { deployed, other },
}) => {
  const driver = await openAs('driver');
  await override(page, other);
  await expect(bar(page)).toContainText(`${other}. Members have ${deployed}.`);
  await expect(await shownVersion(page)).toContainText(other);
  await expect(await shownVersion(driver)).toContainText(deployed);
  await expect(bar(driver)).toHaveCount(0);
  await go(page, '/main/people');
  await expect(bar(page)).toBeVisible();
  for (const device of ['phone', 'desktop'] as const)
    for (const scheme of ['light', 'dark'] as const) {
      await emulateDevice(page, device);
      await page.emulateMedia({ colorScheme: scheme });
      await takeScreen(page, 'override', device, scheme);
      await expectNothingCut(page);
    }
  await expectAccessible(page);
  // Another sign-in of the same member has the released one.
  const { token } = await newSession(paddock, 'motorsport', 'super');
  const { body } = await callApi(paddock, 'motorsport', 'GET', '/boot', { token });
  expect(body).toMatchObject({ modules: expect.arrayContaining([expect.objectContaining({ id, version: deployed })]) });

  await bar(page).getByRole('button', { name: 'End: Chats' }).focus();
  const reloaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await reloaded;
  await expect(await shownVersion(page)).toContainText(deployed);
  await expect(bar(page)).toHaveCount(0);
});

test('a bar that did not load is requested again on the next page', async ({
  admin: { page },
  releases: { other },
  pageErrors,
}) => {
  pageErrors.allow(/ERR_FAILED/);
  const code = /\/assets\/bars\./;
  await page.route(code, (route) => route.abort());
  await override(page, other);
  await go(page, '/main/people');
  await expect(page.getByRole('main').locator('[data-module="mfe-people"]')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await page.unroute(code);
  await go(page, '/main/events');
  await expect(bar(page)).toBeVisible();
});

test('another window of the session follows at once, and keeps its draft', async ({
  admin: { page },
  releases: { other },
}) => {
  const second = await page.context().newPage();
  await second.goto(page.url());
  await go(second, '/main/chats/0');
  const composer = second.getByRole('main').getByRole('textbox', { name: 'Write to Everybody' });
  await composer.fill('half a sentence');
  await override(page, other);
  await expect(bar(second)).toBeVisible();
  await expect(composer).toHaveText('half a sentence');
});

test('sign-out ends the override', async ({
  admin: { page, token },
  paddock,
  pageErrors,
  releases: { deployed, other },
}) => {
  pageErrors.allow(/status of 401/);
  await override(page, other);
  await expect(bar(page)).toBeVisible();
  await callApi(paddock, 'motorsport', 'GET', '/users/logout', { token });
  const { body } = await callApi(paddock, 'motorsport', 'GET', '/boot', { token });
  expect(body).toMatchObject({ modules: expect.arrayContaining([expect.objectContaining({ id, version: deployed })]) });
  await page.reload();
  await expect(bar(page)).toHaveCount(0);
});
