import type { Page } from '@playwright/test';
import { callApi } from '../fixtures/call-api.js';
import { linkIn, mailTo, pinMail } from '../fixtures/mails.js';
import { logIn, signUp, signUpOnly } from '../fixtures/members.js';
import { go } from '../fixtures/places.js';
import { sessionOf, signInPage } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });

test('a new member enters the PIN, is approved by an admin’s mail link on another device, and continues automatically', async ({
  page,
  workplace,
  paddock,
  newWindow,
}) => {
  const username = `w${crypto.randomUUID().slice(0, 8)}`;
  const email = `${username}@example.org`;
  await page.goto(`${workplace}/#/signup`);
  await page.getByRole('textbox', { name: 'Full name' }).fill(`Wanda ${username}`);
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('a-good-password');
  await page.getByRole('button', { name: /^Workplace,/ }).click();
  await page.getByRole('option', { name: 'Headquarters' }).click();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.getByRole('textbox', { name: 'PIN' }).fill((await pinMail(paddock, email)).pin);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(title(page, 'Waiting for approval')).toBeVisible();
  await go(page, '/main/chats');
  await expect(page).toHaveURL(/#\/pending_approval$/);

  // The admin's device is signed out: the link alone grants the right.
  const mail = await mailTo(paddock, 'steward@workplace.example', new RegExp(username));
  const admin = await newWindow(undefined, { community: 'workplace' });
  await admin.goto(linkIn(mail, 'grant'));
  await expect(admin.getByText(email)).toBeVisible();
  await admin.getByRole('button', { name: 'Grant' }).click();
  await expect(title(admin, 'Access granted')).toBeVisible();
  // Opened again, the link reports the same and changes nothing; the opposite decision is too late.
  await admin.reload();
  await expect(title(admin, 'Access granted')).toBeVisible();
  await admin.goto(linkIn(mail, 'deny'));
  await expect(title(admin, 'Already decided')).toBeVisible();

  await expect(page).toHaveURL(/#\/main\/chats\b/);
  await expect(title(page, 'Chats')).toBeVisible();
  await mailTo(paddock, email, /your access to Riverlight has been granted/i);
});

test('a denied applicant sees so on the waiting page, and a signed-in admin decides from the list', async ({
  page,
  workplace,
  paddock,
  openAs,
  newWindow,
  pageErrors,
}) => {
  pageErrors.allow(/status of 40/);
  const applicant = await signUpOnly(paddock, 'workplace');
  await signInPage(page, workplace, applicant);
  await page.goto((await pinMail(paddock, applicant.email)).link);
  await expect(title(page, 'Email verified')).toBeVisible();
  await page.goto(workplace);
  await expect(title(page, 'Waiting for approval')).toBeVisible();

  const steward = await openAs('steward', { community: 'workplace' });
  await steward.goto(`${workplace}/#/main/hamburger`);
  await steward
    .getByRole('main')
    .getByRole('link', { name: /^Admin’s desk/ })
    .click();
  const deny = steward.getByRole('button', { name: `Deny access to ${applicant.fullname}` });
  await deny.click();
  await steward.getByRole('alertdialog').getByRole('button', { name: 'Deny' }).click();
  await expect(deny).toBeHidden();
  await expect(title(page, 'Access denied')).toBeVisible();
  await mailTo(paddock, applicant.email, /was denied/);

  // A typed address shows an ordinary member no list.
  const { token } = await sessionOf(paddock, 'workplace', 'driver');
  expect((await callApi(paddock, 'workplace', 'GET', '/users/pending', { token })).status).toBe(403);
  const other = await newWindow(await sessionOf(paddock, 'workplace', 'driver'), { community: 'workplace' });
  await other.goto(`${workplace}/#/main/applicants`);
  await expect(other.getByRole('button', { name: /^Grant access/ })).toHaveCount(0);
});

test('the link in the PIN’s mail verifies the address on another device, also twice; an altered link shows an error', async ({
  page,
  motorsport,
  paddock,
  newWindow,
  pageErrors,
}) => {
  pageErrors.allow(/status of 40/);
  const member = await signUpOnly(paddock, 'motorsport');
  await signInPage(page, motorsport, member);
  await page.goto(motorsport);
  await expect(page).toHaveURL(/#\/verify_pin$/);

  const { link } = await pinMail(paddock, member.email);
  const phone = await newWindow();
  await phone.goto(`${link}x`);
  await expect(phone.getByText('Server Error.')).toBeVisible();
  // The page that waits for the PIN updates, and shows so for a moment.
  const updated = expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  for (let turn = 0; turn < 2; turn += 1) {
    await phone.goto('about:blank');
    await phone.goto(link);
    await expect(phone.getByText('Thank you')).toBeVisible();
  }
  await updated;
  await expect(page).toHaveURL(/#\/main\/profile$/);
});

test('a new member starts on their own profile, or at the address that led them to the log-in', async ({
  page,
  motorsport,
  paddock,
}) => {
  for (const [address, start] of [
    ['/login', /#\/main\/profile$/],
    ['/main/chats/0', /#\/main\/chats\/0$/],
  ] as const) {
    const member = await signUpOnly(paddock, 'motorsport');
    await page.goto('about:blank');
    await page.goto(motorsport);
    await page.evaluate(() => (localStorage.clear(), sessionStorage.clear()));
    await page.goto('about:blank');
    await page.goto(`${motorsport}/#${address}`);
    if (address !== '/login') await page.getByRole('link', { name: 'Log in' }).click();
    await logIn(page, member.username, member.password);
    await page.getByRole('textbox', { name: 'PIN' }).fill((await pinMail(paddock, member.email)).pin);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL(start);
  }
});

test('a wrong address is changed before it is verified', async ({ page, motorsport, paddock }) => {
  const member = await signUpOnly(paddock, 'motorsport');
  const right = `right-${member.email}`;
  await signInPage(page, motorsport, member);
  await page.goto(motorsport);
  await page.getByRole('link', { name: 'Change the e-mail address' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).fill(right);
  await page.getByRole('button', { name: 'Send PIN' }).click();
  await expect(page.getByText(right)).toBeVisible();
  await page.getByRole('textbox', { name: 'PIN' }).fill((await pinMail(paddock, right)).pin);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/#\/main\/profile$/);
});

test('a mail link resets a forgotten password; every session ends, and the link works once', async ({
  page,
  motorsport,
  paddock,
  newWindow,
  pageErrors,
}) => {
  pageErrors.allow(/status of 40|WebSocket connection/);
  const member = await signUp(paddock, 'motorsport');
  const phone = await newWindow(member);
  await phone.goto(motorsport);
  await expect(title(phone, 'Chats')).toBeVisible();

  await page.goto(`${motorsport}/#/login`);
  await page.getByRole('link', { name: /Forgot/ }).click();
  await expect(page).toHaveURL(/#\/send_password$/);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(member.email);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText(/If there is an account with this address/)).toBeVisible();

  const link = linkIn(await mailTo(paddock, member.email, /reset_password/), 'reset_password');
  await page.goto(link);
  await page.getByRole('textbox', { name: 'New password' }).fill('short');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByText(/^This is too short: at least \d+ characters are needed\.$/)).toBeVisible();
  await page.getByRole('textbox', { name: 'New password' }).fill('second-password');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(title(page, 'Password changed')).toBeVisible();
  await expect(phone.getByRole('heading', { name: 'Session Expired' })).toBeVisible();
  await mailTo(paddock, member.email, /password .* was changed/);

  await page.goto('about:blank');
  await page.goto(link);
  await expect(title(page, 'This link does not work')).toBeVisible();
  await page.goto(`${motorsport}/#/login`);
  await logIn(page, member.username, 'second-password');
  await expect(title(page, 'Chats')).toBeVisible();
});

test('a mail’s unsubscribe link turns off its kind, also signed out, and settings show it', async ({
  page,
  motorsport,
  paddock,
  openAs,
}) => {
  const member = await signUp(paddock, 'motorsport');
  const { token } = await sessionOf(paddock, 'motorsport', 'crew');
  const body = { client_id: crypto.randomUUID(), shout: `Look at this @${member.username}`, group: '0' };
  expect((await callApi(paddock, 'motorsport', 'POST', '/shouts', { token, body })).status).toBe(200);
  const link = linkIn(await mailTo(paddock, member.email, /unsubscribe/), 'unsubscribe');

  // Another member is signed in here, but the link concerns the mail's recipient.
  const driver = await openAs('driver');
  await driver.goto(link);
  await expect(title(driver, 'Unsubscribed')).toBeVisible();
  await expect(driver.getByText('You no longer get mails about mentions of you.')).toBeVisible();

  await signInPage(page, motorsport, member);
  await page.goto(`${motorsport}/#/main/settings/notifications`);
  await expect(page.getByRole('switch', { name: 'Mentions, E-mail' })).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Mentions, App and push' })).toBeChecked();
});
