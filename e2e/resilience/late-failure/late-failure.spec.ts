import { expectTab, openTab, tileOf } from '../fixtures/tabs.js';
import { expect, test } from '../fixtures/test.js';

test('diagnostics show code and version of a module that failed after mounting, and Retry recovers', async ({
  page,
  openShell,
  trouble,
  pageErrors,
}) => {
  pageErrors.allow(/thrown in an event/);
  await openShell();
  await openTab(page, 'Trouble');
  await page.getByRole('button', { name: 'Throw in an event' }).click();
  await tileOf(page, 'Trouble').getByRole('link', { name: 'Why is this?' }).click();
  await expect(page).toHaveURL(/#\/main\/diagnostics$/);

  const report = page.getByRole('listitem').filter({ hasText: 'mfe-trouble' });
  await expect(report).toContainText('Failed');
  await expect(report).toContainText(`MODULE_CRASHED · mfe-trouble ${await trouble.version()}`);
  await expect(report).toContainText('thrown in an event');
  await report.getByRole('button', { name: 'Retry' }).click();
  await expect(report).toContainText('Shown');
  await openTab(page, 'Trouble');
  await expectTab(page, 'Trouble');
});

test('diagnostics explain a tab that the deployment does not name', async ({ page, motorsport, openShell }) => {
  await openShell();
  await page.goto(`${motorsport}/#/main/diagnostics`);
  const report = page.getByRole('listitem').filter({ hasText: 'Rooms' });
  await expect(report).toContainText('Off here');
  await expect(report).toContainText('This community does not use this tab.');
});

test('diagnostics explain a tab that a flag turns off', async ({ page, motorsport, openShell, changeDeployment }) => {
  await changeDeployment('motorsport', (file) => {
    file.tabs.push('people');
    file.flags.hide_people_tab = true;
  });
  await openShell();
  await page.goto(`${motorsport}/#/main/diagnostics`);
  const report = page.getByRole('listitem').filter({ hasText: 'Turned off by flags.hide_people_tab.' });
  await expect(report).toContainText('People');
});

test('a late file that a proxy refuses for a moment is requested again, and the page goes on', async ({
  openAs,
  pageErrors,
}) => {
  pageErrors.allow(/status of 503|ChunkLoadError|integrity/);
  const page = await openAs('driver');
  await openTab(page, 'Chats');
  await expect(page.getByRole('list', { name: 'Chats' }).getByRole('listitem').first()).toBeVisible();
  let requests = 0;
  await page.route(/\/mfe-chats\/[^/]+\/assets\/[^/]+\.js$/, (route) =>
    ++requests <= 2 ? route.fulfill({ status: 503 }) : route.continue(),
  );
  await page.getByRole('searchbox', { name: /^Search chats/ }).fill('an');
  await expect(page.getByRole('main').getByRole('heading', { name: 'People' })).toBeVisible();
  expect(requests).toBeGreaterThan(2);
  await expect(tileOf(page, 'Chats')).toHaveCount(0);
});
