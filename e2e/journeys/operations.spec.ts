import { callApi } from '../fixtures/call-api.js';
import { go } from '../fixtures/places.js';
import { sessionOf } from '../fixtures/sign-in.js';
import { expect, test } from '../fixtures/test.js';

for (const community of ['motorsport', 'workplace'] as const)
  test(`a super admin of ${community} reads the status, from the desk by keyboard`, async ({ openAs }) => {
    const page = await openAs('super', { community });
    await go(page, '/main/admin');
    const link = page.getByRole('link', { name: /^Status/ });
    await link.focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/main\/admin\/status$/);
    await expect(page.getByRole('heading', { name: 'Status', level: 1 })).toBeVisible();
    const processes = page.getByRole('region', { name: 'Processes' });
    await expect(processes.getByRole('listitem')).toHaveCount(1);
    await expect(processes).toContainText('Answered this page');
    await expect(page.getByRole('region', { name: 'Database' })).toContainText('embedded-mongo');
    await expect(page.getByRole('region', { name: 'Periodic jobs' })).toContainText('rooms.release_bookings');
    await page.getByRole('button', { name: 'Back' }).click();
    await expect(page).toHaveURL(/#\/main\/admin$/);
  });

test('the status keeps its last figures while the network is away, and refreshes by itself', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_INTERNET_DISCONNECTED/);
  const page = await openAs('super');
  await go(page, '/main/admin/status');
  const processes = page.getByRole('region', { name: 'Processes' });
  await expect(processes).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('The figures cannot be refreshed.')).toBeVisible({ timeout: 30_000 });
  await expect(processes).toBeVisible();
  await page.context().setOffline(false);
  await expect(page.getByText('The figures cannot be refreshed.')).toBeHidden({ timeout: 30_000 });
});

test('an admin of a workplace and a member are refused, on the page and by the service', async ({
  openAs,
  paddock,
  pageErrors,
}) => {
  pageErrors.allow(/status of 403/);
  for (const user of ['chief', 'driver'] as const) {
    const page = await openAs(user, { community: 'workplace' });
    await go(page, '/main/admin/status');
    await expect(page.getByRole('alert')).toContainText('FORBIDDEN');
    await expect(page.getByRole('region', { name: 'Processes' })).toHaveCount(0);
    await go(page, '/main/admin/deployment');
    await expect(page.getByRole('alert')).toContainText('FORBIDDEN');
    await expect(page.getByRole('region', { name: 'Flags' })).toHaveCount(0);
    const { token } = await sessionOf(paddock, 'workplace', user);
    for (const path of ['/operations/status', '/operations/deployment']) {
      const reply = await callApi(paddock, 'workplace', 'GET', path, { token });
      expect([reply.status, reply.body]).toEqual([403, expect.objectContaining({ code: 'FORBIDDEN' })]);
    }
  }
  const chief = await openAs('chief', { community: 'workplace' });
  await go(chief, '/main/admin');
  await expect(chief.getByRole('link', { name: /^(Status|Deployment)/ })).toHaveCount(0);
});

for (const community of ['motorsport', 'workplace'] as const)
  test(`a super admin of ${community} gets the change that the file needs, and a draft survives a reload`, async ({
    openAs,
    paddock,
  }) => {
    const page = await openAs('super', { community });
    await go(page, '/main/admin');
    await page.getByRole('link', { name: /^Deployment/ }).click();
    await expect(page.getByRole('region', { name: 'Modules' }).getByRole('listitem')).not.toHaveCount(0);
    const flags = page.getByRole('region', { name: 'Flags' });
    await page.getByRole('searchbox', { name: 'Search flags' }).fill('username_max');
    await flags.getByRole('button', { name: /^username_max/ }).press('Enter');
    const sheet = page.getByRole('dialog', { name: 'username_max' });
    const value = sheet.getByRole('textbox', { name: 'Value as JSON' });
    await value.fill('0');
    await sheet.getByRole('button', { name: 'Check the change' }).click();
    await expect(sheet.getByRole('alert')).toContainText('flags.username_max');
    await value.fill('19');
    await page.reload();
    await page.getByRole('searchbox', { name: 'Search flags' }).fill('username_max');
    await flags.getByRole('button', { name: /^username_max/ }).click();
    await expect(value).toHaveValue('19');
    await sheet.getByRole('button', { name: 'Check the change' }).click();
    await expect(sheet.getByRole('region', { name: 'Change of the file' })).toContainText('"username_max": 19');
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    // Nothing was written.
    await page.reload();
    await page.getByRole('searchbox', { name: 'Search flags' }).fill('username_max');
    await expect(flags.getByRole('button', { name: /^username_max/ })).not.toContainText('19');
    const boot = await callApi(paddock, community, 'GET', '/boot');
    expect(boot.body).not.toMatchObject({ flags: { username_max: 19 } });
  });
