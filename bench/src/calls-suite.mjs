import { startGenerator } from './generators.mjs';
import { measuredCases } from './community/call-cases.mjs';
import { sizes, startLarge } from './community/large-paddock.mjs';
import { measureLoad, memory } from './community/measured.mjs';
import { medians, withMissed } from './statistics.mjs';

const reads = 200;
const writes = 60;
/** A slow call is measured by fewer requests. */
const seconds = 2;
/** How a case is measured: columns get the prefix. */
const modes = [
  { prefix: '', concurrency: 1, gzip: false },
  { prefix: 'gzip ', concurrency: 1, gzip: true },
  { prefix: '×10 ', concurrency: 10, gzip: false },
  { prefix: '×10 gzip ', concurrency: 10, gzip: true },
];
const gzipColumns = ['p50 ms', 'CPU ms', 'KB'];

/** The targets of issue 18. @type {Record<string, import('./suites.mjs').Row['targets']>} */
const targets = {
  'account.me': { 'CPU ms': { max: 0.3 } },
  'shouts.list: feed of 20': { 'CPU ms': { max: 1 }, 'gzip CPU ms': { max: 1.8 } },
  'shouts.read': { 'CPU ms': { max: 2 } },
  'shouts.comments': { 'CPU ms': { max: 2 } },
  'chats.list: 20 chats': { 'CPU ms': { max: 2 } },
  'shouts.create: a shout': { 'CPU ms': { max: 2.5 } },
  'shouts.create: a comment': { 'CPU ms': { max: 3.5 } },
  ...Object.fromEntries(
    [
      'chats.list: search, common word',
      'chats.list: search, two words',
      'chats.list: search, one letter',
      'people.list: first page',
      'people.list: page in the middle',
      'people.closest: first page',
      'people.closest: page in the middle',
      'people.closest: far members',
      'people.search: all by a word',
      'people.search: one by name',
    ].map((what) => [what, { 'p50 ms': { max: 10 }, '×10 p99 ms': { max: 60 }, 'times 10³': { max: 1.5 } }]),
  ),
};

const about = ({ members, shouts }) =>
  `every call of a member's client, one request after another and 10 in parallel (×10), plain and with gzip, in a community of ` +
  `${members.toLocaleString('en')} members and 300 topics with ${shouts.toLocaleString('en')} shouts in one conversation; ` +
  'times 10³: p50 relative to that of a community with 1,000 shouts and 500 members; commands: of the database, per request; ' +
  'the load generator runs in another process';

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile, only = '', long }) {
  const cases = measuredCases().filter(({ what }) => what.includes(only));
  if (cases.length === 0) throw new Error(`No case contains '${only}'.`);
  const size = long ? sizes.long : sizes.full;
  const small = await measureAll({ folder, size: sizes.small, runs: 1, cases, modes: modes.slice(0, 1) });
  const full = await measureAll({ folder, size, runs, cases, modes, profile });
  const rows = cases.map(({ what }) => {
    const metrics = full.metrics.get(what) ?? {};
    const times = (metrics['p50 ms'] ?? NaN) / (small.metrics.get(what)?.['p50 ms'] ?? NaN);
    return withMissed({
      what,
      metrics: { ...metrics, ...medians([{ 'times 10³': times }]) },
      targets: targets[what] ?? {},
    });
  });
  const memory = { what: 'memory afterwards', metrics: { ...full.memory, 'MB at 10³': small.memory.MB }, targets: {} };
  return { about: about(size), rows: [...rows, withMissed(memory)] };
}

async function measureAll({ folder, size, runs, cases, modes: chosen, profile = false }) {
  const loaded = await startLarge({ folder, size, profile });
  const generator = startGenerator(loaded);
  try {
    const measure = async (one, count, { concurrency, gzip }) => {
      const asks = await one.requests(loaded, count);
      return measureLoad(loaded, generator, { asks, requests: count, concurrency, gzip, seconds }).catch((error) => {
        throw new Error(`${one.what}: ${error.message}`, { cause: error });
      });
    };
    const metrics = new Map();
    for (const one of cases) {
      const count = one.isRead ? reads : writes;
      await measure(one, count / 4, { concurrency: 10, gzip: false });
      /** @type {Record<string, number>[]} */
      const results = [];
      for (let run = 0; run < runs; run++) {
        /** @type {Record<string, number>} */
        const result = {};
        for (const mode of chosen.filter(({ gzip }) => one.isRead || !gzip))
          for (const [column, value] of Object.entries((await measure(one, count, mode)).metrics))
            if (!mode.gzip || gzipColumns.includes(column)) result[mode.prefix + column] = value;
        results.push(result);
      }
      metrics.set(one.what, medians(results));
    }
    return { metrics, memory: memory(loaded) };
  } finally {
    generator.stop();
    await loaded.stop();
  }
}
