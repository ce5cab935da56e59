import { readFile } from 'node:fs/promises';
import { signUp } from '../fixtures/members.js';
import { go } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { signInPage } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

test('a member saves an archive of the own data', async ({ page, workplace, paddock }) => {
  await signInPage(page, workplace, await signUp(paddock, 'workplace'));
  await page.goto(`${workplace}/#/main/settings/delete`);
  await page.getByRole('button', { name: 'Create an archive of my data' }).click();
  const link = page.getByRole('link', { name: 'Save the archive' });
  await expect(link).toBeVisible();
  const [saved] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect((await readFile(await saved.path())).subarray(0, 2).toString()).toBe('PK');
});

test('quiet hours outlive a reload, and the section shows them', async ({ page, motorsport, paddock }) => {
  await signInPage(page, motorsport, await signUp(paddock, 'motorsport'));
  await page.goto(`${motorsport}/#/main/settings/notifications`);
  const quiet = page.getByRole('switch', { name: 'Quiet hours' });
  await quiet.click({ force: true });
  await expect(page.getByText('Notifications updated')).toBeVisible();
  await page.reload();
  await expect(quiet).toBeChecked();
  await expect(page.getByText('quiet from 22:00').first()).toBeVisible();
  await page.getByRole('textbox', { name: 'From' }).fill('21:30');
  await page.getByRole('textbox', { name: 'To', exact: true }).focus();
  await expect(page.getByText('quiet from 21:30').first()).toBeVisible();
});

test('the configured link is in the settings and opens in a new window', async ({ openAs, changeDeployment }) => {
  const page = await openAs('driver', { viewport: viewports.phone });
  await go(page, '/main/settings');
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await expect(page.getByRole('link', { name: /Race office/ })).toHaveCount(0);
  await changeDeployment('motorsport', (file) => {
    file.flags['settings_link'] = { title: 'Race office', url: 'https://office.example/' };
  });
  const link = page.getByRole('link', { name: /Race office/ });
  await expect(link).toHaveAttribute('href', 'https://office.example/');
  await expect(link).toHaveAttribute('target', '_blank');
});

test('on a phone the bell in home’s header leads to the notifications', async ({ openAs }) => {
  const page = await openAs('driver', { viewport: viewports.phone });
  await go(page, '/main/home');
  const bell = page.getByRole('main').getByRole('link', { name: /^Notifications/ });
  await expect(bell).toContainText('unread');
  await bell.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  await page.setViewportSize(viewports.desktop);
  await go(page, '/main/home');
  await expect(bell).toBeHidden();
});

test('the desk lists the members with a role, whose profiles change it', async ({ openAs, pageErrors }) => {
  pageErrors.allow(/status of 403/);
  const [admin, member] = await Promise.all([openAs('super'), openAs('driver')]);
  await go(admin, '/main/admin');
  const card = admin.getByRole('region', { name: 'Members and roles' });
  await expect(card.getByRole('link', { name: /Super admin/ }).first()).toBeVisible();
  await card.getByRole('link', { name: 'All (Members and roles)' }).click();
  await expect(admin.getByRole('heading', { level: 1, name: 'Members and roles' })).toBeVisible();
  await expect(admin.getByRole('link', { name: /^All members/ })).toBeVisible();
  await admin
    .getByRole('list', { name: 'Members with a role' })
    .getByRole('link', { name: /Admin$/ })
    .last()
    .click();
  await expect(admin).toHaveURL(/#\/main\/profile\/\w+/);

  await go(member, '/main/roles');
  await expect(member.getByRole('alert')).toContainText('FORBIDDEN');
});
