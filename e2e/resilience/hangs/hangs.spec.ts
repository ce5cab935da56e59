import { expectTab, expectTroubleAlone, openTab, retryTrouble } from '../fixtures/tabs.js';
import { test } from '../fixtures/test.js';

test('a module that does not load within 10 s shows its tile and recovers', async ({
  page,
  openShell,
  trouble,
  pageErrors,
}) => {
  pageErrors.allow(/\/mfe-trouble\//);
  const entry = `**${await trouble.fileOf('entry')}`;
  await page.route(entry, () => undefined);
  await openShell();
  await openTab(page, 'Trouble');
  // Other tabs work while it loads.
  await openTab(page, 'Events');
  await expectTab(page, 'Events');
  await openTab(page, 'Trouble');
  await page.getByRole('alert').waitFor({ timeout: 30_000 });
  await expectTroubleAlone(page, { code: 'MODULE_TIMEOUT', version: await trouble.version() });
  await page.unroute(entry);
  await retryTrouble(page);
});
