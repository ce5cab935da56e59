import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../failure.mjs';

/**
 * How a rollout goes in one community, as its services counted.
 * @typedef {object} RolloutFigures
 * @property {string} community
 * @property {string} module
 * @property {string} version
 * @property {number} percent
 * @property {string} started ISO time
 * @property {Arm} next members that get the new release
 * @property {Arm} before members that get the channel's
 * @property {string} [returned] ISO time since which all members get the channel's again
 *
 * @typedef {{ members: number, failed: number }} Arm
 */

/**
 * @param {string} dataDir
 * @returns {Promise<RolloutFigures[]>} empty if this data folder has no figures
 */
export async function rolloutFigures(dataDir) {
  const file = join(dataDir, 'deployed/rollouts.json');
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
    throw new Failure(`${file} cannot be read.`);
  }
}

/** @param {RolloutFigures} figures */
export function rolloutText({ version, percent, next, before, returned }) {
  const rate = ({ members, failed }) => `${failed} of ${members} members failed`;
  const state = returned ? `returned ${returned.slice(0, 16).replace('T', ' ')}` : `${percent} %`;
  return `${version}, ${state}, ${rate(next)} (release before: ${rate(before)})`;
}

/**
 * @param {readonly RolloutFigures[]} rollouts
 * @param {{ id: string, version: string }} release
 */
export const rolloutVerdicts = (rollouts, { id, version }) =>
  rollouts
    .filter((figures) => figures.module === id && figures.version === version)
    .map((figures) => `rollout in ${figures.community}: ${rolloutText(figures)}`);
