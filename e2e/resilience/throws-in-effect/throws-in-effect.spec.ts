import { expectTroubleAlone, openTab, retryTrouble } from '../fixtures/tabs.js';
import { test } from '../fixtures/test.js';

test('a module that throws later in an effect shows its tile and recovers', async ({
  page,
  openShell,
  trouble,
  pageErrors,
}) => {
  pageErrors.allow(/thrown in an effect/);
  await openShell();
  await openTab(page, 'Trouble');
  await page.getByRole('button', { name: 'Throw in an effect' }).click();
  await expectTroubleAlone(page, { code: 'MODULE_CRASHED', version: await trouble.version() });
  await retryTrouble(page);
});
