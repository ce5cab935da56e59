import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * @typedef {object} Release
 * @property {string} id
 * @property {string} version
 * @property {Date} released
 * @property {string[]} channels that point to it
 * @property {string[]} former channels that pointed to it before
 */

/**
 * The releases of a registry, by module, the newest first.
 * @param {string} registryDir
 * @returns {Promise<Release[]>}
 */
export async function releasesOf(registryDir) {
  const ids = (await folders(registryDir)).filter((name) => !name.startsWith('.'));
  const lists = await Promise.all(
    ids.map(async (id) => {
      const { previous = {}, ...present } = await readChannels(registryDir, id);
      const pointing = (table, version) => Object.keys(table).filter((name) => table[name] === version);
      const versions = (await folders(path.join(registryDir, id))).filter((name) => /^\d/.test(name));
      const releases = await Promise.all(
        versions.map(async (version) => ({
          id,
          version,
          released: (await stat(path.join(registryDir, id, version))).mtime,
          channels: pointing(present, version),
          former: pointing(previous, version),
        })),
      );
      return releases.sort((a, b) => b.released.getTime() - a.released.getTime());
    }),
  );
  return lists.flat();
}

/**
 * A module's channels; `previous` has each channel's former version.
 * @returns {Promise<Record<string, any>>}
 */
export const readChannels = async (registryDir, id) =>
  JSON.parse(await readFile(path.join(registryDir, id, 'channels.json'), 'utf8').catch(() => '{}'));

/**
 * Removes releases. Each disappears at once, so that a reader never finds half of one.
 * @param {string} registryDir
 * @param {readonly Release[]} releases
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

const folders = async (dir) =>
  (await readdir(dir, { withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
