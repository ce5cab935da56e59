import { join } from 'node:path';
import { startChild } from './children.mjs';
import { nodeFlags, sourceMapFlags } from './node-flags.mjs';
import { Failure } from '../failure.mjs';
import { root } from '../paths.mjs';

/**
 * The message that the services send when every route is ready.
 * @typedef {{ ready: true, port: number }} Ready
 */

/**
 * Starts the services and waits until they are ready. Their stderr is shown to the user at the terminal.
 * @param {object} options
 * @param {Record<string, string>} options.env
 * @param {string} options.dataDir
 * @param {{ write(lines: Buffer): void }} options.log
 * @param {(child: import('./children.mjs').Child) => void} options.onSpawn
 */
export async function startServices({ env, dataDir, log, onSpawn }) {
  const main = join(root, 'services/dist/main.js');
  const child = startChild('the services', process.execPath, [...nodeFlags, ...sourceMapFlags, main], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onSpawn(child);
  child.process.stdout?.on('data', log.write);
  let errors = '';
  child.process.stderr?.setEncoding('utf8').on('data', (text) => {
    errors += text;
    process.stderr.write(text);
  });
  /** @type {Promise<Ready>} */
  const ready = new Promise((resolve) => {
    child.process.on('message', (message) => {
      if (/** @type {Ready} */ (message).ready) resolve(/** @type {Ready} */ (message));
    });
  });
  const failed = child.ended.then((sentence) => {
    throw new Failure(
      errors ? 'The services did not start.' : `${sentence}; see ${join(dataDir, 'logs/services.log')}.`,
    );
  });
  return { child, ...(await Promise.race([ready, failed])) };
}
