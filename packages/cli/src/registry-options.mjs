import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Failure } from './failure.mjs';
import { registryDir } from './paths.mjs';

/** The module registry of a command: REGISTRY_DIR, else that of `npm start`. */
export const registryInUse = () => (process.env.REGISTRY_DIR ? resolve(process.env.REGISTRY_DIR) : registryDir);

/** @param {string} name */
export function channelName(name) {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name) || name === 'previous')
    throw new Failure(`A channel's name is lower-case letters, digits and hyphens, not '${name}'.`);
  return name;
}

/**
 * The one module that a command names.
 * @param {string[]} positionals
 */
export function releasedModule([id, ...more]) {
  if (!id || more.length > 0) throw new Failure('Name one module, such as mfe-events.');
  if (!/^mfe-[a-z-]+$/.test(id) || !existsSync(join(registryInUse(), id)))
    throw new Failure(`The registry has no module '${id}'.`);
  return id;
}
