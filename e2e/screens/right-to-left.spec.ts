import { type Device, expectNothingCut, takeScreen, viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

test.use({ locale: 'ar' });

for (const device of ['phone', 'desktop'] as Device[])
  test(`a reader of Arabic gets the page from right to left, on a ${device}`, async ({ page, workplace, signedIn }) => {
    await page.setViewportSize(viewports[device]);
    await page.goto(workplace);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
    const shown = async (name: string) => {
      await takeScreen(page, `workplace-ar-${name}`, device, 'light');
      await expectNothingCut(page);
    };
    await shown('landing');
    await signedIn(page, 'driver', 'workplace');
    await page.goto(`${workplace}/#/main/shouts`);
    await expect(page.getByRole('article').first()).toBeVisible();
    await shown('shouts');
    await page.goto(`${workplace}/#/main/chats`);
    const rows = page.getByRole('main').getByRole('listitem').getByRole('link');
    await expect(rows.nth(2)).toBeVisible();
    await shown('chats');
    await rows.first().click();
    await expect(page.getByRole('log').getByRole('group').last()).toBeInViewport();
    await shown('conversation');
    for (const name of ['home', 'settings', 'diagnostics', 'hamburger']) {
      await page.goto(`${workplace}/#/main/${name}`);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await shown(name);
    }
    // The rail, or the way through a row, begins at the right.
    const navigation = await page.getByRole('navigation').boundingBox();
    if (device === 'desktop') expect(navigation!.x).toBeGreaterThan(viewports.desktop.width / 2);
  });

test('in a community without Arabic the page stays from left to right', async ({ page, motorsport }) => {
  await page.goto(motorsport);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
});
