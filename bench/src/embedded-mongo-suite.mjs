import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { Failure } from '@paddock/cli/failure.mjs';
import { beside } from './embedded-mongo-fairness.mjs';
import { firstPage, loadedPosts, oneRound, postBytes, writing } from './embedded-mongo-cases.mjs';
import { hasMongod, ownMb, startEmbedded, startMongod } from './embedded-mongo-server.mjs';
import { judged, medians, rounded } from './figures.mjs';
import { residentMb } from './process-use.mjs';

const about =
  `server in a child process, asked over TCP by the official driver; columns are numbers of documents of ${postBytes} bytes ` +
  '(BENCH_DOCUMENTS=10000,100000 for others) with an index of two fields; beside mongod where one is on the PATH';

/** What is aimed at, for every number of documents. @type {Record<string, import('./suites.mjs').Aim>} */
const aims = {
  'page of 20, median ms': { most: 2 },
  'journaled inserts/s, 32 writers': { least: 3000 },
  'beside it 8 writers, p99 ms': { most: 50 },
  'start after a kill, ms': { most: 1000 },
  'memory without page cache, MB': { most: 300 },
};
const growth = 'from first to last';

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile }) {
  const sizes = (process.env.BENCH_DOCUMENTS ?? '10000,100000,1000000').split(',').map(Number);
  if (!sizes.every((size) => size >= 1000)) throw new Failure('BENCH_DOCUMENTS takes numbers from 1000, with commas.');
  const profiles = profile ? join(folder, 'profiles') : undefined;
  if (profiles) await mkdir(profiles, { recursive: true });
  const embedded = await measured(sizes, runs, join(folder, 'data'), (dataDir) => startEmbedded(dataDir, profiles));
  const mongod = hasMongod() ? await measured(sizes, runs, join(folder, 'mongod'), startMongod) : undefined;
  const fair = await fairness(join(folder, 'fairness'), profiles);
  return { about, rows: [...rowsOf('', embedded, aims), ...fair, ...(mongod ? compared(embedded, mongod) : [])] };
}

/**
 * How long writers wait beside each command that takes long.
 * @param {string} dataDir
 * @param {string | undefined} profiles
 * @returns {Promise<import('./suites.mjs').Row[]>}
 */
async function fairness(dataDir, profiles) {
  const count = Number(process.env.BENCH_BESIDE ?? 50_000);
  await rm(dataDir, { recursive: true, force: true });
  const server = await startEmbedded(dataDir, profiles);
  const figures = await beside(server.db, server.uri, count);
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
  const column = count.toLocaleString('en');
  return Object.entries(figures).map(([name, { p99, most, command }]) =>
    judged({
      what: `8 journaled writers beside ${name}, p99 ms`,
      figures: { [column]: rounded(p99) },
      aims: { [column]: { most: 50 } },
      details: { most: rounded(most), command: rounded(command) },
    }),
  );
}

/** @typedef {Record<string, Record<string, number>>} Table figures by number of documents, in columns by measurement */

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
  // A clean end writes everything out; MongoDB tells the size of its files as it ends.
  await server.stop();
  const onDisk = server.dataBytes() / (size * postBytes);
  server = await start(dataDir);
  const posts = server.db.collection('posts');

  let most = { own: 0, resident: 0 };
  const watch = setInterval(() => {
    most = { own: Math.max(most.own, ownMb(server.pid)), resident: Math.max(most.resident, residentMb(server.pid)) };
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
    const asked = performance.now();
    await firstPage(server.db.collection('posts'), size);
    starts.push({ 'start after a kill, ms': server.startMs + performance.now() - asked });
  }
  await server.stop();
  return {
    ...medians(rounds),
    ...medians(starts),
    'memory without page cache, MB': rounded(most.own),
    'memory resident, MB': rounded(most.resident),
    'bytes on disk per byte of data': rounded(onDisk),
    'loaded documents/s': rounded(loaded),
  };
}

/**
 * @param {string} prefix
 * @param {Table} table
 * @param {Record<string, import('./suites.mjs').Aim>} aimsOf
 * @returns {import('./suites.mjs').Row[]}
 */
function rowsOf(prefix, table, aimsOf) {
  const columns = Object.keys(table);
  const names = Object.keys(Object.values(table)[0] ?? {});
  return names.map((name) => {
    const figures = Object.fromEntries(columns.map((column) => [column, table[column]?.[name] ?? NaN]));
    const aim = aimsOf[name];
    /** @type {Record<string, import('./suites.mjs').Aim>} */
    const all = aim ? Object.fromEntries(columns.map((column) => [column, aim])) : {};
    if (name === 'page of 20, median ms' && columns.length > 1) {
      const [first = NaN, last = NaN] = [columns[0], columns.at(-1)].map((column) => figures[column ?? '']);
      figures[growth] = rounded(last / first);
      if (aim) all[growth] = { most: 1.3 };
    }
    return judged({ what: `${prefix}${name}`, figures, aims: all });
  });
}

/**
 * MongoDB's own figures, and how many times as much embedded-mongo's are.
 * @param {Table} embedded
 * @param {Table} mongod
 */
function compared(embedded, mongod) {
  const ratios = Object.fromEntries(
    Object.entries(mongod).map(([column, figures]) => [
      column,
      Object.fromEntries(
        Object.entries(figures).map(([name, figure]) => [name, rounded((embedded[column]?.[name] ?? NaN) / figure)]),
      ),
    ]),
  );
  return [...rowsOf('mongod: ', mongod, {}), ...rowsOf('ratio to mongod: ', ratios, {})];
}
