import { expect, test } from '../fixtures/test.js';

test.use({ isCold: true });

test.beforeEach(({ pageErrors }) => pageErrors.allow(/ERR_INTERNET_DISCONNECTED|ChunkLoadError/));

const script = /mfe-account\/.*\.js$/;

test('the forms after landing open without a connection', async ({ page, newWindow, motorsport }) => {
  // The scripts that the two forms need.
  const other = await newWindow();
  const scripts = new Set<string>();
  other.on('request', (request) => script.test(request.url()) && scripts.add(request.url()));
  for (const form of ['login', 'signup']) {
    await other.goto(`${motorsport}/#/${form}`);
    await expect(other.getByRole('textbox').first()).toBeVisible();
  }
  expect(scripts.size).toBeGreaterThan(1);

  // Landing loads them when it is idle.
  const loaded = [...scripts].map(async (url) => (await page.waitForResponse(url)).finished());
  await page.goto(`${motorsport}/#/`);
  await Promise.all(loaded);
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
