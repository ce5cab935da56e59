import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { callApi } from '../../fixtures/call-api.js';
import { sessionOf } from '../../fixtures/sign-in.js';
import { expectTab, openTab } from '../fixtures/tabs.js';
import { expect, test } from '../fixtures/test.js';

// A Paddock of its own: it remembers the release that worked, which the other drills must not fall back to.
test.use({ paddockOptions: { env: {} } });

test('after two bad releases in a row the release that last worked runs', async ({
  page,
  openShell,
  trouble,
  paddock,
}) => {
  const good = await trouble.version();
  const { token } = await sessionOf(paddock, 'motorsport', 'driver');
  const body = { type: 'module_mounted', module: 'mfe-trouble', version: good };
  expect((await callApi(paddock, 'motorsport', 'POST', '/logs', { token, body })).status).toBe(200);
  for (let releases = 0; releases < 2; releases++)
    await trouble.releaseChanged(async (dir) => {
      const file = join(dir, 'manifest.json');
      const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
      await writeFile(file, JSON.stringify({ ...manifest, contract: '^99.0.0' }));
    });
  const bad = await trouble.version();
  await openShell();
  await openTab(page, 'Trouble');
  await expectTab(page, 'Trouble');
  await page.evaluate(() => (location.hash = '/main/diagnostics'));
  const report = page.getByRole('listitem').filter({ hasText: 'mfe-trouble' });
  await expect(report).toContainText(`Version ${bad} failed, so an earlier one is shown.`);
  await expect(report).toContainText(`CONTRACT_MISMATCH · mfe-trouble ${good}`);
});
