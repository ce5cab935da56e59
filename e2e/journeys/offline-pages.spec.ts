import { expect, test } from '../fixtures/test.js';

test.use({ isCold: true });

test.beforeEach(({ pageErrors }) => pageErrors.allow(/ERR_INTERNET_DISCONNECTED|ChunkLoadError/));

test('the forms after landing open without a connection', async ({ page, motorsport }) => {
  const form = page.waitForResponse(/mfe-account\/.*\.js$/);
  await page.goto(`${motorsport}/#/`);
  await form;
  await expect(page.getByRole('link', { name: 'Sign up' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.context().setOffline(true);
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: 'Sign up' }).click();
  await expect(page.getByRole('textbox', { name: 'Full name' })).toBeVisible();
});

test('a page opened offline says so, and loads on reconnection', async ({ openAs, motorsport }) => {
  const page = await openAs('driver');
  await page.goto(`${motorsport}/#/main/diagnostics`);
  await expect(page.getByRole('listitem').filter({ hasText: 'mfe-account' }).first()).toContainText('Loaded in');
  await page.context().setOffline(true);
  await page.evaluate(() => (location.hash = '#/main/settings'));
  await expect(page.getByText('MODULE_NOT_FOUND')).toBeVisible();
  await expect(page.getByText('Internet disconnected')).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});
