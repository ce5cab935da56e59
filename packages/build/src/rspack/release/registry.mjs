import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { readChannels } from './channels.mjs';
import { isRecalled, readLog } from './registry-log.mjs';
import { readRolloutTable } from './rollouts.mjs';

/**
 * @typedef {object} Release
 * @property {string} id
 * @property {string} version
 * @property {Date} released
 * @property {string} [by] who released it
 * @property {string} [commit] of its sources
 * @property {string[]} channels that point to it
 * @property {string[]} former channels that pointed to it before
 * @property {boolean} recalled and to no channel since
 * @property {Record<string, number>} rollouts channel → the percentage of its members that gets this release
 * @property {Record<string, { at: string, by: string }>} moved channel → the move that pointed it to this release
 */

/**
 * The releases of a registry, by module, the newest first; and the modules whose channels or rollouts cannot be read; their
 * channels come from the log.
 * @param {string} registryDir
 * @returns {Promise<{ releases: Release[], spoilt: { id: string, file: string }[] }>}
 */
export async function releasesOf(registryDir) {
  const ids = (await folders(registryDir)).filter((name) => !name.startsWith('.'));
  const modules = await Promise.all(
    ids.map(async (id) => {
      const moduleDir = path.join(registryDir, id);
      const { present, previous, isSpoilt } = await readChannels(moduleDir);
      const rolling = await readRolloutTable(moduleDir);
      const rollouts = Object.entries(rolling.rollouts);
      const entries = await readLog(moduleDir);
      const log = entries.toReversed();
      const pointing = (table, version) => Object.keys(table).filter((name) => table[name] === version);
      const versions = (await folders(moduleDir)).filter((name) => /^\d/.test(name));
      const releases = await Promise.all(
        versions.map(async (version) => {
          const channels = pointing(present, version);
          const release = log.find((entry) => entry.version === version && !entry.channel && !entry.rollout);
          const moves = channels.flatMap((channel) => {
            const move = log.find((entry) => entry.channel === channel);
            return move?.version === version ? [[channel, { at: move.at, by: move.by }]] : [];
          });
          return {
            id,
            version,
            released: release ? new Date(release.at) : (await stat(path.join(moduleDir, version))).mtime,
            ...(release && { by: release.by, commit: release.commit }),
            channels,
            former: pointing(previous, version),
            recalled: isRecalled(entries, version),
            rollouts: Object.fromEntries(
              rollouts.flatMap(([channel, rollout]) =>
                rollout.version === version ? [[channel, rollout.percent]] : [],
              ),
            ),
            moved: Object.fromEntries(moves),
          };
        }),
      );
      return {
        spoilt: [...(isSpoilt ? ['channels.json'] : []), ...(rolling.isSpoilt ? ['rollouts.json'] : [])].map(
          (file) => ({ id, file }),
        ),
        releases: releases.sort((a, b) => b.released.getTime() - a.released.getTime()),
      };
    }),
  );
  return {
    releases: modules.flatMap(({ releases }) => releases),
    spoilt: modules.flatMap(({ spoilt }) => spoilt),
  };
}

/**
 * Removes releases. Each disappears at once, so that a reader never finds half of one.
 * @param {string} registryDir
 * @param {readonly Pick<Release, 'id' | 'version'>[]} releases
 */
export async function removeReleases(registryDir, releases) {
  const removed = path.join(registryDir, '.removed', randomUUID());
  await mkdir(removed, { recursive: true });
  try {
    for (const { id, version } of releases)
      await rename(path.join(registryDir, id, version), path.join(removed, `${id}-${version}`));
  } finally {
    await rm(removed, { recursive: true, force: true });
  }
}

/** A build or removal takes minutes at most. */
const abandonedMs = 3_600_000;

/**
 * Removes the folders that killed releases and removals have left.
 * @param {string} registryDir
 */
export async function removeAbandoned(registryDir) {
  for (const kind of ['.building', '.removed'])
    for (const name of await folders(path.join(registryDir, kind))) {
      const folder = path.join(registryDir, kind, name);
      const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Infinity }));
      if (mtimeMs < Date.now() - abandonedMs) await rm(folder, { recursive: true, force: true });
    }
}

const folders = async (dir) =>
  (await readdir(dir, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
