import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { Failure } from '@paddock/cli/failure.mjs';
import { waitsDuring } from './embedded-mongo-fairness.mjs';
import { firstPage, loadedPosts, oneRound, postBytes, writing } from './embedded-mongo-cases.mjs';
import { hasMongod, privateMb, startEmbedded, startMongod } from './embedded-mongo-server.mjs';
import { withMissed, medians, rounded } from './statistics.mjs';
import { residentMb } from './process-use.mjs';

const about =
  `server in a child process, official driver over TCP; columns are numbers of documents of ${postBytes} bytes ` +
  '(BENCH_DOCUMENTS=10000,100000 for other numbers) with an index of two fields; compared with a mongod on the PATH, if any';

/** Targets for every number of documents. @type {Record<string, import('./suites.mjs').Target>} */
const targets = {
  'page of 20, median ms': { max: 2 },
  'journaled inserts/s, 32 writers': { min: 3000 },
  '8 writers meanwhile, p99 ms': { max: 50 },
  'start after a kill, ms': { max: 1000 },
  'memory without page cache, MB': { max: 300 },
};
const growth = 'from first to last';

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile }) {
  const sizes = (process.env.BENCH_DOCUMENTS ?? '10000,100000,1000000').split(',').map(Number);
  if (!sizes.every((size) => size >= 1000))
    throw new Failure('BENCH_DOCUMENTS takes numbers from 1000, separated by commas.');
  const profiles = profile ? join(folder, 'profiles') : undefined;
  if (profiles) await mkdir(profiles, { recursive: true });
  const embedded = await measured(sizes, runs, join(folder, 'data'), (dataDir) => startEmbedded(dataDir, profiles));
  const mongod = hasMongod() ? await measured(sizes, runs, join(folder, 'mongod'), startMongod) : undefined;
  const fair = await fairness(join(folder, 'fairness'), profiles);
  return {
    about,
    rows: [...rowsOf('', embedded, targets), ...fair, ...(mongod ? compareTables(embedded, mongod) : [])],
  };
}

/**
 * Measures how long writers wait during each long command.
 * @param {string} dataDir
 * @param {string | undefined} profiles
 * @returns {Promise<import('./suites.mjs').Row[]>}
 */
async function fairness(dataDir, profiles) {
  const count = Number(process.env.BENCH_BESIDE ?? 50_000);
  await rm(dataDir, { recursive: true, force: true });
  const server = await startEmbedded(dataDir, profiles);
  const metrics = await waitsDuring(server.db, server.uri, count);
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
  const column = count.toLocaleString('en');
  return Object.entries(metrics).map(([name, { p99, max, command }]) =>
    withMissed({
      what: `8 journaled writers during ${name}, p99 ms`,
      metrics: { [column]: rounded(p99) },
      targets: { [column]: { max: 50 } },
      details: { max: rounded(max), command: rounded(command) },
    }),
  );
}

/** @typedef {Record<string, Record<string, number>>} Table metrics by number of documents and by measurement */

/**
 * @param {number[]} sizes
 * @param {number} runs
 * @param {string} folder
 * @param {(dataDir: string) => Promise<import('./embedded-mongo-server.mjs').BenchServer>} start
 * @returns {Promise<Table>}
 */
async function measured(sizes, runs, folder, start) {
  /** @type {Table} */
  const table = {};
  for (const size of sizes) {
    const dataDir = join(folder, String(size));
    await rm(dataDir, { recursive: true, force: true });
    table[size.toLocaleString('en')] = await ofSize(size, runs, dataDir, start);
    await rm(dataDir, { recursive: true, force: true });
  }
  return table;
}

/**
 * @param {number} size
 * @param {number} runs
 * @param {string} dataDir
 * @param {(dataDir: string) => Promise<import('./embedded-mongo-server.mjs').BenchServer>} start
 */
async function ofSize(size, runs, dataDir, start) {
  let server = await start(dataDir);
  const began = performance.now();
  await loadedPosts(server.db, size);
  const loaded = (size * 1000) / (performance.now() - began);
  // A clean stop writes all data to the disk; for MongoDB the size is read at the stop.
  await server.stop();
  const onDisk = server.dataBytes() / (size * postBytes);
  server = await start(dataDir);
  const posts = server.db.collection('posts');

  let peak = { own: 0, resident: 0 };
  const watch = setInterval(() => {
    peak = {
      own: Math.max(peak.own, privateMb(server.pid)),
      resident: Math.max(peak.resident, residentMb(server.pid)),
    };
  }, 200);
  const rounds = [];
  for (let count = 0; count < runs; count++) {
    server.profile();
    rounds.push(await oneRound(posts, size));
    server.profile();
  }
  clearInterval(watch);

  const starts = [];
  for (let count = 0; count < runs; count++) {
    const killed = writing(server.db.collection('posts'), 32, () => true).catch(() => undefined);
    await firstPage(server.db.collection('posts'), size);
    await server.stop('SIGKILL');
    await killed;
    server = await start(dataDir);
    const restarted = performance.now();
    await firstPage(server.db.collection('posts'), size);
    starts.push({ 'start after a kill, ms': server.startMs + performance.now() - restarted });
  }
  await server.stop();
  return {
    ...medians(rounds),
    ...medians(starts),
    'memory without page cache, MB': rounded(peak.own),
    'memory resident, MB': rounded(peak.resident),
    'bytes on disk per byte of data': rounded(onDisk),
    'loaded documents/s': rounded(loaded),
  };
}

/**
 * @param {string} prefix
 * @param {Table} table
 * @param {Record<string, import('./suites.mjs').Target>} targetsOf
 * @returns {import('./suites.mjs').Row[]}
 */
function rowsOf(prefix, table, targetsOf) {
  const columns = Object.keys(table);
  const names = Object.keys(Object.values(table)[0] ?? {});
  return names.map((name) => {
    const metrics = Object.fromEntries(columns.map((column) => [column, table[column]?.[name] ?? NaN]));
    const target = targetsOf[name];
    /** @type {Record<string, import('./suites.mjs').Target>} */
    const all = target ? Object.fromEntries(columns.map((column) => [column, target])) : {};
    if (name === 'page of 20, median ms' && columns.length > 1) {
      const [first = NaN, last = NaN] = [columns[0], columns.at(-1)].map((column) => metrics[column ?? '']);
      metrics[growth] = rounded(last / first);
      if (target) all[growth] = { max: 1.3 };
    }
    return withMissed({ what: `${prefix}${name}`, metrics, targets: all });
  });
}

/**
 * The metrics of MongoDB, and the ratio of those of embedded-mongo to them.
 * @param {Table} embedded
 * @param {Table} mongod
 */
function compareTables(embedded, mongod) {
  const ratios = Object.fromEntries(
    Object.entries(mongod).map(([column, metrics]) => [
      column,
      Object.fromEntries(
        Object.entries(metrics).map(([name, value]) => [name, rounded((embedded[column]?.[name] ?? NaN) / value)]),
      ),
    ]),
  );
  return [...rowsOf('mongod: ', mongod, {}), ...rowsOf('ratio to mongod: ', ratios, {})];
}
