import { expect, test } from '../../fixtures/test.js';

/** What a release may do to a window that is older: a field of the boot reply is missing. */
const withoutTabs = (body: string) => JSON.stringify({ ...(JSON.parse(body) as object), tabs: undefined });

test.use({ isCold: true });

test('a window that does not understand the server’s reply offers a reload, at its start and while it is open', async ({
  openAs,
  motorsport,
  pageErrors,
}) => {
  pageErrors.allow(/Cannot read properties of undefined|is not iterable|undefined is not|ERR_INTERNET_DISCONNECTED/);
  const page = await openAs('driver');
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/logs')) reports.push(request.postData() ?? '');
  });
  await page.goto(`${motorsport}/#/main/chats/0`);
  await expect(page.getByRole('textbox', { name: 'Write to Everybody' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Write to Everybody' }).fill('Half a thought');

  const boot = await page.evaluate(async () => (await fetch('/api/boot')).text());
  const body = withoutTabs(boot);
  await page.route('**/api/boot*', (route) => route.fulfill({ contentType: 'application/json', body }));
  await page.context().setOffline(true);
  await expect(page.getByText('Internet disconnected')).toBeVisible();
  await page.context().setOffline(false);
  const crash = page.getByRole('alert').filter({ hasText: 'SHELL_CRASHED' });
  await expect(crash).toBeVisible();
  expect(reports.some((body) => body.includes('SHELL_CRASHED'))).toBe(true);
  await crash.getByRole('button', { name: 'Reload' }).click();
  await expect(crash).toBeVisible();

  await page.unrouteAll();
  await crash.getByRole('button', { name: 'Reload' }).press('Enter');
  await expect(page.getByRole('textbox', { name: 'Write to Everybody' })).toHaveValue('Half a thought');
});
