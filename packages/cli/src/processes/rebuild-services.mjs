import { join } from 'node:path';
import { root } from '../paths.mjs';

/** An editor writes a file in several steps, and saves several files at once. */
const quietMs = 200;

/**
 * Rebuilds and restarts the services when their sources or the contract change. What does not compile or start is reported, and the
 * next change tries again.
 * @param {{ stopServices(): Promise<void>, restartServices(): Promise<void> }} running
 * @param {object} options
 * @param {() => Promise<string[]>} options.build returns the names of what it built
 * @param {() => Promise<void>} options.restarted
 * @param {string[]} [options.folders]
 * @returns {Promise<{ close(): Promise<void> }>}
 */
export async function rebuildServices(
  running,
  { build, restarted, folders = ['services/src', 'packages/contract/src'] },
) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  let working = Promise.resolve();
  const rebuild = async () => {
    try {
      if ((await build()).length === 0) return;
      await running.stopServices();
      await running.restartServices();
      console.log('  The services are restarted.');
      await restarted();
    } catch (error) {
      console.error(`✗ ${/** @type {Error} */ (error).message}\n  The next change of the services tries again.`);
    }
  };
  // Node's own recursive watch loses a file that is replaced by a rename. Loaded here: a command loads before packages are installed.
  const { subscribe } = await import('@parcel/watcher');
  const watchers = await Promise.all(
    folders.map((folder) =>
      subscribe(join(root, folder), (error) => {
        if (error) console.error(`✗ ${folder} is no longer watched: ${error.message}`);
        clearTimeout(timer);
        timer = setTimeout(() => (working = working.then(rebuild)), quietMs);
      }),
    ),
  );
  return {
    async close() {
      await Promise.all(watchers.map((watcher) => watcher.unsubscribe()));
      clearTimeout(timer);
      await working;
    },
  };
}
