import { startGenerator } from './generators.mjs';
import { measuredCases } from './community/call-cases.mjs';
import { sizes, startLarge } from './community/large-paddock.mjs';
import { measureLoad, memory } from './community/measured.mjs';
import { withSecondProcess } from './second-process.mjs';
import { medians, quantile, rounded, withMissed } from './statistics.mjs';

const seconds = 10;
const upload = { kind: 'files.upload: 20 KB', bytes: 20_000 };
/** More than are answered in that time. */
const requests = 20_000;
/** Cases with their share in percent; 15 of 100 are writes. @type {Record<string, number>} */
const shares = {
  'shouts.list: feed of 20': 20,
  'shouts.read': 9,
  'shouts.comments': 9,
  'shouts.list: 50 messages': 15,
  'chats.list: 20 chats': 15,
  'chats.list: search, common word': 5,
  'people.list: first page': 6,
  'people.profile': 6,
  'shouts.create: a shout': 3,
  'shouts.create: a comment': 4,
  'shouts.like': 4,
  'chats.mark_read': 4,
};
/** Acts that change much for little: a like and a vote change a shout, an upload writes a file. @type {Record<string, number>} */
const lively = {
  ...shares,
  'shouts.list: feed of 20': 14,
  'shouts.like': 6,
  'shouts.vote': 2,
  [upload.kind]: 2,
};
const about =
  'feeds, topics with comments, messages, chat lists, searches and people, with 15 % posts, comments, likes and read marks, by 101 of ' +
  '5,000 members, 10⁵ shouts in one conversation; the same with more likes, votes and uploads, and in two processes; then p50 and p99 of each call at 10 in parallel; the load generator runs in another process';

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile }) {
  const loaded = await startLarge({ folder, size: sizes.full, profile });
  const generator = startGenerator(loaded);
  try {
    /** @type {Record<string, Record<string, number>[]>} */
    const metrics = {};
    /** @type {Record<string, number[]>} */
    const times = {};
    const measure = async (what, { count, of = loaded, mix = shares, ...job }) => {
      const asks = await measureMix(loaded, mix, 2000);
      const result = await measureLoad(of, generator, { asks, requests, seconds, concurrency: 10, ...job });
      // The first run warms up.
      if (count === 0) return;
      (metrics[what] ??= []).push({ ...result.metrics, ...memory(loaded) });
      if (what === '10 in parallel')
        for (const [kind, all] of Object.entries(result.kinds)) (times[kind] ??= []).push(...all);
    };
    for (let count = 0; count <= runs; count++) {
      await measure('10 in parallel', { count });
      await measure('10 in parallel, gzip', { count, gzip: true });
      await measure('one after another', { count, concurrency: 1 });
      await measure('one after another, gzip', { count, concurrency: 1, gzip: true });
      await measure('10 in parallel, with votes and uploads', { count, mix: lively });
    }
    const { ports, both, stop } = await withSecondProcess(loaded, folder);
    try {
      for (let count = 0; count <= runs; count++)
        await measure('10 in parallel, two processes', { count, of: both, ports });
    } finally {
      await stop();
    }
    const most = { 'p99 ms': { max: 50 }, MB: { max: 400 }, 'own MB': { max: 400 } };
    const targets = { '10 in parallel': { 'requests/s': { min: 1300 }, ...most } };
    return {
      about,
      rows: [
        ...Object.entries(metrics).map(([what, all]) =>
          withMissed({ what, metrics: medians(all), targets: targets[what] ?? {} }),
        ),
        ...Object.entries(times).map(([what, all]) =>
          withMissed({
            what,
            metrics: { 'p50 ms': rounded(quantile(all, 0.5)), 'p99 ms': rounded(quantile(all, 0.99)) },
          }),
        ),
      ],
    };
  } finally {
    generator.stop();
    await loaded.stop();
  }
}

/**
 * Requests of all kinds, evenly mixed.
 * @param {import('./community/large-paddock.mjs').LargePaddock} loaded
 * @param {Record<string, number>} mix the shares of the kinds
 * @param {number} count a multiple of 100
 */
async function measureMix(loaded, mix, count) {
  const kinds = await Promise.all(
    Object.entries(mix).map(async ([kind, share]) => {
      const asks = await requestsOf(loaded, kind, (count * share) / 100);
      return Array.from({ length: (count * share) / 100 }, (_, index) => ({
        at: (index + 0.5) / share,
        ask: { .../** @type {import('./generator.mjs').Ask} */ (asks[index % asks.length]), kind },
      }));
    }),
  );
  return kinds
    .flat()
    .toSorted((a, b) => a.at - b.at)
    .map(({ ask }) => ask);
}

async function requestsOf(loaded, kind, count) {
  if (kind === upload.kind)
    return loaded.members.map(({ token }) => ({ method: 'POST', path: '/api/files', token, upload: upload.bytes }));
  const one = measuredCases().find(({ what }) => what === kind);
  if (!one) throw new Error(`There is no case '${kind}'.`);
  return one.requests(loaded, count);
}
