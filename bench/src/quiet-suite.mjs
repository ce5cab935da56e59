import { startGenerator } from './generators.mjs';
import { at } from './community/cases.mjs';
import { measuredCases } from './community/call-cases.mjs';
import { sizes, startLarge } from './community/large-paddock.mjs';
import { measureLoad } from './community/measured.mjs';
import { medians, quantile, withMissed } from './statistics.mjs';

const rate = 4;
const requests = 240;
/** In turn, so that each comes again after two seconds, when short-lived caches have expired. */
const kinds = [
  'shouts.list: feed of 20',
  'shouts.read',
  'shouts.create: a shout',
  'shouts.create: a comment',
  'shouts.comments',
  'chats.list: 20 chats',
  'shouts.list: 50 messages',
  'people.profile',
];
const about =
  `${rate} requests a second, whether or not earlier ones are answered, by 101 of 5,000 members; 10⁵ shouts in one conversation; CPU and ` +
  'commands include what the services do at rest; the load generator runs in another process';
const aimed = ['shouts.list: feed of 20', 'shouts.read', 'shouts.create: a shout', 'shouts.create: a comment'];

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile }) {
  const loaded = await startLarge({ folder, size: sizes.full, profile });
  const generator = startGenerator(loaded);
  try {
    /** @type {Record<string, Record<string, number>[]>} */
    const metrics = {};
    for (let count = 0; count < runs; count++)
      for (const gzip of [false, true]) {
        const suffix = gzip ? ', gzip' : '';
        const asks = await inTurn(loaded);
        const result = await measureLoad(loaded, generator, { asks, requests, concurrency: 20, rate, gzip });
        (metrics[`all${suffix}`] ??= []).push(result.metrics);
        for (const [kind, times] of Object.entries(result.kinds))
          (metrics[`${kind}${suffix}`] ??= []).push({
            'p50 ms': quantile(times, 0.5),
            'p99 ms': quantile(times, 0.99),
          });
      }
    return {
      about,
      rows: Object.entries(metrics).map(([what, all]) =>
        withMissed({ what, metrics: medians(all), targets: aimed.includes(what) ? { 'p50 ms': { max: 10 } } : {} }),
      ),
    };
  } finally {
    generator.stop();
    await loaded.stop();
  }
}

/** @param {import('./community/large-paddock.mjs').LargePaddock} loaded */
async function inTurn(loaded) {
  const asks = await Promise.all(
    kinds.map(async (kind) => {
      const one = measuredCases().find(({ what }) => what === kind);
      if (!one) throw new Error(`There is no case '${kind}'.`);
      return (await one.requests(loaded, requests / kinds.length)).map((ask) => ({ ...ask, kind }));
    }),
  );
  return Array.from({ length: requests }, (_, index) =>
    // A step that shares no factor with the 101 members spreads them.
    at(at(asks, index), Math.floor(index / kinds.length) * 7),
  );
}
