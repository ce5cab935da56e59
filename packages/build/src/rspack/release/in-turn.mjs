import path from 'node:path';
import lockfile from 'proper-lockfile';
import { Refusal } from '../config/refusal.mjs';

/**
 * Runs work on the channels of a module while no other process does, on this machine or another one that shares the registry.
 * A lock that its process no longer renews is taken over after `staleMs`.
 *
 * @param {string} moduleDir
 * @param {() => Promise<void>} work
 * @param {number} [staleMs]
 * @throws {Refusal} if the turn does not come, or was lost meanwhile, such as on a machine that slept
 */
export async function inTurn(moduleDir, work, staleMs = 10_000) {
  const name = path.basename(moduleDir);
  let isLost = false;
  const options = {
    lockfilePath: path.join(moduleDir, '.channels.lock'),
    stale: staleMs,
    // Without it, proper-lockfile throws in a timer, which ends the process.
    onCompromised: () => (isLost = true),
    retries: { retries: 300, factor: 1.2, minTimeout: 20, maxTimeout: 100, randomize: true },
  };
  const release = await lockfile.lock(moduleDir, options).catch((error) => {
    if (error.code !== 'ELOCKED') throw error;
    throw new Refusal(`Other commands have been moving channels of ${name} for half a minute: try again.`);
  });
  try {
    await work();
  } finally {
    if (!isLost) await release();
  }
  if (isLost) throw new Refusal(`Another command may have moved channels of ${name} meanwhile: see npm run list.`);
}
