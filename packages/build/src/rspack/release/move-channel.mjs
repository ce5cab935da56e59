import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { channelsFile, readChannels } from './channels.mjs';
import { Refusal } from '../config/refusal.mjs';
import { inTurn } from './in-turn.mjs';
import { addToLog, readLog } from './registry-log.mjs';
import { endRollout } from './rollouts.mjs';

/**
 * Points a channel at a version atomically: readers see the old or the new table. The channel's former version is
 * stored under `previous`, for the fall-back in the page and for rollback; a recalled one is not. A rollout of the channel ends.
 * Concurrent moves take turns, and a table that cannot be read is written again from the log.
 *
 * @param {object} options
 * @param {string} options.moduleDir
 * @param {string} options.channel
 * @param {string} options.version
 * @param {boolean} [options.recall]
 * @param {string} [options.by]
 * @param {(log: import('./registry-log.mjs').LogEntry[], before: string | undefined) => Promise<void>} [options.confirm] rejects to keep
 *   a channel that points elsewhere, to `before`; no other command moves it meanwhile
 */
export async function moveChannel({ moduleDir, channel, version, recall = false, by, confirm }) {
  const id = path.basename(moduleDir);
  if (!existsSync(path.join(moduleDir, version)))
    throw new Refusal(`${id} ${version} is not in the registry: npm run list -- ${id} shows the releases.`);
  await inTurn(moduleDir, async () => {
    await removeDrafts(moduleDir);
    const { present, previous, isSpoilt } = await readChannels(moduleDir);
    const before = present[channel];
    if (before === version && !isSpoilt) return;
    if (before !== version) await confirm?.(await readLog(moduleDir), before);
    // The log first: a command that is killed in between has logged a move that its repetition logs again.
    if (before !== version)
      await addToLog(moduleDir, { by, channel, version, ...(before && { before }), ...(recall && { recall }) });
    const former = before === version ? previous[channel] : recall ? undefined : before;
    // JSON leaves out what is undefined.
    const next = { ...present, [channel]: version, previous: { ...previous, [channel]: former } };
    const draft = `${channelsFile(moduleDir)}.${randomUUID()}`;
    await writeFile(draft, JSON.stringify(next, null, 2), { flush: true });
    await rename(draft, channelsFile(moduleDir));
    // A rollout begins from the channel's former release.
    await endRollout(moduleDir, channel);
  });
}

/** Of killed moves: a draft exists only while its process has the lock. */
async function removeDrafts(moduleDir) {
  const drafts = (await readdir(moduleDir)).filter((name) => /^(channels|rollouts)\.json\..{36}$/.test(name));
  for (const name of drafts) await rm(path.join(moduleDir, name), { force: true });
}
