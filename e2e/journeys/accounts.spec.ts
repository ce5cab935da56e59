import type { Page } from '@playwright/test';
import { expectTargetSizes } from '../fixtures/accessibility.js';
import { pinMail } from '../fixtures/mails.js';
import { callApi } from '../fixtures/call-api.js';
import { logIn, signUp } from '../fixtures/members.js';
import { sessionOf, signInPage, storageStateOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

/** Fills in the fields that every community has; returns the user name. */
async function fillBase(page: Page): Promise<string> {
  const username = `n${crypto.randomUUID().slice(0, 8)}`;
  await page.getByRole('textbox', { name: 'Full name' }).fill('Nadia Newcomer');
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('textbox', { name: 'E-mail' }).fill(`${username}@example.org`);
  await page.getByRole('textbox', { name: 'Password' }).fill('a-good-password');
  return username;
}

/** The labels of the fields, down to the switch that opens the optional ones. */
const labels = (page: Page) => page.getByRole('form', { name: 'Sign up' }).locator('label');
const more = /^Add more about you/;

test('a new member signs up in motorsport with its fields, and enters the PIN from the mail', async ({
  page,
  motorsport,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 400/);
  await page.goto(motorsport);
  await page.getByRole('link', { name: 'Sign up' }).click();
  const submit = page.getByRole('button', { name: 'Sign up' });
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await expect(labels(page)).toHaveText([
    'Full name',
    'Username',
    'E-mail',
    'Password',
    'Team or company',
    'Type',
    'Subtype',
    more,
  ]);
  const username = await fillBase(page);

  // A blank mandatory field shows the deployment's own message.
  const company = page.getByRole('textbox', { name: 'Team or company' });
  await company.focus();
  await company.blur();
  await expect(page.getByText('Please enter a team or company name')).toBeVisible();
  await company.fill('Halden Racing');
  await expect(page.getByText('Please enter a team or company name')).toBeHidden();

  const pick = async (name: string, option: string, all: string[]) => {
    await page.getByRole('button', { name: new RegExp(`^${name},`) }).click();
    await expect(page.getByRole('option')).toHaveText(all);
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  await pick('Type', 'Official', [
    'Driver',
    'Team Principle/Manager',
    'Team Owner',
    'Team PR',
    'Team Crew',
    'Official',
    'Meridian GT Employee',
    'Other',
  ]);
  await pick('Subtype', 'Not Applicable', ['Performance Personnel', 'Non-Performance Personnel', 'Not Applicable']);
  await submit.click();
  await expect(page).toHaveURL(/#\/verify_pin$/);
  await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeHidden();

  const { pin } = await pinMail(paddock, `${username}@example.org`);
  await page.getByRole('textbox', { name: 'PIN' }).fill(pin === '000000' ? '000001' : '000000');
  await expect(page.getByText('This PIN is wrong.').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'PIN' }).fill(pin);
  await expect(page.getByRole('heading', { name: 'Email verified' })).toBeVisible();
  await expect(page.getByText('Thank you')).toBeVisible();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/#\/main\/profile$/);
  await expect(page.getByRole('main').getByText('Nadia Newcomer').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nadia Newcomer Menu' })).toBeVisible();
  // A verified member is led away from the page.
  await page.goto(`${motorsport}/#/verify_pin`);
  await expect(page).toHaveURL(/#\/main\/chats\b/);
});

test('a sign-up shows missing values at their fields', async ({ page, motorsport }) => {
  await page.goto(`${motorsport}/#/signup`);
  await fillBase(page);
  await page.getByRole('textbox', { name: 'E-mail' }).fill('not an address');
  await page.getByRole('textbox', { name: 'Password' }).fill('short');
  await page.getByRole('textbox', { name: 'Full name' }).fill('Nadia');
  for (const field of ['Team or company', 'Full name']) {
    await page.getByRole('textbox', { name: field }).focus();
    await page.getByRole('textbox', { name: field }).blur();
  }
  await page.getByRole('textbox', { name: 'Team or company' }).fill('Halden');
  await page.getByRole('button', { name: /^Type,/ }).focus();
  await page.getByRole('button', { name: /^Subtype,/ }).focus();
  await page.getByRole('textbox', { name: 'E-mail' }).focus();
  await expect(page.getByText('Please select a type')).toBeVisible();
  await expect(page.getByText('Please enter a subtype')).toBeVisible();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('This is not an e-mail address.', { exact: true })).toBeVisible();
  await expect(page.getByText(/^This is too (short|long): at (least|most) \d+ characters/)).toBeVisible();
  await expect(page.getByText('Please enter first and last name.', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/#\/signup$/);
});

test('a sign-up survives a reload, without the password, until it is sent', async ({ page, motorsport }) => {
  await page.goto(`${motorsport}/#/signup`);
  const username = await fillBase(page);
  await page.getByRole('button', { name: /^Type,/ }).click();
  await page.getByRole('option', { name: 'Team Crew' }).click();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(username);
  await expect(page.getByRole('textbox', { name: 'Full name' })).toHaveValue('Nadia Newcomer');
  await expect(page.getByRole('button', { name: 'Type, Team Crew' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Password' })).toHaveValue('');
  const stored = () => page.evaluate(() => JSON.stringify(localStorage));
  expect(await stored()).not.toContain('a-good-password');

  await page.getByRole('textbox', { name: 'Password' }).fill('a-good-password');
  await page.getByRole('textbox', { name: 'Team or company' }).fill('Halden Racing');
  await page.getByRole('button', { name: /^Subtype,/ }).click();
  await page.getByRole('option', { name: 'Not Applicable' }).click();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/#\/verify_pin$/);
  expect(await stored()).not.toContain('mfe-account.form.');
});

test('a new member signs up in workplace and chooses a workplace', async ({ page, workplace, pageErrors }) => {
  pageErrors.allow(/status of 409/);
  await page.goto(`${workplace}/#/signup`);
  await expect(labels(page)).toHaveText(['Full name', 'Username', 'E-mail', 'Password', 'Workplace', more]);
  const username = await fillBase(page);
  await page.getByRole('textbox', { name: 'Username' }).fill('Driver');
  await page.getByRole('button', { name: /^Workplace,/ }).focus();
  await page.getByRole('textbox', { name: 'Username' }).focus();
  await expect(page.getByText('Please select your workplace')).toBeVisible();
  await page.getByRole('button', { name: /^Workplace,/ }).click();
  await page.getByRole('option', { name: 'Porto works' }).click();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('This username is taken.')).toBeVisible();
  await page.getByRole('textbox', { name: 'Username' }).fill(username);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/#\/verify_pin$/);
});

test('a new member starts on their own profile, after the approval and the plan that the deployment requires', async ({
  page,
  workplace,
  paddock,
  changeDeployment,
}) => {
  await changeDeployment('workplace', (file) => void (file.flags['subscription_required'] = true));
  await page.goto(`${workplace}/#/signup`);
  const username = await fillBase(page);
  await page.getByRole('button', { name: /^Workplace,/ }).click();
  await page.getByRole('option', { name: 'Porto works' }).click();
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page).toHaveURL(/#\/verify_pin$/);
  const { pin } = await pinMail(paddock, `${username}@example.org`);
  await page.getByRole('textbox', { name: 'PIN' }).fill(pin);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL(/#\/pending_approval$/);

  const { token } = await sessionOf(paddock, 'workplace', 'super');
  const id = await page.evaluate(() => (JSON.parse(localStorage.getItem('user')!) as { id: string }).id);
  const asSuper = async (method: string, path: string, body: object) => {
    const reply = await callApi(paddock, 'workplace', method, path, { token, body });
    expect(reply.status).toBe(200);
    return reply.body;
  };
  await asSuper('PUT', `/users/${id}/grant`, {});
  await expect(page).toHaveURL(/#\/subscription_required$/);
  const plan = { type: 'subscription', client_id: crypto.randomUUID(), title: 'Season', amount: 1000, currency: 'EUR' };
  const { item } = (await asSuper('POST', '/items', plan)) as { item: { id: string } };
  await asSuper('PUT', `/users/${id}/subscription`, { subscription: item.id });
  await expect(page).toHaveURL(/#\/main\/profile$/);
  await expect(page.getByRole('main').getByText('Nadia Newcomer').first()).toBeVisible();
});

test('every control of the sign-up form is a target of at least 44 px', async ({ page, motorsport }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${motorsport}/#/signup`);
  const form = page.getByRole('form', { name: 'Sign up' });
  await expect(form.getByRole('button', { name: /^Subtype,/ })).toBeAttached();
  await form.getByRole('switch').click();
  const controls = await form.locator('[aria-haspopup], input:not([type=checkbox], [type=file])').all();
  controls.push(page.getByRole('button', { name: 'Sign up' }));
  expect(controls.length).toBeGreaterThan(6);
  for (const control of controls) {
    expect((await control.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    await control.scrollIntoViewIfNeeded();
    await control.evaluate((element) => element.setAttribute('data-measured', ''));
    await expectTargetSizes(page, '[data-measured]');
    await control.evaluate((element) => element.removeAttribute('data-measured'));
  }
});

test('a member logs in by user name or by e-mail, not with a wrong password, and logs out', async ({
  page,
  motorsport,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 401/);
  const { username, email, password } = await signUp(paddock, 'motorsport');
  await page.goto(`${motorsport}/#/login`);
  await logIn(page, username, 'wrong-password');
  await expect(page.getByText('That username and password don’t match. Check both and try again.')).toBeVisible();
  for (const name of [username, email]) {
    await logIn(page, name, password);
    await expect(page).toHaveURL(/#\/main\/chats\b/);
    await page.getByRole('button', { name: /Menu$/ }).click();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/#\/$/);
    await expect(page.getByRole('navigation', { name: 'Tabs' })).toBeHidden();
    await page.getByRole('link', { name: 'Log in' }).click();
  }
});

test('changing the password ends the session on the other device', async ({
  page,
  browser,
  motorsport,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 40[13]/);
  const member = await signUp(paddock, 'motorsport');
  const other = await browser.newContext({ reducedMotion: 'reduce', storageState: storageStateOf(motorsport, member) });
  pageErrors.watch(other);
  const phone = await other.newPage();
  await phone.goto(motorsport);
  await expect(phone.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible();

  await page.goto(`${motorsport}/#/login`);
  await logIn(page, member.username, member.password);
  await expect(page).toHaveURL(/#\/main\/chats\b/);
  await page.getByRole('button', { name: /Menu$/ }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('link', { name: 'Change password' }).click();
  const fill = async (current: string, fresh: string, again: string) => {
    await page.getByRole('textbox', { name: 'Current password' }).fill(current);
    await page.getByRole('textbox', { name: 'New password', exact: true }).fill(fresh);
    await page.getByRole('textbox', { name: 'New password again' }).fill(again);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await fill(member.password, 'second-password', 'another-password');
  await expect(page.getByText('The two new passwords are not the same.')).toBeVisible();
  await fill('not-mine', 'second-password', 'second-password');
  await expect(page.getByText('This is not your current password.')).toBeVisible();
  await fill(member.password, 'second-password', 'second-password');
  await expect(page.getByText('Password changed. Other devices are logged out.')).toBeVisible();

  await expect(phone.getByRole('heading', { name: 'Session Expired' })).toBeVisible();
  await phone.getByRole('button', { name: 'OK' }).click();
  await expect(phone).toHaveURL(/#\/$/);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();

  await phone.getByRole('link', { name: 'Log in' }).click();
  await logIn(phone, member.username, 'second-password');
  await expect(phone).toHaveURL(/#\/main\/chats\b/);
  await other.close();
});

test('the next member who signs in on a device sees nothing of the previous one', async ({
  page,
  motorsport,
  paddock,
}) => {
  const [first, second] = await Promise.all([signUp(paddock, 'motorsport'), signUp(paddock, 'motorsport')]);
  await signInPage(page, motorsport, first);
  await page.goto(motorsport);
  await expect(page.getByRole('button', { name: `Mara ${first.username} Menu` })).toBeVisible();
  await signInPage(page, motorsport, second);
  await page.goto(motorsport);
  await expect(page.getByRole('button', { name: `Mara ${second.username} Menu` })).toBeVisible();
  await expect(page.getByText(first.username)).toHaveCount(0);
});
