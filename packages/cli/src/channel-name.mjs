import { Failure } from './failure.mjs';

/**
 * @param {string} name of a channel in a command
 * @throws {Failure} unless it can be one
 */
export function channelName(name) {
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(name) || name === 'previous')
    throw new Failure(`A channel's name is lower-case letters, digits and hyphens, not '${name}'.`);
  return name;
}
