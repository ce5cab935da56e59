import { randomUUID } from 'node:crypto';
import { readFile, rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readChannels } from './channels.mjs';
import { Refusal } from '../config/refusal.mjs';
import { inTurn } from './in-turn.mjs';
import { addToLog } from './registry-log.mjs';

/**
 * A release that a part of the members gets in place of the channel's. It is in force only while the channel points to `from`.
 * @typedef {object} Rollout
 * @property {string} version
 * @property {string} from the channel's release when it started
 * @property {number} percent of the members
 * @property {string} started ISO time; reports are counted from it
 */

/** @param {string} moduleDir */
const rolloutsFile = (moduleDir) => path.join(moduleDir, 'rollouts.json');

/**
 * The rollouts of a module that are in force, by channel; none in a file that cannot be read.
 * @param {string} moduleDir
 * @returns {Promise<Record<string, Rollout>>}
 */
export async function readRollouts(moduleDir) {
  return (await readRolloutTable(moduleDir)).rollouts;
}

/**
 * Like {@link readRollouts}, with whether the file cannot be read.
 * @param {string} moduleDir
 * @returns {Promise<{ rollouts: Record<string, Rollout>, isSpoilt: boolean }>}
 */
export async function readRolloutTable(moduleDir) {
  const { present } = await readChannels(moduleDir);
  const stored = await storedRollouts(moduleDir);
  const inForce = Object.entries(stored ?? {}).filter(([channel, { from }]) => from === present[channel]);
  return { rollouts: Object.fromEntries(inForce), isSpoilt: stored === undefined };
}

/**
 * Gives a release to a percentage of the members of the communities that name the channel. Another percentage of the same release keeps
 * its reports; 0 ends the rollout.
 * @param {{ moduleDir: string, channel: string, version: string, percent: number }} options
 */
export async function setRollout({ moduleDir, channel, version, percent }) {
  const id = path.basename(moduleDir);
  await inTurn(moduleDir, async () => {
    const { present } = await readChannels(moduleDir);
    const from = present[channel];
    const { [channel]: running, ...others } = await readRollouts(moduleDir);
    if (percent === 0) {
      if (running?.version !== version)
        throw new Refusal(`${id} ${version} has no rollout on ${channel}: npm run list -- ${id} shows the rollouts.`);
      await addToLog(moduleDir, { rollout: channel, version, percent });
      return writeRollouts(moduleDir, others);
    }
    if (!(await stat(path.join(moduleDir, version)).catch(() => undefined)))
      throw new Refusal(`${id} ${version} is not in the registry: npm run list -- ${id} shows the releases.`);
    if (!from)
      throw new Refusal(
        `${id} has no channel '${channel}', so the other members would get no release. Promote one without --percent first.`,
      );
    if (from === version) throw new Refusal(`${channel} of ${id} points to ${version} already.`);
    await addToLog(moduleDir, { rollout: channel, version, percent });
    const started = running?.version === version ? running.started : new Date().toISOString();
    await writeRollouts(moduleDir, { ...others, [channel]: { version, from, percent, started } });
  });
}

/**
 * Ends the rollout of a channel that moves, and empties a table that cannot be read. Only for a caller that has the module's turn.
 * @param {string} moduleDir
 * @param {string} channel
 */
export async function endRollout(moduleDir, channel) {
  const rollouts = (await storedRollouts(moduleDir)) ?? {};
  delete rollouts[channel];
  await writeRollouts(moduleDir, rollouts);
}

/**
 * Undefined for a file that cannot be read.
 * @returns {Promise<Record<string, Rollout> | undefined>}
 */
async function storedRollouts(moduleDir) {
  const text = await readFile(rolloutsFile(moduleDir), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    const table = JSON.parse(text);
    return isTable(table) && Object.values(table).every(isRollout) ? table : undefined;
  } catch {
    return undefined;
  }
}

const isTable = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isRollout = (value) =>
  isTable(value) &&
  ['version', 'from', 'started'].every((name) => typeof value[name] === 'string') &&
  typeof value.percent === 'number';

async function writeRollouts(moduleDir, rollouts) {
  // A table that was there stays, empty: a registry in a bucket copies tables, not their absence.
  const isThere = await stat(rolloutsFile(moduleDir)).catch(() => undefined);
  if (Object.keys(rollouts).length === 0 && !isThere) return;
  const draft = `${rolloutsFile(moduleDir)}.${randomUUID()}`;
  await writeFile(draft, JSON.stringify(rollouts, null, 2), { flush: true });
  await rename(draft, rolloutsFile(moduleDir));
}
