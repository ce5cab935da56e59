import { callApi } from '../fixtures/call-api.js';
import { signUp } from '../fixtures/members.js';
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
  await page.goto(`${motorsport}/#/main/settings`);
  await page.getByRole('button', { name: 'Devices' }).click();
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
  await page.goto(`${motorsport}/#/main/settings`);
  await page.getByRole('button', { name: /^Notifications/ }).click();
  const likes = page.getByRole('switch', { name: 'Likes' });
  await likes.focus();
  await page.keyboard.press('Space');
  await expect(page.getByText('Notifications updated')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Some are off')).toBeVisible();
  await page.getByRole('button', { name: /^Notifications/ }).click();
  await expect(likes).not.toBeChecked();
  // Tabs that this community does not have are not listed.
  await expect(page.getByRole('switch', { name: 'Room bookings' })).toHaveCount(0);

  await page.route(`**/api/users/${member.id}`, (route) => route.abort());
  await likes.check({ force: true });
  await expect(page.getByText('The change failed.')).toBeVisible();
  await expect(likes).not.toBeChecked();
});

test('a like appears at the menu and on the page of notifications, and is read there', async ({
  page,
  motorsport,
  paddock,
}) => {
  const member = await signUp(paddock, 'motorsport');
  const { token } = await sessionOf(paddock, 'motorsport', 'crew');
  const body = { client_id: crypto.randomUUID(), shout: 'Pole!', group: '0' };
  const { body: shout } = await callApi(paddock, 'motorsport', 'POST', '/shouts', { token: member.token, body });
  await signInPage(page, motorsport, member);
  await page.goto(`${motorsport}/#/main/hamburger`);
  const row = page.getByRole('main').getByRole('link', { name: /^Notifications/ });
  await expect(row).toHaveAccessibleName('Notifications');
  await callApi(paddock, 'motorsport', 'PUT', `/shouts/${(shout as { id: string }).id}/like`, { token, body: {} });
  await expect(row).toHaveAccessibleName(/1 unread/);
  await row.click();
  const notification = page.getByRole('list', { name: 'Notifications' }).getByRole('link');
  await expect(notification).toHaveText(/likes what you wrote/);
  await expect(notification.getByText('New')).toBeAttached();
  await notification.click();
  await expect(page.getByRole('log').getByText('Pole!')).toBeVisible();
  await page.goto(`${motorsport}/#/main/hamburger`);
  await expect(row).toHaveAccessibleName('Notifications');
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
  await page.goto('/#/main/settings');
  const light = await ground();
  await page.getByRole('button', { name: /^Appearance/ }).click();
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
  await page.getByRole('button', { name: 'Appearance Dark' }).click();
  await page.getByRole('radio', { name: 'As the device' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme');
  await expect.poll(ground).toBe(light);
});
