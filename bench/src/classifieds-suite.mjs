import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient, ObjectId } from 'mongodb';
import { community } from './content.mjs';
import { startGenerator } from './generators.mjs';
import { startLoaded } from './loaded-paddock.mjs';
import { medians, quantile, withMissed } from './statistics.mjs';

const count = 100_000;
const day = 24 * 3_600_000;
const requests = 100;
const categories = ['tyres', 'parts', 'tools', 'gear', 'radio', 'rooms', 'lifts', 'lost_found'];
const about =
  `the calls of the tab in a workplace with ${count.toLocaleString('en')} ads, one request after another; and all of them ending at ` +
  'once, until list, counts and badge show none; the load generator runs in another process';

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile }) {
  const loaded = await startLoaded({ folder, profile });
  const generator = startGenerator(loaded);
  const client = await new MongoClient(loaded.paddock.databaseUri).connect();
  try {
    const ads = client.db(process.env.MONGODB_DB ?? 'paddock').collection('classifieds');
    const owners = loaded.members.map(({ id }) => id);
    for (let at = 0; at < count; at += 2000)
      await ads.insertMany(Array.from({ length: 2000 }, (_, index) => adAt(at + index, owners)));
    /** @param {string} path */
    const measure = async (path) => {
      const asks = loaded.members.map(({ token }) => ({ method: 'GET', path: `/api${path}`, token }));
      const ask = () => generator.measure({ asks, requests, concurrency: 1 });
      await ask();
      /** @type {Record<string, number>[]} */
      const metrics = [];
      for (let turn = 0; turn < runs; turn++) {
        const { times, bytes } = await ask();
        metrics.push({ 'p50 ms': quantile(times, 0.5), 'p99 ms': quantile(times, 0.99), KB: bytes / requests / 1024 });
      }
      return medians(metrics);
    };
    const paths = {
      'newest 20': '/classifieds',
      'newest 20 of a category': '/classifieds?category=tools',
      'page 1,000 deep, by cursor': `/classifieds?page=${await deepId(ads)}`,
      'search by title, found': '/classifieds?query=number%201234',
      'search by title, nothing': '/classifieds?query=nothing%20like%20it',
      'own ads': '/classifieds?own=true',
      'categories with counts': '/classifieds/categories',
    };
    /** @type {import('./suites.mjs').Row[]} */
    const rows = [];
    for (const [what, path] of Object.entries(paths))
      rows.push(
        withMissed({
          what,
          metrics: await measure(path),
          targets: { 'p50 ms': { max: /^search/.test(what) ? 50 : 20 } },
        }),
      );
    rows.push(withMissed({ what: 'all end at once', metrics: await ending(loaded, ads), targets: { s: { max: 2 } } }));
    return { about, rows };
  } finally {
    generator.stop();
    await client.close();
    await loaded.stop();
  }
}

/**
 * Seconds from the end of every ad until list, counts and badge of a member show none.
 * @param {Awaited<ReturnType<typeof startLoaded>>} loaded
 * @param {import('mongodb').Collection<any>} ads
 */
async function ending(loaded, ads) {
  let end = new Date();
  // A busy machine takes longer to store the end than the ads live.
  for (let ms = 60_000; end <= new Date(); ms *= 2) {
    end = new Date(Date.now() + ms);
    await ads.updateMany({ community }, { $set: { expires: end } });
  }
  const { token } = loaded.memberAt(0);
  const before = await loaded.call('GET', '/classifieds/categories', undefined, token);
  if (before.all !== count && Date.now() < end.getTime()) throw new Error(`${before.all} ads before the end`);
  await wait(Math.max(0, end.getTime() - Date.now()));
  for (;;) {
    const [list, grid, { badges }] = await Promise.all([
      loaded.call('GET', '/classifieds', undefined, token),
      loaded.call('GET', '/classifieds/categories', undefined, token),
      loaded.call('GET', '/badges', undefined, token),
    ]);
    const left = list.classifieds.length + grid.all + badges.classifieds;
    if (left === 0) return { s: Math.round(Date.now() - end.getTime()) / 1000 };
  }
}

/** @param {import('mongodb').Collection<any>} ads */
async function deepId(ads) {
  const [row] = await ads
    .find({ community }, { projection: { _id: 1 } })
    .sort({ _id: -1 })
    .skip(1000)
    .limit(1)
    .toArray();
  return String(row?._id);
}

/**
 * An ad as the service stores it.
 * @param {number} number @param {string[]} owners
 * @returns {any}
 */
function adAt(number, owners) {
  const created = new Date();
  const title = `Ad number ${number}`;
  return {
    _id: new ObjectId().toHexString(),
    ...{
      community,
      workplace: '',
      title,
      // The ends of its words.
      title_parts: title
        .toLowerCase()
        .split(' ')
        .flatMap((word) => Array.from(word, (_, start) => word.slice(start))),
      desc: 'Good as new, collect it in garage 12.',
    },
    ...{ category: categories[number % categories.length], owner: owners[number % owners.length], images: [] },
    ...{ lifetime: 30, expires: new Date(created.getTime() + 30 * day), created, client_id: randomUUID() },
  };
}
