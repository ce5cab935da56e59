import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root } from '@paddock/cli/paths.mjs';
import { withMissed, medians } from './statistics.mjs';
import { cpuMs, residentMb } from './process-use.mjs';

const about =
  'npm start with everything installed, built and filled: seconds until ready, memory half a minute later, and CPU time of both ' +
  'processes at rest during the minute after it';
const settleMs = 30_000;
const restMs = 60_000;

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder }) {
  const dataDir = join(folder, 'data');
  // The first start fills the demo communities.
  await startPaddock(dataDir, false);
  /** @type {Record<string, number>[]} */
  const metrics = [];
  for (let count = 0; count < runs; count++) metrics.push(await startPaddock(dataDir, true));
  return {
    about,
    rows: [
      withMissed({
        what: 'npm start, warm',
        metrics: medians(metrics),
        targets: { 'MB together': { max: 600 }, 'rest % of a core': { max: 0.5 } },
      }),
    ],
  };
}

/**
 * @param {string} dataDir
 * @param {boolean} rests whether memory and CPU at rest are measured
 */
async function startPaddock(dataDir, rests) {
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
  const metrics = { 'ready s': seconds, ...(rests && (await atRest(Number(child.pid)))) };
  child.kill('SIGTERM');
  await closed;
  return metrics;
}

/**
 * Memory and CPU time of the command's two children, services and database.
 * @param {number} parent
 */
async function atRest(parent) {
  await wait(settleMs);
  const children = await childrenOf(parent);
  const [services = 0, database = 0] = children.map(residentMb);
  const cpu = () => children.reduce((sum, child) => sum + cpuMs(child), 0);
  const before = cpu();
  await wait(restMs);
  return {
    'services MB': services,
    'database MB': database,
    'MB together': services + database,
    'rest % of a core': ((cpu() - before) / restMs) * 100,
  };
}

/**
 * Ids of the services' and the database's process.
 * @param {number} parent
 */
async function childrenOf(parent) {
  const found = { services: NaN, database: NaN };
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    if (Number(stat.slice(stat.lastIndexOf(')')).split(' ')[2]) !== parent) continue;
    const command = await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    found[command.includes('services/dist') ? 'services' : 'database'] = Number(name);
  }
  return [found.services, found.database];
}
