import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import lockfile from 'proper-lockfile';
import { channelsFile, readChannels } from './channels.mjs';
import { Refusal } from '../config/refusal.mjs';
import { addToLog } from './registry-log.mjs';

/**
 * Points a channel at a version atomically: readers see the old or the new table. The channel's former version is
 * stored under `previous`, for the fall-back in the page and for rollback; a recalled one is not. Concurrent moves take turns, and a
 * table that cannot be read is written again from the log.
 *
 * @param {{ moduleDir: string, channel: string, version: string, recall?: boolean }} options
 */
export async function moveChannel({ moduleDir, channel, version, recall = false }) {
  if (!(await exists(path.join(moduleDir, version))))
    throw new Refusal(`${path.basename(moduleDir)} ${version} is not in the registry`);
  await inTurn(moduleDir, async () => {
    await removeDrafts(moduleDir);
    const { present, previous, isSpoilt } = await readChannels(moduleDir);
    const before = present[channel];
    if (before === version && !isSpoilt) return;
    // The log first: a command that is killed in between has logged a move that its repetition logs again.
    if (before !== version)
      await addToLog(moduleDir, { channel, version, ...(before && { before }), ...(recall && { recall }) });
    const former = before === version ? previous[channel] : recall ? undefined : before;
    // JSON leaves out what is undefined.
    const next = { ...present, [channel]: version, previous: { ...previous, [channel]: former } };
    const draft = `${channelsFile(moduleDir)}.${randomUUID()}`;
    await writeFile(draft, JSON.stringify(next, null, 2), { flush: true });
    await rename(draft, channelsFile(moduleDir));
  });
}

/**
 * Runs work on the channels of a module while no other process does, on this machine or another one that shares the registry.
 * A lock that its process no longer renews is taken over after ten seconds.
 */
async function inTurn(moduleDir, work) {
  const options = {
    lockfilePath: path.join(moduleDir, '.channels.lock'),
    stale: 10_000,
    retries: { retries: 300, factor: 1.2, minTimeout: 20, maxTimeout: 100, randomize: true },
  };
  const release = await lockfile.lock(moduleDir, options).catch((error) => {
    if (error.code !== 'ELOCKED') throw error;
    throw new Refusal(
      `Other commands have been moving channels of ${path.basename(moduleDir)} for half a minute: try again.`,
    );
  });
  try {
    await work();
  } finally {
    await release();
  }
}

/** Of killed moves: a draft exists only while its process has the lock. */
async function removeDrafts(moduleDir) {
  const drafts = (await readdir(moduleDir)).filter((name) => /^channels\.json\..{36}$/.test(name));
  for (const name of drafts) await rm(path.join(moduleDir, name), { force: true });
}

const exists = (file) =>
  stat(file).then(
    () => true,
    () => false,
  );
