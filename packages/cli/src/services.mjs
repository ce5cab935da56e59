import { closeSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { startChild } from './children.mjs';
import { Failure } from './failure.mjs';
import { root } from './paths.mjs';

/**
 * What the services say over the process channel once every route answers.
 * @typedef {{ ready: true, port: number }} Ready
 */

/**
 * Starts the services and waits until they are ready. Their log goes to `<data>/logs/services.log`; what they write to
 * stderr is meant for the person at the terminal.
 * @param {{ env: Record<string, string>, dataDir: string }} options
 */
export async function startServices({ env, dataDir }) {
  const main = join(root, 'services/dist/main.js');
  const log = openLog(join(dataDir, 'logs'), 'services.log');
  const child = startChild('the services', process.execPath, ['--enable-source-maps', main], {
    env: { ...process.env, ...env },
    stdio: ['ignore', log, 'pipe', 'ipc'],
  });
  closeSync(log);
  let complaint = '';
  child.process.stderr?.setEncoding('utf8').on('data', (text) => {
    complaint += text;
    process.stderr.write(text);
  });
  /** @type {Promise<Ready>} */
  const ready = new Promise((resolve) => {
    child.process.on('message', (message) => {
      if (/** @type {Ready} */ (message).ready) resolve(/** @type {Ready} */ (message));
    });
  });
  const early = child.ended.then((sentence) => {
    throw new Failure(
      complaint ? 'The services did not start.' : `${sentence}; see ${join(dataDir, 'logs/services.log')}.`,
    );
  });
  return { child, ...(await Promise.race([ready, early])) };
}

/**
 * The former run's log is kept beside the new one.
 * @param {string} folder
 * @param {string} name
 */
function openLog(folder, name) {
  mkdirSync(folder, { recursive: true });
  try {
    renameSync(join(folder, name), join(folder, `${name}.before`));
  } catch {
    // The first run has none.
  }
  return openSync(join(folder, name), 'a');
}
