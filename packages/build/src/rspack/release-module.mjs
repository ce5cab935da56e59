import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from './base-config.mjs';
import { buildModule } from './build-module.mjs';

/**
 * Builds a module, adds it to the registry as an immutable version, and moves the channel to it. Equal inputs give an
 * equal version, so releasing again builds nothing.
 *
 * @param {{ dir: string, registryDir: string, channel?: string }} options `dir` is the module's folder
 * @returns {Promise<{ id: string, version: string, built: boolean, firstLoadBytes?: number }>}
 */
export async function releaseModule({ dir, registryDir, channel = 'stable' }) {
  const id = path.basename(dir);
  const version = await versionOf(dir);
  const target = path.join(registryDir, id, version);
  if (await exists(target)) {
    await moveChannel({ moduleDir: path.join(registryDir, id), channel, version });
    return { id, version, built: false };
  }
  // Inside the registry, so that publishing is a rename within one file system.
  const building = path.join(registryDir, '.building', randomUUID());
  try {
    const { firstLoadBytes } = await buildModule({ dir, outDir: building, version });
    await publish(building, target);
    await moveChannel({ moduleDir: path.join(registryDir, id), channel, version });
    return { id, version, built: true, firstLoadBytes };
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/** Moves a finished build to its target. An existing version stays unchanged. */
export async function publish(built, target) {
  await mkdir(path.dirname(target), { recursive: true });
  try {
    await rename(built, target);
  } catch (error) {
    // A concurrent release of the same inputs was faster; its bytes are the same.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
  }
}

/**
 * Points a channel at a version atomically: readers see the old or the new table. The channel's former version is
 * stored under `previous`, for the fall-back in the page and for rollback.
 *
 * @param {{ moduleDir: string, channel: string, version: string }} options
 */
export async function moveChannel({ moduleDir, channel, version }) {
  if (!(await exists(path.join(moduleDir, version))))
    throw new Error(`${path.basename(moduleDir)} ${version} is not in the registry`);
  const file = path.join(moduleDir, 'channels.json');
  const table = JSON.parse((await exists(file)) ? await readFile(file, 'utf8') : '{}');
  if (table[channel] === version) return;
  const previous = { ...table.previous, ...(table[channel] && { [channel]: table[channel] }) };
  const next = { ...table, [channel]: version, previous };
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(next, null, 2));
  await rename(draft, file);
}

/** The package version plus the first 8 hex digits of a hash over all inputs of the build. */
export async function versionOf(dir) {
  const { version } = JSON.parse(await readFile(path.join(dir, 'package.json'), 'utf8'));
  const hash = createHash('sha256');
  const inputs = [
    dir,
    path.join(root, 'packages/contract'),
    path.join(root, 'packages/build/src/rspack'),
    path.join(root, 'package-lock.json'),
  ];
  for (const input of inputs)
    for (const file of await filesOf(input)) {
      hash.update(path.relative(path.dirname(input), file));
      hash.update(await readFile(file));
    }
  return `${version}-${hash.digest('hex').slice(0, 8)}`;
}

async function filesOf(input) {
  if ((await stat(input)).isFile()) return [input];
  const entries = await readdir(input, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !/[\\/](node_modules|dist)[\\/]|\.(test|spec)\.tsx?$/.test(path.relative(input, file)))
    .sort();
}

const exists = (file) =>
  stat(file).then(
    () => true,
    () => false,
  );
