import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectTab, openTab, tileOf } from '../fixtures/tabs.js';
import { expect, test } from '../fixtures/test.js';

/** Simulates a release for another app, because the build refuses such a range. */
async function forAnotherContract(dir: string): Promise<void> {
  const file = join(dir, 'manifest.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as object;
  await writeFile(file, JSON.stringify({ ...manifest, contract: '^99.0.0' }));
}

test('a release that fixes a module replaces its tile automatically', async ({ page, openShell, trouble }) => {
  await trouble.releaseChanged(forAnotherContract);
  await openShell();
  await openTab(page, 'Trouble');
  await expect(tileOf(page, 'Trouble')).toBeVisible();
  await trouble.restore();
  await expectTab(page, 'Trouble');
});
