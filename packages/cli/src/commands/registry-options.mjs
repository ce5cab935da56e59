import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from '../failure.mjs';
import { registryDir } from '../paths.mjs';

/** The module registry of a command: REGISTRY_DIR, else that of `npm start`. */
export const registryInUse = () => (process.env.REGISTRY_DIR ? resolve(process.env.REGISTRY_DIR) : registryDir);

/**
 * The one module that a command names.
 * @param {string[]} positionals
 */
export function releasedModule([id, ...more]) {
  if (!id || more.length > 0) throw new Failure('Name one module, such as mfe-events.');
  if (!/^mfe-[a-z-]+$/.test(id) || !existsSync(join(registryInUse(), id)))
    throw new Failure(`The registry has no module '${id}'${availableNames(releasedModules())}.`);
  return id;
}

const releasedModules = () =>
  existsSync(registryInUse()) ? readdirSync(registryInUse()).filter((name) => name.startsWith('mfe-')) : [];

/**
 * The end of a sentence about a name that does not exist.
 * @param {readonly string[]} names
 */
export const availableNames = (names) => (names.length > 0 ? `; there are ${[...names].sort().join(', ')}` : '');

/**
 * The version that a channel of a module points to.
 * @param {import('@paddock/build/rspack/release/channels.mjs').Channels} channels
 * @param {string} id
 * @param {string} channel
 */
export function versionOfChannel({ present, isSpoilt }, id, channel) {
  if (present[channel]) return present[channel];
  throw new Failure(
    isSpoilt
      ? `${id}/channels.json cannot be read, and the log has no channel '${channel}': release ${id} again.`
      : `${id} has no channel '${channel}'${availableNames(Object.keys(present))}. npm run list -- ${id} shows its releases.`,
  );
}

/** @param {string} file the table of a module that cannot be read */
export const spoiltProblem = (file) =>
  `cannot be read; ${file === 'channels.json' ? 'its channels are those of its log' : 'its rollouts are unknown'}`;

/** @param {readonly { id: string, file: string }[]} spoilt */
export function reportSpoilt(spoilt) {
  for (const { id, file } of spoilt)
    console.error(`✗ ${id}/${file} ${spoiltProblem(file)}. The next release, promote or rollback of ${id} mends it.`);
}
