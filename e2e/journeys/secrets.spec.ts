import type { Page } from '@playwright/test';
import { linkIn, mailTo } from '../fixtures/mails.js';
import { logIn, type NewMember, signUp } from '../fixtures/members.js';
import { watchRequests } from '../fixtures/sent-requests.js';
import { signInPage } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';
import { appCode } from '../fixtures/totp.js';

const openDrawer = async (page: Page, origin: string, member: NewMember, name: string) => {
  await signInPage(page, origin, member);
  await page.goto(`${origin}/#/main/settings`);
  await page.getByRole('link', { name }).click();
};

test('an account is deleted without its password in any address', async ({ page, paddock, motorsport, pageErrors }) => {
  pageErrors.allow(/status of 40[013]|WebSocket connection/);
  const member = await signUp(paddock, 'motorsport');
  const requests = watchRequests(page);
  await openDrawer(page, motorsport, member, 'Delete account');
  const drawer = page.getByRole('form', { name: 'Delete account' });
  const submit = async (password: string) => {
    await drawer.getByRole('textbox', { name: 'Current password' }).fill(password);
    await drawer.getByRole('button', { name: 'Delete account' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
  };
  await submit('not-this-one');
  await expect(drawer.getByText('This is not your current password.')).toBeVisible();
  await submit(member.password);
  await expect(page).toHaveURL(`${motorsport}/#/`);
  requests.expectInBodyOnly('DELETE', /^\/api\/users$/, 'not-this-one', member.password);

  await page.goto(`${motorsport}/#/login`);
  await logIn(page, member.username, member.password);
  await expect(page.getByText('That username and password don’t match.', { exact: false })).toBeVisible();
  requests.expectInBodyOnly('PUT', /^\/api\/users\/login$/, member.password);
});

test('a password is changed without either password in any address', async ({ page, paddock, motorsport }) => {
  const member = await signUp(paddock, 'motorsport');
  const requests = watchRequests(page);
  await openDrawer(page, motorsport, member, 'Change password');
  await page.getByRole('textbox', { name: 'Current password' }).fill(member.password);
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('second-password');
  await page.getByRole('textbox', { name: 'New password again' }).fill('second-password');
  await page.getByRole('button', { name: 'Change password' }).last().click();
  await expect(page.getByText('Password changed. Other devices are logged out.')).toBeVisible();
  requests.expectInBodyOnly('PUT', new RegExp(`^/api/users/${member.id}$`), member.password, 'second-password');
});

test('a password is reset by a mail link without token or password in any address', async ({
  page,
  paddock,
  motorsport,
}) => {
  const member = await signUp(paddock, 'motorsport');
  await page.goto(`${motorsport}/#/send_password`);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(member.email);
  await page.getByRole('button', { name: 'Send', exact: false }).click();
  const link = linkIn(await mailTo(paddock, member.email, /\/reset_password\//), 'reset_password');
  const token = link.split('/').at(-1)!;
  const requests = watchRequests(page);
  await page.goto(`${motorsport}/#/reset_password/${token}`);
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill('third-password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText('Log in with your new password.', { exact: false })).toBeVisible();
  requests.expectInBodyOnly('PUT', /^\/api\/users\/reset_password$/, token, 'third-password');
});

test('an authenticator app is set up, used, replaced by a recovery code and turned off without a secret in any address', async ({
  page,
  paddock,
  workplace,
  pageErrors,
}) => {
  pageErrors.allow(/status of 40[13]/);
  const member = await signUp(paddock, 'workplace');
  const requests = watchRequests(page);
  const { password } = member;
  await openDrawer(page, workplace, member, 'Sign-in security');
  const app = page.getByRole('region', { name: 'Authenticator app' });
  await app.getByRole('button', { name: 'Set up' }).click();
  await app.getByRole('textbox', { name: 'Your password' }).fill(password);
  await app.getByRole('button', { name: 'Continue' }).click();
  const key = await app.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).innerText();
  const code = appCode(key);
  await app.getByRole('textbox', { name: 'Code shown in the app' }).fill(code);
  await app.getByRole('button', { name: 'Turn on' }).click();
  await expect(app.getByRole('listitem')).toHaveCount(10);
  const [recovery = '', second = ''] = await app.getByRole('listitem').allInnerTexts();
  requests.expectInBodyOnly('POST', /^\/api\/users\/me\/totp$/, password);
  requests.expectInBodyOnly('PUT', /^\/api\/users\/me\/totp$/, code);

  await page.goto(`${workplace}/health`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${workplace}/#/login`);
  await logIn(page, member.username, password);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`^${workplace}/#/main/`));
  requests.expectInBodyOnly('PUT', /^\/api\/users\/login$/, password, recovery);

  await page.goto(`${workplace}/#/main/settings/security`);
  await app.getByRole('button', { name: 'Turn off' }).click();
  await app.getByRole('textbox', { name: 'Your password' }).fill(password);
  await app.getByRole('textbox', { name: 'Code from the app, or a recovery code' }).fill(second);
  await app.getByRole('button', { name: 'Turn off' }).click();
  await expect(app.getByRole('button', { name: 'Set up' })).toBeVisible();
  requests.expectInBodyOnly('PUT', /^\/api\/users\/me\/totp\/remove$/, password, second);
});
