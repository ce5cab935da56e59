import { expectTab, openTab } from '../fixtures/tabs.js';
import { expect, test } from '../fixtures/test.js';

for (const [phase, code] of [
  ['evaluating', 'MODULE_EVALUATION'],
  ['mounting', 'MODULE_MOUNT'],
] as const)
  test(`the previous version replaces one that throws while ${phase}`, async ({
    page,
    openShell,
    trouble,
    pageErrors,
  }) => {
    pageErrors.allow(/thrown (while evaluating|in mount)/);
    const before = await trouble.version();
    await trouble.releaseNext();
    const after = await trouble.version();
    await openShell({ version: 'next', while: phase });
    await openTab(page, 'Trouble');
    await expectTab(page, 'Trouble');
    await page.getByRole('button', { name: 'Load the rest' }).click();
    await expect(page.getByText('The rest', { exact: true })).toBeVisible();

    await page.evaluate(() => (location.hash = '/main/diagnostics'));
    const report = page.getByRole('listitem').filter({ hasText: 'mfe-trouble' });
    await expect(report).toContainText(`Version ${after} failed, so an earlier one is shown.`);
    await expect(report).toContainText(`${code} · mfe-trouble ${before}`);

    // Once the new version works, a reload shows it.
    await page.evaluate(() => localStorage.removeItem('mfe-trouble.next.fails'));
    await page.reload();
    await expect(report).toContainText(/Loaded in/);
    await expect(report).toContainText(`mfe-trouble ${after}`);
  });
