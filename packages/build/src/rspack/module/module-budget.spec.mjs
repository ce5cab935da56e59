import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkBudget } from './module-budget.mjs';

let outDir;
beforeEach(async () => {
  outDir = await mkdtemp(path.join(tmpdir(), 'paddock-budget-'));
  await mkdir(path.join(outDir, 'assets'));
  await writeFile(
    path.join(outDir, 'mf-manifest.json'),
    JSON.stringify({
      metaData: { remoteEntry: { path: 'assets', name: 'entry.js' } },
      exposes: [{ assets: { js: { sync: ['assets/screen.js'], async: ['assets/later.js'] }, css: { sync: [] } } }],
    }),
  );
  // Random bytes do not compress, so the written size is the counted size.
  await writeFile(path.join(outDir, 'assets/entry.js'), randomBytes(3 * 1024));
  await writeFile(path.join(outDir, 'assets/screen.js'), randomBytes(6 * 1024));
  await writeFile(path.join(outDir, 'assets/later.js'), randomBytes(50 * 1024));
});
afterEach(() => rm(outDir, { recursive: true, force: true }));

describe(checkBudget.name, () => {
  it('counts the files of the first screen only', async () => {
    const bytes = await checkBudget({ outDir, budgetKb: 10, id: 'mfe-x' });
    expect(Math.round(bytes / 1024)).toBe(9);
  });

  it('fails with Maximum, Received and the largest file first', () =>
    expect(checkBudget({ outDir, budgetKb: 8, id: 'mfe-x' })).rejects.toThrow(
      /mfe-x[^]*Maximum: 8 KB\nReceived: 9\.\d KB\n {2}6\.\d KB {2}assets\/screen\.js/,
    ));

  it('prints a size that differs from the budget when it is a few bytes above', async () => {
    const bytes = await checkBudget({ outDir, budgetKb: 10, id: 'mfe-x' });
    await expect(checkBudget({ outDir, budgetKb: (bytes - 1) / 1024, id: 'mfe-x' })).rejects.toThrow(
      'Received: 9.1 KB',
    );
  });
});
