import { expectTroubleAlone, openTab, retryTrouble } from '../fixtures/tabs.js';
import { test } from '../fixtures/test.js';

test('a module that throws while mounting shows its tile and recovers', async ({
  page,
  openShell,
  trouble,
  pageErrors,
}) => {
  pageErrors.allow(/thrown in mount/);
  await openShell({ version: 'this', while: 'mounting' });
  await openTab(page, 'Trouble');
  await expectTroubleAlone(page, { code: 'MODULE_MOUNT', version: await trouble.version() });
  await page.evaluate(() => localStorage.removeItem('mfe-trouble.fails'));
  await retryTrouble(page);
});
