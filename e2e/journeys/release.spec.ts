import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moveChannel } from '@paddock/build/rspack/release/move-channel.mjs';
import { releaseModule } from '@paddock/build/rspack/release/release-module.mjs';
import { root, shellDir, varDir } from '@paddock/cli/paths.mjs';
import { tab } from '../fixtures/places.js';
import { expect, test } from '../fixtures/test.js';

test.use({ isCold: true });

test('only a rebuilt and released module changes after a reload', async ({ openAs, paddock }) => {
  const page = await openAs('driver');
  const heading = page.getByRole('heading', { level: 1 }).first();
  /** The page's files by owner: the shell's `assets`, or a module's version. */
  const files = () =>
    page.evaluate(() => {
      const paths = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
      return [...new Set(paths.filter((path) => /^\/(assets|mfe-[a-z]+)\//.test(path)))].sort();
    });
  const others = async () => (await files()).filter((path) => !path.startsWith('/mfe-events/'));
  await tab(page, 'Events').click();
  await expect(heading).toHaveText('Events');
  await expect.poll(async () => (await files()).some((path) => path.startsWith('/mfe-account/'))).toBe(true);
  // Late requests of a page may precede or follow the release; earlier builds stay available.
  const folders = [shellDir, paddock.registryDir];
  const lists = await Promise.all(folders.map((folder) => readdir(folder, { recursive: true })));
  const built = new Set(lists.flat().map((path) => `/${path}`));
  const before = await others();
  expect(before.length).toBeGreaterThan(5);
  expect(before.filter((path) => !built.has(path))).toEqual([]);

  const moduleDir = join(paddock.registryDir, 'mfe-events');
  const { stable } = JSON.parse(await readFile(join(moduleDir, 'channels.json'), 'utf8')) as { stable: string };
  // Inside the project, so that the build finds the project's packages.
  const folder = await mkdtemp(join(varDir, 'e2e-release-'));
  try {
    const dir = join(folder, 'mfe-events');
    await cp(join(root, 'mfe-events'), dir, { recursive: true });
    const manifest = join(dir, 'manifest.ts');
    const text = await readFile(manifest, 'utf8');
    await writeFile(manifest, text.replaceAll("en: 'Events'", "en: 'What is on'"));
    const { version } = await releaseModule({ dir, registryDir: paddock.registryDir, channel: 'stable' });
    expect(version).not.toBe(stable);

    // An open page shows the new title at once, and loads the module's files when it is idle or reloads.
    await expect(async () => {
      await page.reload();
      await expect
        .poll(async () => (await files()).some((path) => path.startsWith(`/mfe-events/${version}/`)), { timeout: 5000 })
        .toBe(true);
    }).toPass();
    await expect(heading).toHaveText('What is on');
    expect((await others()).filter((path) => !built.has(path))).toEqual([]);
  } finally {
    await moveChannel({ moduleDir, channel: 'stable', version: stable });
    await rm(folder, { recursive: true, force: true });
  }
});
