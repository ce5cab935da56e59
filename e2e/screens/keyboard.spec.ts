import { expect, test } from '../fixtures/test.js';

test('lists, drawers, tabs and the composer handle their keys', async ({ page, workplace, motorsport, signedIn }) => {
  await signedIn(page, 'driver', 'workplace');
  await page.goto(`${workplace}/#/main/chats`);
  await page.getByRole('radio', { name: /^Groups/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: /^People/ })).toBeChecked();
  await page.getByRole('searchbox').focus();
  await page.keyboard.type('lunch');
  await expect(page.getByRole('radio', { name: /^Groups/ })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('radio', { name: /^Groups/ })).toBeVisible();

  await page.goto(`${workplace}/#/main/settings`);
  const section = page.getByRole('link', { name: 'Change password' });
  await section.press('Enter');
  await expect(page.getByRole('region', { name: 'Change password' })).toBeFocused();
  await expect(page.getByLabel('Current password')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Current password')).toBeFocused();

  await signedIn(page, 'driver');
  await page.goto(`${motorsport}/#/main/people`);
  await page.getByRole('link', { name: /^Aleksi Pohjola/ }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Aleksi Pohjola' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Aleksi Pohjola' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('link', { name: /^Aleksi Pohjola/ })).toBeFocused();
  await page.goto(`${motorsport}/#/main/events`);
  const briefing = page.getByRole('link', { name: /Drivers’ briefing/ }).first();
  await briefing.press('Enter');
  await expect(page.getByText('Organised by')).toBeVisible();

  await page.goto(`${motorsport}/#/main/chats/0`);
  const box = page.getByLabel('Write to Everybody');
  await box.fill('Thanks ');
  await box.pressSequentially('@petr');
  await expect(page.getByRole('option', { name: /Petra Wolańska/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(box).toHaveValue(/^Thanks @\w+ $/);
  await box.pressSequentially('@petr');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await box.fill('');
});
