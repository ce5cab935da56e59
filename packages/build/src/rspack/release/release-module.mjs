import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../config/places.mjs';
import { buildModule } from '../module/build-module.mjs';
import { versionInputs } from '../module/module-inputs.mjs';
import { moveChannel } from './move-channel.mjs';
import { publish, refuseAltered } from './publish.mjs';
import { addToLog, commitOf } from './registry-log.mjs';
import { removeAbandoned } from './registry.mjs';

/**
 * Builds a module, adds it to the registry as an immutable version, and moves the channel to it.
 * @param {{ dir: string, registryDir: string, channel?: string }} options `dir` is the module's folder
 */
export async function releaseModule({ dir, registryDir, channel = 'stable' }) {
  const release = await addRelease({ dir, registryDir });
  await moveChannel({ moduleDir: path.join(registryDir, release.id), channel, version: release.version });
  return release;
}

/**
 * Builds a module and adds it to the registry as an immutable version, to which no channel points yet. Equal inputs give an equal
 * version, so releasing again builds nothing. A release whose files have changed since is refused.
 *
 * @param {{ dir: string, registryDir: string }} options `dir` is the module's folder
 * @returns {Promise<{ id: string, version: string, built: boolean, firstLoadBytes?: number }>}
 */
export async function addRelease({ dir, registryDir }) {
  const id = path.basename(dir);
  const version = await versionOf(dir);
  const target = path.join(registryDir, id, version);
  if (existsSync(target)) {
    await refuseAltered(target);
    return { id, version, built: false };
  }
  await removeAbandoned(registryDir);
  const commit = await commitOf(dir);
  // Inside the registry, so that publishing is a rename within one file system.
  const building = path.join(registryDir, '.building', randomUUID());
  try {
    const { firstLoadBytes } = await buildModule({ dir, outDir: building, version });
    await publish(building, target);
    await addToLog(path.dirname(target), { version, ...(commit && { commit }) });
    return { id, version, built: true, firstLoadBytes };
  } finally {
    await rm(building, { recursive: true, force: true });
  }
}

/**
 * The package version plus the first 8 hex digits of a hash over what can change the bundle.
 * @param {string} dir the module's folder
 * @param {string} [workspace] the folder that has the packages it imports
 */
export async function versionOf(dir, workspace = root) {
  const { version } = JSON.parse(await readFile(path.join(dir, 'package.json'), 'utf8'));
  const hash = createHash('sha256');
  for (const [name, content] of versionInputs(workspace, dir)) hash.update(`\0${name}\0`).update(content);
  return `${version}-${hash.digest('hex').slice(0, 8)}`;
}
