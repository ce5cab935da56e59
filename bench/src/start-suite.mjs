import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '@paddock/cli/paths.mjs';
import { judged, medians } from './figures.mjs';
import { residentMb } from './process-use.mjs';

const about =
  'npm start when everything is installed, built and filled: seconds to ready, and memory half a minute later';
const restMs = 30_000;

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder }) {
  const dataDir = join(folder, 'data');
  // The first one fills the demo communities.
  await started(dataDir, 0);
  /** @type {Record<string, number>[]} */
  const figures = [];
  for (let count = 0; count < runs; count++) figures.push(await started(dataDir, restMs));
  return {
    about,
    rows: [judged({ what: 'npm start, warm', figures: medians(figures), aims: { 'MB together': { most: 600 } } })],
  };
}

/**
 * @param {string} dataDir
 * @param {number} rest milliseconds before memory is looked at
 */
async function started(dataDir, rest) {
  const began = performance.now();
  const args = [join(root, 'packages/cli/src/paddock.mjs'), 'start', '--port', '0', '--data', dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (said.includes('Paddock is ready')) resolve(undefined);
    });
    child.once('close', () => reject(new Error(`npm start did not get ready: ${said}`)));
  });
  const seconds = (performance.now() - began) / 1000;
  await wait(rest);
  const figures = { 'ready s': seconds, ...(await memory(Number(child.pid))) };
  child.kill('SIGTERM');
  await closed;
  return figures;
}

/**
 * The two children of the command: the services, and a database that was started with them.
 * @param {number} parent
 */
async function memory(parent) {
  const figures = { 'services MB': 0, 'database MB': 0 };
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]) !== parent) continue;
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    figures[command.includes('services/dist') ? 'services MB' : 'database MB'] += residentMb(Number(name));
  }
  return { ...figures, 'MB together': figures['services MB'] + figures['database MB'] };
}
