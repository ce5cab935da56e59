import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectAccessible } from '../fixtures/accessibility.js';
import { dropPaths } from '../fixtures/drop-folder.js';
import { go, unique } from '../fixtures/places.js';
import { viewports } from '../fixtures/screens.js';
import { expect, test } from '../fixtures/test.js';

test('a dropped folder arrives with its folders and files; what is refused is named, and the rest goes on', async ({
  openAs,
  pageErrors,
}) => {
  // The folders and files that are there already when it is dropped again.
  pageErrors.allow(/status of 409/);
  const root = await mkdtemp(join(tmpdir(), 'paddock-drop-'));
  const name = unique('Round');
  const laps = join(root, name, 'Practice', 'Laps');
  await mkdir(laps, { recursive: true });
  await Promise.all([
    writeFile(join(root, name, 'plan.txt'), 'Warm-up 08:30'),
    writeFile(join(root, name, 'NUL'), ''),
    ...Array.from({ length: 7 }, (_, lap) => writeFile(join(laps, `lap ${lap + 1}.csv`), `${lap},1:45.${lap}`)),
  ]);
  try {
    const page = await openAs('chief', { community: 'workplace', viewport: viewports.desktop });
    await go(page, '/main/files');
    const list = page.getByRole('list', { name: 'Documents' });
    const folder = page.getByRole('link', { name: new RegExp(name) });
    await dropPaths(list, [join(root, name)]);
    await expect(page.getByText('Uploaded, except for 1')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Skipped' })).toContainText(`${name}/NUL`);
    await expectAccessible(page);
    await expect(folder).toContainText('8 files');

    await writeFile(join(laps, 'lap 8.csv'), '8,1:44.9');
    await page.getByRole('button', { name: 'Close' }).click();
    await dropPaths(list, [join(root, name)]);
    await expect(page.getByText('Uploaded, except for 9')).toBeVisible();
    await page.getByRole('button', { name: 'Close' }).click();
    await expect(folder).toContainText('9 files');
    await folder.click();
    await page.getByRole('link', { name: /Practice/ }).click();
    await page.getByRole('link', { name: /Laps/ }).click();
    await expect(page.getByRole('link', { name: /lap 8\.csv/ })).toBeVisible();
    await expect(page.getByRole('link', { name: /lap \d\.csv/ })).toHaveCount(8);
  } finally {
    await rm(root, { recursive: true });
  }
});
