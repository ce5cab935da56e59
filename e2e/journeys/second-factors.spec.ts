import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { mailTo } from '../fixtures/mails.js';
import { logIn, type NewMember, signUp } from '../fixtures/members.js';
import { go } from '../fixtures/places.js';
import { signInPage } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';
import { appCode } from '../fixtures/totp.js';

const openSecurity = (page: Page, workplace: string) => page.goto(`${workplace}/#/main/settings/security`);
const part = (page: Page, name: string) => page.getByRole('region', { name });
/** Clears the browser's stored session. */
const leave = async (page: Page, workplace: string) => {
  await page.goto(`${workplace}/health`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${workplace}/#/login`);
};
const isIn = (page: Page, workplace: string) => expect(page).toHaveURL(new RegExp(`^${workplace}/#/main/`));
const enter = (page: Page, { username, password }: NewMember) => logIn(page, username, password);

test('an authenticator app is set up, required at log-in, and turned off again', async ({
  page,
  paddock,
  workplace,
  pageErrors,
}) => {
  pageErrors.allow(/status of 40[13]/);
  const member = await signUp(paddock, 'workplace');
  await signInPage(page, workplace, member);
  await openSecurity(page, workplace);
  const app = part(page, 'Authenticator app');
  await app.getByRole('button', { name: 'Set up' }).click();
  await expect(app.getByRole('textbox', { name: 'Your password' })).toBeFocused();
  await app.getByRole('textbox', { name: 'Your password' }).fill('not this one');
  await app.getByRole('button', { name: 'Continue' }).click();
  await expect(app.getByText('This is not your current password.')).toBeVisible();
  await app.getByRole('textbox', { name: 'Your password' }).fill(member.password);
  await app.getByRole('button', { name: 'Continue' }).click();

  await expect(app.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const key = await app.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{1,4})+$/).innerText();
  await expect(app.getByRole('textbox', { name: 'Code shown in the app' })).toBeFocused();
  await app.getByRole('textbox', { name: 'Code shown in the app' }).fill(appCode(key));
  await app.getByRole('button', { name: 'Turn on' }).click();
  await expect(app.getByRole('listitem')).toHaveCount(10);
  await expect(app.getByRole('heading', { name: 'Your recovery codes' })).toBeFocused();
  const [recovery = '', second = ''] = await app.getByRole('listitem').allInnerTexts();
  const download = page.waitForEvent('download');
  await app.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toContain('recovery codes');
  await app.getByRole('button', { name: 'I have saved them' }).click();
  await expect(app.getByRole('button', { name: 'Turn off' })).toBeFocused();
  await expect(app.getByText('On', { exact: true })).toBeVisible();
  await mailTo(paddock, member.email, /authenticator app was set up/);

  await leave(page, workplace);
  await enter(page, member);
  const code = page.getByRole('textbox', { name: 'Code from your authenticator app' });
  await expect(code).toBeFocused();
  // The set-up has already used this code.
  await code.fill(appCode(key, -3));
  await expect(page.getByText(/This code is wrong or was already used/).first()).toBeVisible();
  await code.fill(appCode(key, 1));
  await isIn(page, workplace);

  await leave(page, workplace);
  await enter(page, member);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByRole('textbox', { name: 'Recovery code' }).fill(recovery.toUpperCase());
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await isIn(page, workplace);

  await openSecurity(page, workplace);
  await app.getByRole('button', { name: 'Turn off' }).click();
  await app.getByRole('textbox', { name: 'Your password' }).fill(member.password);
  await app.getByRole('textbox', { name: 'Code from the app, or a recovery code' }).fill(second);
  await app.getByRole('button', { name: 'Turn off' }).click();
  await expect(app.getByRole('button', { name: 'Set up' })).toBeVisible();
  await leave(page, workplace);
  await enter(page, member);
  await isIn(page, workplace);
});

test('a passkey logs its member in without a password until it is removed', async ({
  page,
  paddock,
  workplace,
  pageErrors,
}) => {
  pageErrors.allow(/status of 401/);
  const device = await page.context().newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const member = await signUp(paddock, 'workplace');
  await signInPage(page, workplace, member);
  await openSecurity(page, workplace);
  const passkeys = part(page, 'Passkeys');
  const add = passkeys.getByRole('button', { name: 'Add a passkey' });
  await add.click();
  await expect(passkeys.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await passkeys.getByRole('button', { name: 'Cancel' }).click();
  await expect(add).toBeFocused();
  await add.click();
  await passkeys.getByRole('textbox', { name: 'Name' }).fill('Work laptop');
  await passkeys.getByRole('textbox', { name: 'Your password' }).fill(member.password);
  await passkeys.getByRole('button', { name: 'Create passkey' }).click();
  await expect(passkeys.getByRole('button', { name: 'Remove passkey Work laptop' })).toBeVisible();
  await expect(add).toBeFocused();
  const { credentials } = await device.send('WebAuthn.getCredentials', { authenticatorId });
  expect(credentials.map(({ rpId, isResidentCredential }) => [rpId, isResidentCredential])).toEqual([
    ['workplace.localhost', true],
  ]);
  await mailTo(paddock, member.email, /A passkey was added/);

  // A device that does not verify its user is rejected.
  await leave(page, workplace);
  const button = page.getByRole('button', { name: 'Log in with a passkey' });
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await button.click();
  await expect(page.getByText('No passkey was used. You can try again.')).toBeVisible();
  await device.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await button.click();
  await isIn(page, workplace);

  await openSecurity(page, workplace);
  await passkeys.getByRole('button', { name: 'Remove passkey Work laptop' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await expect(passkeys.getByText('You have no passkey yet.')).toBeVisible();
  await expect(add).toBeFocused();
  await leave(page, workplace);
  await button.click();
  await expect(page.getByText('This passkey does not work here.', { exact: false })).toBeVisible();
});

test('a super admin removes a lost app on the member’s profile, and the password suffices again', async ({
  page,
  openAs,
  paddock,
  workplace,
}) => {
  const member = await signUp(paddock, 'workplace');
  const { token } = member;
  const own = { token, body: { password: member.password } };
  const { body: begun } = await callApi(paddock, 'workplace', 'POST', '/users/me/totp', own);
  const code = appCode((begun as { secret: string }).secret);
  await callApi(paddock, 'workplace', 'PUT', '/users/me/totp', { token, body: { code } });

  const admin = await openAs('super', { community: 'workplace' });
  await go(admin, `/main/profile/${member.id}`);
  await admin.getByRole('button', { name: 'Turn off' }).click();
  const question = admin.getByRole('alertdialog');
  await expect(question).toContainText(`Turn off the authenticator app of ${member.fullname}?`);
  await question.getByRole('button', { name: 'Turn off' }).click();
  await expect(admin.getByText('Authenticator app turned off')).toBeVisible();
  await expect(admin.getByRole('button', { name: 'Turn off' })).toHaveCount(0);
  await mailTo(paddock, member.email, /An administrator turned the authenticator app off/);

  await page.goto(`${workplace}/#/login`);
  await enter(page, member);
  await isIn(page, workplace);
});

test('a deployment without second factors offers none', async ({ page, motorsport, signedIn }) => {
  await page.goto(`${motorsport}/#/login`);
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Log in with a passkey' })).toHaveCount(0);
  await signedIn(page, 'driver');
  await page.goto(`${motorsport}/#/main/settings`);
  await expect(page.getByRole('link', { name: 'Change password' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign-in security' })).toHaveCount(0);
});
