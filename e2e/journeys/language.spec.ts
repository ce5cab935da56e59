import { callApi } from '../fixtures/call-api.js';
import { mailTo } from '../fixtures/mails.js';
import { signUp } from '../fixtures/members.js';
import { signInPage } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

test('a member chooses a language, and app and mails use it from then on', async ({ page, workplace, paddock }) => {
  const member = await signUp(paddock, 'workplace');
  await signInPage(page, workplace, member);
  await page.goto(`${workplace}/#/main/settings/language`);
  const choice = page.getByRole('radiogroup', { name: 'Language' });
  await expect(choice.getByRole('radio', { name: 'English' })).toBeChecked();
  await choice.getByRole('radio', { name: 'English' }).focus();
  await page.keyboard.press('ArrowDown');

  await expect(page.getByRole('heading', { level: 1, name: 'الإعدادات' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.getByRole('link', { name: /^الأخبار/ }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'الإعدادات' })).toBeVisible();

  const body = { email: member.email };
  await callApi(paddock, 'workplace', 'PUT', '/users/send_reset_password_link', { body });
  expect((await mailTo(paddock, member.email, /reset_password/)).subject).toMatch(/^تعيين كلمة مرور جديدة/);

  await page.getByRole('radio', { name: 'English' }).click({ force: true });
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('dir', 'ltr');
});

test('a community with one language offers no choice', async ({ page, motorsport, paddock }) => {
  await signInPage(page, motorsport, await signUp(paddock, 'motorsport'));
  await page.goto(`${motorsport}/#/main/settings`);
  await expect(page.getByRole('link', { name: /^Devices/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /^Language/ })).toHaveCount(0);
});
