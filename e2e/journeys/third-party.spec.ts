import type { Page } from '@playwright/test';
import { type IdentityProvider, signInAtProvider } from '@paddock/services/test/identity-provider';
import { callApi } from '../fixtures/call-api.js';
import { mailTo } from '../fixtures/mails.js';
import { signUp } from '../fixtures/members.js';
import { signInPage } from '../fixtures/sign-in.js';
import { expect } from '../fixtures/test.js';
import { test } from '../fixtures/with-provider.js';

// One worker starts the Paddock of this file.
test.describe.configure({ mode: 'default' });

test.beforeEach(async ({ changeDeployment, motorsport, provider, page, pageErrors }) => {
  // The provider's page requests an icon, and fonts from another origin.
  pageErrors.allow(new RegExp(`404.*${provider.pair}`));
  pageErrors.allow(/fonts\.googleapis\.com/);
  await changeDeployment('motorsport', (file) => {
    const { issuer, clientId: client_id } = provider;
    file.flags.third_party_auth = { title: 'Licence ID', issuer, client_id };
  });
  await page.goto(motorsport);
  await expect(async () => {
    await page.reload();
    await expect(page.getByRole('button', { name: 'Continue with Licence ID' })).toBeVisible({ timeout: 5000 });
  }).toPass();
});

const begin = (page: Page) => page.getByRole('button', { name: 'Continue with Licence ID' }).click();
async function signInThere(page: Page, login: string): Promise<void> {
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
}
function newcomer({ accounts }: IdentityProvider, change: object = {}): string {
  const login = `n${crypto.randomUUID().slice(0, 8)}`;
  accounts[login] = { email: `${login}@example.org`, email_verified: true, name: 'Nadia Newcomer', ...change };
  return login;
}

async function failed(page: Page): Promise<void> {
  await expect(page.getByRole('alert').filter({ hasText: 'That did not work' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('user'))).toBeNull();
}

test('a user of the provider signs in through its page, and the address keeps no secret', async ({
  page,
  motorsport,
  provider,
}) => {
  await begin(page);
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/`));
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await signInThere(page, newcomer(provider));
  await expect(page).toHaveURL(`${motorsport}/#/main/profile`);
  await expect(page.getByRole('navigation').first()).toBeVisible();
  // Only the page that the provider redirects to has the code in its address; no address has a session.
  const own = requests.filter((address) => address.startsWith(motorsport) && /code=|token=/.test(address));
  expect(own.map((address) => new URL(address).pathname)).toEqual(['/loading']);
  expect(await page.evaluate(() => sessionStorage.getItem('mfe-account.third_party'))).toBeNull();
  await page.goto(`${motorsport}/#/main/settings`);
  await expect(page.getByText('Nadia Newcomer').first()).toBeVisible();
});

test('a sign-in started in another browser cannot finish here', async ({ page, paddock, motorsport, provider }) => {
  const { body } = await callApi(paddock, 'motorsport', 'GET', '/third_party_auth/link');
  const answer = await signInAtProvider((body as { link: string }).link, newcomer(provider));
  await page.goto(answer.href);
  await failed(page);
  await expect(page).toHaveURL(`${motorsport}/#/`);
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL(`${motorsport}/#/login`);
});

test('an altered state is refused, and so is the right one afterwards', async ({ page, provider }) => {
  await page.route(`${provider.issuer}/**`, (route) => route.fulfill({ status: 204 }));
  const requests = page.waitForRequest((request) => request.url().startsWith(provider.issuer));
  await begin(page);
  const link = (await requests).url();
  const answer = await signInAtProvider(link, newcomer(provider));
  const altered = new URL(answer);
  altered.searchParams.set('state', 'altered');
  await page.goto(altered.href);
  await failed(page);
  await page.goto(answer.href);
  await failed(page);
});

test('an e-mail address that the provider has not confirmed does not sign in', async ({
  page,
  motorsport,
  provider,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/);
  await begin(page);
  await signInThere(page, newcomer(provider, { email_verified: false }));
  await expect(page.getByRole('alert').filter({ hasText: 'Address not confirmed' })).toBeVisible();
  await expect(page).toHaveURL(`${motorsport}/#/`);
  await page.getByRole('button', { name: 'Continue with Licence ID' }).click();
  await expect(page).toHaveURL(new RegExp(`^(${provider.issuer}|${motorsport})/`));
});

test('a sign-in cancelled at the provider returns to a page that says so', async ({ page, motorsport, provider }) => {
  await begin(page);
  await page.getByRole('link', { name: '[ Cancel ]' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'You are not signed in' })).toBeVisible();
  await page.getByRole('button', { name: 'Continue with Licence ID' }).click();
  await signInThere(page, newcomer(provider));
  await expect(page).toHaveURL(new RegExp(`^${motorsport}/#/main/`));
});

test('an account is linked in Sign-in security after the password, and signs in until it is removed', async ({
  page,
  paddock,
  motorsport,
  provider,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/);
  const member = await signUp(paddock, 'motorsport');
  const login = newcomer(provider);
  await signInPage(page, motorsport, member);
  await page.goto(`${motorsport}/#/main/settings/security`);
  const accounts = page.getByRole('region', { name: 'Linked accounts' });
  await expect(accounts.getByText('No account is linked.')).toBeVisible();
  await accounts.getByRole('button', { name: 'Link Licence ID' }).click();
  await expect(accounts.getByRole('textbox', { name: 'Your password' })).toBeFocused();
  await accounts.getByRole('textbox', { name: 'Your password' }).fill('not this one');
  await accounts.getByRole('button', { name: 'Continue' }).click();
  await expect(accounts.getByText('This is not your current password.')).toBeVisible();
  await accounts.getByRole('textbox', { name: 'Your password' }).fill(member.password);
  await accounts.getByRole('button', { name: 'Continue' }).click();
  await signInThere(page, login);
  await expect(page).toHaveURL(`${motorsport}/#/main/settings/security`);
  await expect(page.getByText('Account linked', { exact: true })).toBeVisible();
  const removal = accounts.getByRole('button', { name: 'Remove Licence ID' });
  await expect(removal).toBeVisible();
  await mailTo(paddock, member.email, /A third-party account was linked/);

  const signOut = async () => {
    await page.goto(`${motorsport}/health`);
    await page.evaluate(() => localStorage.clear());
    await page.goto(motorsport);
    await begin(page);
  };
  await signOut();
  await expect(page).toHaveURL(new RegExp(`^${motorsport}/#/main/`));
  await page.goto(`${motorsport}/#/main/settings/security`);
  await removal.click();
  await accounts.getByRole('textbox', { name: 'Your password' }).fill(member.password);
  await accounts.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(accounts.getByText('No account is linked.')).toBeVisible();
  await expect(accounts.getByRole('heading', { name: 'Linked accounts' })).toBeFocused();
  provider.accounts[login]!['email'] = member.email;
  await signOut();
  await expect(page.getByRole('alert')).toContainText('Log in with your password, then link this account');
});
