import { mkdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { alteredCopies } from '../module/compressed-copies.mjs';
import { integrityOf } from '../module/integrity.mjs';
import { firstLoadFiles } from '../module/module-budget.mjs';
import { moduleFaults } from '../module/module-faults.mjs';
import { fileNames } from './file-names.mjs';
import { inTurn } from './in-turn.mjs';
import { moveChannel } from './move-channel.mjs';
import { OtherContent, publish } from './publish.mjs';
import { addToLog, readLog } from './registry-log.mjs';

/*
 * What the services use of the build, for releases that they receive: a check of files that others have built, and their place in the
 * registry. It needs no tool of the build, and runs nothing of a release.
 */

export { OtherContent } from './publish.mjs';
export { isRecalled } from './registry-log.mjs';
export { removeAbandoned } from './registry.mjs';

/** The most that a file takes in `integrity.json`: a path of 150 letters, a hash of 71, and signs. */
const maxEntryBytes = 256;

/**
 * What a release would refuse, as far as the built files show it: other hashes than those of the files, another contract, the size.
 * @param {{ dir: string, manifest: import('@paddock/contract/core/manifest').Manifest, contractVersion: string }} options
 * @returns {Promise<string[]>}
 */
export async function receivedFaults({ dir, manifest, contractVersion }) {
  const present = await integrityOf(dir);
  // What a list of these files cannot have is not read.
  const { size } = await stat(path.join(dir, 'integrity.json')).catch(() => ({ size: 0 }));
  if (size > maxEntryBytes * (Object.keys(present).length + 1))
    return ['integrity.json differs from the files: it is larger than a list of them'];
  // As the build writes it, so that two readers cannot understand it differently.
  const listed = await readFile(path.join(dir, 'integrity.json'), 'utf8').catch(() => '');
  if (listed !== JSON.stringify(present, null, 2))
    return [`integrity.json differs from the files${named(listed, present)}`];
  const copies = await alteredCopies(dir);
  if (copies.length > 0) return [`compressed copies differ from their files: ${fileNames(copies)}`];
  // The sizes of these files are read below, and later at their addresses: they must be files of the release.
  const loaded = await firstLoadFiles(dir).catch(() => undefined);
  if (!loaded) return ['mf-manifest.json is not that of a module'];
  const missing = loaded.filter((file) => !Object.hasOwn(present, file));
  if (missing.length > 0) return [`mf-manifest.json names files that the release does not have: ${fileNames(missing)}`];
  return (await moduleFaults({ dir, manifest, contractVersion })).map(({ problem }) => problem);
}

/** The end of a sentence with the files whose hashes differ, if the list can be read. */
function named(text, present) {
  try {
    const listed = JSON.parse(text);
    const files = [...new Set([...Object.keys(listed), ...Object.keys(present)])];
    const differ = files.filter((file) => listed[file] !== present[file]);
    return differ.length > 0 ? `: ${fileNames(differ)}` : '';
  } catch {
    return '';
  }
}

/**
 * Adds a checked release to the registry as an immutable version, with its line in the log, and moves a channel to it. After a kill in
 * between, the same call completes what is missing.
 *
 * @typedef {object} Confirmations what may refuse at the last moment, by rejecting
 * @property {() => Promise<void>} publishing
 * @property {(log: import('./registry-log.mjs').LogEntry[]) => Promise<void>} moving
 *
 * @param {{ dir: string, registryDir: string, id: string, version: string, by: string, commit?: string | undefined, channel?: string |
 *   undefined }} options `dir` is moved, and must be in the registry's file system
 * @param {Partial<Confirmations>} [confirm]
 * @returns {Promise<{ isNew: boolean }>} whether the registry did not have it
 * @throws {OtherContent} if the version is there with other files, or was pruned
 */
export async function addReceived({ dir, registryDir, id, version, by, commit, channel }, confirm = {}) {
  const moduleDir = path.join(registryDir, id);
  await mkdir(moduleDir, { recursive: true });
  let isNew = false;
  await inTurn(moduleDir, async () => {
    await confirm.publishing?.();
    const target = path.join(moduleDir, version);
    const log = await readLog(moduleDir);
    const isLogged = log.some((entry) => entry.version === version && !entry.channel && !entry.rollout);
    // Windows and caches may still have its files under the same addresses.
    if (isLogged && !(await stat(target).catch(() => undefined)))
      throw new OtherContent(`${id} ${version} was released before and removed: release under a new version.`);
    isNew = await publish(dir, target);
    if (!isLogged) await addToLog(moduleDir, { by, version, ...(commit && { commit }) });
  });
  if (channel) await moveChannel({ moduleDir, channel, version, by, confirm: confirm.moving });
  return { isNew };
}
