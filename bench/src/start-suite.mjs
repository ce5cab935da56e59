import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '@paddock/cli/paths.mjs';
import { withMissed, medians } from './statistics.mjs';
import { residentMb } from './process-use.mjs';

const about =
  'npm start with everything installed, built and filled: seconds until ready, and memory half a minute later';
const restMs = 30_000;

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder }) {
  const dataDir = join(folder, 'data');
  // The first start fills the demo communities.
  await started(dataDir, 0);
  /** @type {Record<string, number>[]} */
  const metrics = [];
  for (let count = 0; count < runs; count++) metrics.push(await started(dataDir, restMs));
  return {
    about,
    rows: [
      withMissed({ what: 'npm start, warm', metrics: medians(metrics), targets: { 'MB together': { max: 600 } } }),
    ],
  };
}

/**
 * @param {string} dataDir
 * @param {number} rest milliseconds before memory is measured
 */
async function started(dataDir, rest) {
  const began = performance.now();
  const args = [join(root, 'packages/cli/src/paddock.mjs'), 'start', '--port', '0', '--data', dataDir];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const closed = once(child, 'close');
  await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (output.includes('Paddock is ready')) resolve(undefined);
    });
    child.once('close', () => reject(new Error(`npm start did not become ready: ${output}`)));
  });
  const seconds = (performance.now() - began) / 1000;
  await wait(rest);
  const metrics = { 'ready s': seconds, ...(await memory(Number(child.pid))) };
  child.kill('SIGTERM');
  await closed;
  return metrics;
}

/**
 * Memory of the command's two children, services and database.
 * @param {number} parent
 */
async function memory(parent) {
  const metrics = { 'services MB': 0, 'database MB': 0 };
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]) !== parent) continue;
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    metrics[command.includes('services/dist') ? 'services MB' : 'database MB'] += residentMb(Number(name));
  }
  return { ...metrics, 'MB together': metrics['services MB'] + metrics['database MB'] };
}
