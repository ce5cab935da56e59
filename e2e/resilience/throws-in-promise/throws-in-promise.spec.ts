import { expectTroubleAlone, openTab, retryTrouble } from '../fixtures/tabs.js';
import { test } from '../fixtures/test.js';

test('a module that throws later in an unhandled promise shows its tile and recovers', async ({
  page,
  openShell,
  trouble,
  pageErrors,
}) => {
  pageErrors.allow(/thrown in a promise/);
  await openShell();
  await openTab(page, 'Trouble');
  await page.getByRole('button', { name: 'Throw in a promise' }).click();
  await expectTroubleAlone(page, { code: 'MODULE_CRASHED', version: await trouble.version() });
  await retryTrouble(page);
});
