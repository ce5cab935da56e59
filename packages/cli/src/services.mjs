import { join } from 'node:path';
import { startChild } from './children.mjs';
import { Failure } from './failure.mjs';
import { root } from './paths.mjs';

/**
 * What the services say over the process channel once every route answers.
 * @typedef {{ ready: true, port: number }} Ready
 */

/**
 * Starts the services and waits until they are ready. What they write to stderr is meant for the person at the terminal.
 * @param {object} options
 * @param {Record<string, string>} options.env
 * @param {string} options.dataDir
 * @param {{ write(lines: Buffer): void }} options.log
 * @param {(child: import('./children.mjs').Child) => void} options.born
 */
export async function startServices({ env, dataDir, log, born }) {
  const main = join(root, 'services/dist/main.js');
  const child = startChild('the services', process.execPath, ['--enable-source-maps', main], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  born(child);
  child.process.stdout?.on('data', log.write);
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
