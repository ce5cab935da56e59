import { expectAccessible } from '../fixtures/accessibility.js';
import { expect, test } from '../fixtures/test.js';

test('a visitor meets the community that the host name stands for', async ({ page, motorsport, workplace }) => {
  const titles = [];
  for (const origin of [motorsport, workplace]) {
    await page.goto(`${origin}/`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    titles.push(await page.title());
    await expectAccessible(page);
  }
  expect(new Set(titles).size).toBe(2);
});

test('a driver signs in and sees the tabs of the deployment', async ({ page, motorsport, signedIn }) => {
  await signedIn(page, 'driver');
  await page.goto(`${motorsport}/`);
  const tabs = page.getByRole('navigation').getByRole('link');
  await expect(tabs.filter({ hasText: 'Chats' })).toBeVisible();
  await expect(tabs.filter({ hasText: 'Events' })).toBeVisible();
});
