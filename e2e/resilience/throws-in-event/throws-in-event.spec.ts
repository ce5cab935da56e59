import { expectTroubleAlone, openTab, retryTrouble } from '../fixtures/tabs.js';
import { test } from '../fixtures/test.js';

test('a module that throws later in an event handler shows its tile and recovers', async ({
  page,
  openShell,
  trouble,
  pageErrors,
}) => {
  pageErrors.allow(/thrown in an event/);
  await openShell();
  await openTab(page, 'Trouble');
  await page.getByRole('button', { name: 'Throw in an event' }).click();
  await expectTroubleAlone(page, { code: 'MODULE_CRASHED', version: await trouble.version() });
  await retryTrouble(page);
});
