import type { Locator, Page } from '@playwright/test';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessibility.js';
import { callApi } from '../fixtures/call-api.js';
import { go, tab } from '../fixtures/places.js';
import { emulateDevice, expectNothingCut, takeScreen } from '../fixtures/screens.js';
import { newSession } from '../fixtures/sign-in.js';
import { expect, test as base } from '../fixtures/test.js';

interface Admin {
  page: Page;
  token: string;
}

const test = base.extend<{ admin: Admin }>({
  // A session of the test's own: a preview lasts as long as its session.
  admin: async ({ paddock, newWindow }, use) => {
    const session = await newSession(paddock, 'motorsport', 'super');
    const page = await newWindow(session);
    await page.goto(`${paddock.origin('motorsport')}/`);
    await use({ page, token: session.token });
  },
});
test.use({ isCold: true });

const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'Preview of' });

/** @param shown what the pictures are about */
async function everyLook(page: Page, name: string, shown: Locator) {
  for (const device of ['phone', 'desktop'] as const)
    for (const scheme of ['light', 'dark'] as const) {
      await emulateDevice(page, device);
      await page.emulateMedia({ colorScheme: scheme });
      await shown.scrollIntoViewIfNeeded();
      await takeScreen(page, name, device, scheme);
      await expectNothingCut(page);
    }
  await expectAccessible(page);
}

const start = (page: Page) => page.getByRole('button', { name: 'Start the preview' });

/** Checks another value of a flag, so that it can be previewed. */
async function checkFlag(page: Page, flag: string, value: string) {
  await go(page, '/main/admin/deployment');
  await page.getByRole('searchbox', { name: 'Search flags' }).fill(flag);
  await page.getByRole('button', { name: new RegExp(`^${flag}`) }).click();
  await page.getByRole('textbox', { name: /^Value as JSON/ }).fill(value);
  await page.getByRole('button', { name: 'Check the change' }).click();
  await expect(start(page)).toBeVisible();
}

async function pressAndReload(page: Page, button: Locator) {
  await button.focus();
  const reloaded = page.waitForEvent('load');
  await page.keyboard.press('Enter');
  await reloaded;
}

test('a super admin previews a flag as a member, read-only, in all windows of the session, until they end it', async ({
  admin: { page, token },
  openAs,
  pageErrors,
  paddock,
}) => {
  // Marks that the window makes by itself are refused.
  pageErrors.allow(/status of 403/);
  const driver = await openAs('driver');
  const second = await page.context().newPage();
  await second.goto(page.url());
  await expect(tab(page, 'People')).toBeVisible();
  await checkFlag(page, 'hide_people_tab', 'true');
  await pressAndReload(page, start(page));

  for (const window of [page, second]) {
    await expect(bar(window)).toContainText('as a member without roles: read only');
    await expect(tab(window, 'Chats')).toBeVisible();
    await expect(tab(window, 'People')).toHaveCount(0);
  }
  await expect(tab(driver, 'People')).toBeVisible();
  await expect(bar(driver)).toHaveCount(0);
  await go(page, '/main/chats/0');
  const composer = page.getByRole('main').getByRole('textbox', { name: 'Write to Everybody' });
  await composer.fill('not sent');
  await composer.press('Enter');
  await expect(page.getByText('A preview changes nothing. End it first.').first()).toBeVisible();
  await go(page, '/main/admin/deployment');
  await expect(page.getByRole('searchbox', { name: 'Search flags' })).toHaveCount(0);

  await pressAndReload(page, bar(page).getByRole('button', { name: 'End the preview' }));
  for (const window of [page, second]) {
    await expect(tab(window, 'People')).toBeVisible();
    await expect(bar(window)).toHaveCount(0);
  }
  const { body } = await callApi(paddock, 'motorsport', 'GET', '/shouts?filter=0', { token });
  expect(JSON.stringify(body)).not.toContain('not sent');
});

test('a refused file says where it is wrong, and an accepted one shows its tabs', async ({
  admin: { page },
  pageErrors,
  paddock,
}) => {
  pageErrors.allow(/status of 403/);
  await go(page, '/main/admin/deployment');
  await page.getByRole('button', { name: 'Preview a file' }).click();
  const text = page.getByRole('textbox', { name: /^Changed text of motorsport\.json/ });
  const file = JSON.parse(await readFile(join(paddock.deploymentsDir, 'motorsport.json'), 'utf8')) as object;
  await text.fill(JSON.stringify({ ...file, tabs: ['chats', 'chat'] }));
  const check = page.getByRole('button', { name: 'Check the change' });
  await check.click();
  await expect(page.getByText(/tabs\[1\]/)).toBeVisible();
  await everyLook(page, 'preview-file', check);
  await text.fill(
    JSON.stringify({ ...file, title: 'Meridian preview', tabs: ['chats', 'shouts', 'people', 'hamburger'] }, null, 2),
  );
  await check.click();
  await expect(page.getByRole('region', { name: 'Change of the file' })).toContainText('"Meridian preview"');
  await everyLook(page, 'preview-file-change', start(page));
  await pressAndReload(page, start(page));
  await expect(bar(page)).toContainText('Preview of Meridian preview');
  await expect(tab(page, 'People')).toBeVisible();
  await expect(tab(page, 'Events')).toHaveCount(0);
});

test('form and bar of a preview are whole on each device and scheme', async ({ admin: { page }, pageErrors }) => {
  pageErrors.allow(/status of 403/);
  await checkFlag(page, 'hide_people_tab', 'true');
  await everyLook(page, 'preview-flag', start(page));
  await pressAndReload(page, start(page));
  await expect(bar(page)).toBeVisible();
  await expect(tab(page, 'Chats')).toBeVisible();
  await everyLook(page, 'preview', bar(page));
});
