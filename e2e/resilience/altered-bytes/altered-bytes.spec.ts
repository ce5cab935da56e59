import type { FileKind } from '../fixtures/trouble-releases.js';
import { expectTroubleAlone, openTab, retryTrouble } from '../fixtures/tabs.js';
import { expect, test } from '../fixtures/test.js';

for (const kind of ['list of files', 'container manifest', 'entry', 'chunk', 'stylesheet'] satisfies FileKind[])
  test(`an altered ${kind} is blocked, even from the cache, and Retry recovers`, async ({
    page,
    openShell,
    trouble,
    pageErrors,
  }) => {
    pageErrors.allow(/\/mfe-trouble\//);
    const address = await trouble.fileOf(kind);
    const mend = await trouble.spoil(address, (text) => `${text} `);
    const answer = page.waitForResponse((response) => response.url().endsWith(address), { timeout: 0 });
    await openShell();
    await openTab(page, 'Trouble');
    await expectTroubleAlone(page, { code: 'MODULE_INTEGRITY', version: await trouble.version() });
    expect((await answer).headers()['cache-control']).toContain('immutable');
    await mend();
    // The browser still caches the altered bytes, for a year.
    const cached = await page.evaluate(async (url) => (await fetch(url, { cache: 'force-cache' })).text(), address);
    expect(cached.endsWith(' ')).toBe(true);
    await retryTrouble(page);
  });

test('an altered chunk that loads later is blocked, and Retry recovers', async ({
  page,
  openShell,
  trouble,
  pageErrors,
}) => {
  pageErrors.allow(/\/mfe-trouble\/|ChunkLoadError|Loading chunk/);
  const mend = await trouble.spoil(await trouble.fileOf('later chunk'), (text) => `${text} `);
  await openShell();
  await openTab(page, 'Trouble');
  await page.getByRole('button', { name: 'Load the rest' }).click();
  await expectTroubleAlone(page, { code: 'MODULE_INTEGRITY', version: await trouble.version() });
  await mend();
  await retryTrouble(page);
  await page.getByRole('button', { name: 'Load the rest' }).click();
  // Exact, to exclude the button.
  await expect(page.getByText('The rest', { exact: true })).toBeVisible();
});
