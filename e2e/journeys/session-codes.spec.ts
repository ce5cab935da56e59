import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { logIn, type NewMember, signUp } from '../fixtures/members.js';
import type { Paddock } from '../fixtures/paddock.js';
import { go, tab } from '../fixtures/places.js';
import { newSession, sessionOf, signInPage } from '../fixtures/sign-in.js';
import { changeStored } from '../fixtures/stored-rows.js';
import { expect, test } from '../fixtures/test.js';

const everybody = '/main/chats/0';
const box = (page: Page) => page.getByLabel('Write to Everybody');
const halfWritten = 'Half of what I meant to';

/** Signs up a member who is writing a message. */
async function writing(page: Page, paddock: Paddock): Promise<NewMember> {
  const member = await signUp(paddock, 'motorsport');
  const origin = paddock.origin('motorsport');
  await signInPage(page, origin, member);
  await page.goto(`${origin}/#${everybody}`);
  await box(page).fill(halfWritten);
  return member;
}

async function expectStillWritten(page: Page) {
  await expect(page).toHaveURL(new RegExp(`#${everybody}$`));
  await expect(box(page)).toHaveValue(halfWritten);
}

/** Ends the session of the page from another device of the same member. */
async function endElsewhere(paddock: Paddock, { username, password }: NewMember) {
  const { token } = await newSession(paddock, 'motorsport', username, password);
  const { body } = await callApi(paddock, 'motorsport', 'GET', '/users/me/sessions', { token });
  const { sessions } = body as { sessions: { id: string; current: boolean }[] };
  for (const { id, current } of sessions)
    if (!current) await callApi(paddock, 'motorsport', 'DELETE', `/users/me/sessions/${id}`, { token });
}

async function asSuper(paddock: Paddock, method: string, path: string, body: object) {
  const { token } = await sessionOf(paddock, 'motorsport', 'super');
  expect((await callApi(paddock, 'motorsport', method, path, { token, body })).status).toBe(200);
}

/** Changes a stored member, and waits until calls are refused with `code`, or no longer: the services cache rows for up to a second. */
async function changeStoredMember(paddock: Paddock, { id, token }: NewMember, change: object, code?: string) {
  await changeStored(paddock, id, { ...change });
  await expect
    .poll(async () => {
      const { body } = await callApi(paddock, 'motorsport', 'GET', '/filters/retrieve/all', { token });
      return (body as { code?: string }).code;
    })
    .toBe(code);
}

test.beforeEach(({ pageErrors }) => pageErrors.allow(/status of 4|WebSocket connection/));

test('an ended session says so, and the same member continues with the draft', async ({ page, paddock }) => {
  const member = await writing(page, paddock);
  await endElsewhere(paddock, member);
  await expect(page.getByRole('heading', { name: 'Session Expired' })).toBeVisible();
  // The page behind it is hidden from sight and from screen readers.
  await expect(box(page)).toBeHidden();
  await expect(page.getByRole('main')).toHaveCount(0);
  await page.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(/#\/$/);
  await page.reload();
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, member.username, member.password);
  await expectStillWritten(page);
});

test('another member who signs in after an ended session sees nothing of it', async ({ page, paddock }) => {
  const member = await writing(page, paddock);
  const other = await signUp(paddock, 'motorsport');
  await endElsewhere(paddock, member);
  await page.getByRole('button', { name: 'OK' }).click();
  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, other.username, other.password);
  await expect(page).toHaveURL(/#\/main\/chats\b/);
  await page.goto(`${paddock.origin('motorsport')}/#${everybody}`);
  await expect(box(page)).toHaveValue('');
});

test('a banned member is led to the page that says so, and back when unbanned', async ({ page, paddock }) => {
  const { id } = await writing(page, paddock);
  await asSuper(paddock, 'PUT', `/users/${id}/ban`, { banned: true });
  await expect(page).toHaveURL(/#\/forbidden$/, { timeout: 5000 });
  await expect(page.getByRole('heading', { level: 1, name: 'No access' })).toBeVisible();
  // A typed address leads to no other page.
  await page.goto(`${paddock.origin('motorsport')}/#/main/people`);
  await expect(page).toHaveURL(/#\/forbidden$/);
  await page.goto(`${paddock.origin('motorsport')}/#${everybody}`);
  await expect(page).toHaveURL(/#\/forbidden$/);
  await asSuper(paddock, 'PUT', `/users/${id}/ban`, { banned: false });
  await expect(box(page)).toHaveValue(halfWritten);
});

for (const [code, change, mended, address, heading] of [
  ['EMAIL_NOT_VERIFIED', { email_verified: false }, { email_verified: true }, 'verify_pin', 'Verify your e-mail'],
  ['PENDING_APPROVAL', { pending: true }, { pending: false }, 'pending_approval', 'Waiting for approval'],
  ['ACCESS_DENIED', { denied: true }, { denied: false }, 'pending_approval', 'Access denied'],
] as const)
  test(`${code} leads to its page from any tab, and back to the draft`, async ({ page, paddock }) => {
    const member = await writing(page, paddock);
    await changeStoredMember(paddock, member, change, code);
    await go(page, '/main/people');
    await expect(page).toHaveURL(new RegExp(`#/${address}$`));
    if (code === 'EMAIL_NOT_VERIFIED') {
      await expect(page.getByRole('heading', { name: 'Please verify your e-mail' })).toBeVisible();
      await page.getByRole('button', { name: 'OK' }).click();
    }
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    await page.goto(`${paddock.origin('motorsport')}/#${everybody}`);
    await expect(page).toHaveURL(new RegExp(`#/${address}$`));
    await changeStoredMember(paddock, member, mended);
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await expect(box(page)).toHaveValue(halfWritten);
  });

test('a newly required plan leads to the plans through landing, and back', async ({
  page,
  paddock,
  changeDeployment,
}) => {
  await writing(page, paddock);
  await changeDeployment('motorsport', (file) => void (file.flags['subscription_required'] = true));
  await expect(page).toHaveURL(/#\/subscription_required$/);
  await page.goto(`${paddock.origin('motorsport')}/#${everybody}`);
  await expect(page).toHaveURL(/#\/subscription_required$/);
  await changeDeployment('motorsport', (file) => void (file.flags['subscription_required'] = false));
  // The page polls every 6 s, because it has no realtime connection.
  await expect(box(page)).toHaveValue(halfWritten);
});

test('an outdated version of the app asks for a reload, and keeps the draft', async ({ page, paddock }) => {
  await writing(page, paddock);
  await page.route(/\/api\/users\/(abc|closest)/, (route) =>
    route.continue({
      url: route
        .request()
        .url()
        .replace(/api-version=[\d.]+/, 'api-version=0.3.1'),
    }),
  );
  await tab(page, 'People').click();
  await expect(page.getByRole('heading', { name: 'Version update' })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('dialog').getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'People' })).toBeVisible();
  await page.goBack();
  await expectStillWritten(page);
});

test('without internet the app says so, and the draft can be sent when the connection is back', async ({
  page,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  await writing(page, paddock);
  await page.context().setOffline(true);
  await expect(page.getByText('Internet disconnected')).toBeVisible();
  await expect(box(page)).toHaveValue(halfWritten);
  await page.context().setOffline(false);
  await expect(page.getByText('Internet disconnected')).toBeHidden();
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByRole('log').getByText(halfWritten)).toBeVisible();
  await expect(box(page)).toHaveValue('');
});
