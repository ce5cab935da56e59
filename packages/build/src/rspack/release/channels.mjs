import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readLog } from './registry-log.mjs';

/**
 * @typedef {object} Channels
 * @property {Record<string, string>} present channel → version
 * @property {Record<string, string>} previous channel → the version before it, unless that was recalled
 * @property {boolean} isSpoilt the file cannot be read: these are the channels of the log
 */

/** @param {string} moduleDir */
export const channelsFile = (moduleDir) => path.join(moduleDir, 'channels.json');

/**
 * The channels of a module. A file that cannot be read is replaced by what the log says.
 * @param {string} moduleDir
 * @returns {Promise<Channels>}
 */
export async function readChannels(moduleDir) {
  const text = await readFile(channelsFile(moduleDir), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  const table = parsed(text);
  return table ? { ...table, isSpoilt: false } : { ...(await channelsOfLog(moduleDir)), isSpoilt: true };
}

function parsed(text) {
  try {
    const table = JSON.parse(text);
    if (Array.isArray(table)) return undefined;
    const { previous = {}, ...present } = table;
    return [previous, present].every(hasVersions) ? { present, previous } : undefined;
  } catch {
    return undefined;
  }
}

const hasVersions = (table) =>
  typeof table === 'object' && table !== null && Object.values(table).every((version) => typeof version === 'string');

async function channelsOfLog(moduleDir) {
  /** @type {{ present: Record<string, string>, previous: Record<string, string> }} */
  const table = { present: {}, previous: {} };
  for (const { channel, version, before, recall } of await readLog(moduleDir)) {
    if (!channel) continue;
    table.present[channel] = version;
    if (before && !recall) table.previous[channel] = before;
    else delete table.previous[channel];
  }
  return table;
}
