import { callApi } from '../fixtures/call-api.js';
import { signUp } from '../fixtures/members.js';
import { viewports } from '../fixtures/screens.js';
import { newSession, sessionOf, signInPage } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

test('the list of devices logs another device out at once', async ({
  page,
  motorsport,
  paddock,
  newWindow,
  pageErrors,
}) => {
  pageErrors.allow(/status of 401|WebSocket connection/);
  const member = await signUp(paddock, 'motorsport');
  const phone = await newWindow(member);
  await phone.goto(motorsport);
  await expect(phone.getByRole('heading', { level: 1, name: 'Chats' })).toBeVisible();

  await signInPage(page, motorsport, await newSession(paddock, 'motorsport', member.username, member.password));
  await page.goto(`${motorsport}/#/main/settings/devices`);
  const devices = page.getByRole('group', { name: 'Devices' });
  await expect(devices.getByText('This device')).toHaveCount(1);
  await devices.getByRole('button', { name: /^Log out/ }).click();
  await expect(phone.getByRole('heading', { name: 'Session Expired' })).toBeVisible({ timeout: 5000 });
  await expect(devices.getByRole('button')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test('a switch changes a notification setting, and reverts when that fails', async ({
  page,
  motorsport,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_FAILED/);
  const member = await signUp(paddock, 'motorsport');
  await signInPage(page, motorsport, member);
  await page.goto(`${motorsport}/#/main/settings/notifications`);
  const likes = page.getByRole('switch', { name: 'Likes' });
  await likes.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Notifications updated')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Some are off')).toBeVisible();
  await expect(likes).not.toBeChecked();
  // In the app and by e-mail.
  await expect(page.getByRole('switch', { name: 'Room bookings' })).toHaveCount(2);

  await page.route(`**/api/users/${member.id}`, (route) => route.abort());
  await likes.check({ force: true });
  await expect(page.getByText('The change failed.')).toBeVisible();
  await expect(likes).not.toBeChecked();
});

test('a like appears at the bell, whose panel opens over the page and leads to it', async ({
  page,
  motorsport,
  paddock,
}) => {
  const member = await signUp(paddock, 'motorsport');
  const { token } = await sessionOf(paddock, 'motorsport', 'crew');
  const like = async (text: string) => {
    const body = { client_id: crypto.randomUUID(), shout: text, group: '0' };
    const { body: shout } = await callApi(paddock, 'motorsport', 'POST', '/shouts', { token: member.token, body });
    const { id } = shout as { id: string };
    await callApi(paddock, 'motorsport', 'PUT', `/shouts/${id}/like`, { token, body: {} });
  };
  await signInPage(page, motorsport, member);
  await page.goto(`${motorsport}/#/main/events`);
  const bell = page.getByRole('button', { name: /^Notifications/ });
  await expect(bell).toHaveAccessibleName('Notifications');
  for (const text of ['Pole!', 'Again!', 'And again!']) await like(text);
  await expect(bell).toHaveAccessibleName(/3 unread/);
  await bell.click();
  const panel = page.getByRole('dialog', { name: 'Notifications' });
  const rows = panel.getByRole('listitem').getByRole('link');
  await expect(rows.first()).toHaveText(/likes what you wrote/);
  await page.keyboard.press('Escape');
  await expect(panel).toBeHidden();
  await expect(page).toHaveURL(/#\/main\/events/);

  await bell.click();
  await rows.last().click();
  await expect(panel).toBeHidden();
  await expect(page.getByRole('log').getByText('Pole!')).toBeVisible();
  await expect(bell).toHaveAccessibleName(/2 unread/);
  await bell.click();
  await expect(rows.filter({ hasText: 'New' })).toHaveCount(2);
  await panel.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(rows.filter({ hasText: 'New' })).toHaveCount(0);
  await page.goBack();
  await expect(panel).toBeHidden();
  await expect(bell).toHaveAccessibleName('Notifications');
  await expect(page.getByRole('log')).toBeVisible();
});

test('the profile at the foot of the rail opens the menu, a phone has it as a page', async ({ openAs }) => {
  const page = await openAs('steward', { community: 'workplace', locale: 'en' });
  await page.getByRole('button', { name: /Menu$/ }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByRole('radio', { name: 'Dark' }).click({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(menu.getByRole('link', { name: /^Language English/ })).toBeVisible();
  await menu.getByRole('link', { name: /^Admin’s desk/ }).click();
  await expect(menu).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Admin’s desk' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Menu', exact: true })).toBeHidden();

  await page.setViewportSize(viewports.phone);
  await expect(page.getByRole('button', { name: /Menu$/ })).toBeHidden();
  await page.getByRole('navigation', { name: 'Tabs' }).getByRole('link', { name: /^Menu/ }).click();
  await expect(page.getByRole('main').getByRole('link', { name: /^Admin’s desk/ })).toBeVisible();
});

test('the settings lead to the legal pages and back', async ({ page, motorsport, paddock }) => {
  await signInPage(page, motorsport, await signUp(paddock, 'motorsport'));
  for (const [name, path] of [
    ['Privacy', 'privacy'],
    ['Terms', 'terms'],
  ] as const) {
    await page.goto(`${motorsport}/#/main/settings`);
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(name) })
      .click();
    await expect(page).toHaveURL(`${motorsport}/#/${path}`);
    await expect(page.getByRole('heading', { level: 1, name: new RegExp(name) })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(`${motorsport}/#/main/settings`);
  }
});

test('the chosen appearance holds over a reload, from the first paint on, and in other windows', async ({
  openAs,
  motorsport,
}) => {
  const page = await openAs('driver');
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.goto('/#/main/settings/appearance');
  const light = await ground();
  const other = await page.context().newPage();
  await other.goto(motorsport);
  await expect(other.locator('html')).not.toHaveAttribute('data-theme');
  await page.getByRole('radio', { name: 'Dark' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(ground).not.toBe(light);
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');

  // Before the boot reply has come.
  await page.route('**/api/boot**', () => undefined);
  await page.goto('about:blank');
  await page.goto(`${motorsport}/#/main/settings`, { waitUntil: 'commit' });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect.poll(() => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('dark');
  await page.unroute('**/api/boot**');
  await page.goto('about:blank');
  await page.goto(`${motorsport}/#/main/settings`);
  await page.getByRole('link', { name: 'Appearance Dark' }).click();
  await page.getByRole('radio', { name: 'As the device' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  await expect.poll(ground).toBe(light);
});

test('the open section has an address, which a reload and Back keep, and each is a drawer on a phone', async ({
  openAs,
}) => {
  const page = await openAs('driver', { community: 'workplace', locale: 'en' });
  const section = (name: string) => page.getByRole('heading', { level: 2, name });
  await page.goto('/#/main/settings');
  await expect(section('Notifications')).toBeVisible();
  await page.getByRole('link', { name: /^Devices/ }).click();
  await expect(page).toHaveURL(/#\/main\/settings\/devices$/);
  await page.reload();
  await expect(section('Devices')).toBeVisible();
  await page.getByRole('link', { name: 'Change password' }).click();
  await page.getByRole('textbox', { name: 'Current password' }).fill('not sent');
  await page.getByRole('link', { name: 'Sign-in security Password only' }).click();
  await expect(section('Sign-in security')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('textbox', { name: 'Current password' })).toHaveValue('');

  await page.setViewportSize(viewports.phone);
  const drawer = (name: RegExp | string) => page.getByRole('button', { name, expanded: false });
  await expect(page.getByRole('textbox', { name: 'Current password' })).toBeVisible();
  for (const [name, text] of [
    [/^Notifications/, 'What reaches you'],
    [/^Appearance/, 'For this browser.'],
    [/^Language/, 'For the app and your e-mails.'],
    [/^E-mail address/, 'New e-mail address'],
    [/^Sign-in security/, 'Authenticator app'],
    [/^Devices/, 'This device'],
    ['Give feedback', 'Your feedback'],
    ['Log out', 'You will need your password'],
    ['Delete account', 'Current password'],
  ] as const) {
    await drawer(name).click();
    await expect(page.getByRole('main').getByText(text).last()).toBeVisible();
    await expect(page.getByRole('button', { expanded: true })).toHaveCount(1);
  }
  await expect(page).toHaveURL(/#\/main\/settings\/delete$/);
});
