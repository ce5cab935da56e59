import { expectTroubleAlone, openTab, retryTrouble } from '../fixtures/tabs.js';
import { test } from '../fixtures/test.js';

test('a module that throws during evaluation shows its tile and recovers', async ({
  page,
  openShell,
  trouble,
  pageErrors,
}) => {
  pageErrors.allow(/thrown while evaluating/);
  await openShell({ version: 'this', while: 'evaluating' });
  await openTab(page, 'Trouble');
  await expectTroubleAlone(page, { code: 'MODULE_EVALUATION', version: await trouble.version() });
  await page.evaluate(() => localStorage.removeItem('mfe-trouble.fails'));
  await retryTrouble(page);
});
