import path from 'node:path';
import lockfile from 'proper-lockfile';
import { Refusal } from '../config/refusal.mjs';

/**
 * Runs work on the channels of a module while no other process does, on this machine or another one that shares the registry.
 * A lock that its process no longer renews is taken over after ten seconds.
 *
 * @param {string} moduleDir
 * @param {() => Promise<void>} work
 */
export async function inTurn(moduleDir, work) {
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
