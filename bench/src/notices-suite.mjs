import { randomUUID } from 'node:crypto';
import { MongoClient, ObjectId } from 'mongodb';
import { community } from './content.mjs';
import { startGenerator } from './generators.mjs';
import { startLoaded } from './loaded-paddock.mjs';
import { addMembers } from './added-members.mjs';
import { medians, quantile, rounded, withMissed } from './statistics.mjs';

const notices = 10_000;
const requests = 300;
const people = 1000;
const about =
  'the first page of a namespace with 10,000 notices, the badges and the home page, one request after another; one notice acknowledged ' +
  'by 1,000 members at once, each over its own connection; the load generator runs in another process on the same cores';

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile }) {
  const loaded = await startLoaded({ folder, profile });
  const generator = startGenerator(loaded);
  const client = await new MongoClient(loaded.paddock.databaseUri).connect();
  try {
    const database = client.db(process.env.MONGODB_DB ?? 'paddock');
    const sponsors = database.collection('sponsors');
    for (let at = 0; at < notices; at += 1000)
      await sponsors.insertMany(Array.from({ length: 1000 }, (_, index) => noticeAt(at + index)));
    const page = await reading(generator, loaded, '/api/sponsors?count=20', runs);
    const badges = await reading(generator, loaded, '/api/badges', runs);
    const home = await reading(generator, loaded, '/api/home', runs);
    const clicks = await acknowledging(generator, loaded, runs);
    return {
      about,
      rows: [
        withMissed({ what: 'first page of 10,000 notices', metrics: page, targets: { 'p50 ms': { max: 20 } } }),
        withMissed({ what: 'badges with 10,000 notices', metrics: badges, targets: { 'p50 ms': { max: 20 } } }),
        withMissed({ what: 'home with 10,000 notices', metrics: home, targets: { 'p50 ms': { max: 15 } } }),
        withMissed({ what: '1,000 acknowledgements at once', metrics: clicks, targets: { counted: { min: people } } }),
      ],
    };
  } finally {
    generator.stop();
    await client.close();
    await loaded.stop();
  }
}

async function reading(generator, loaded, path, runs) {
  const asks = loaded.members.map(({ token }) => ({ method: 'GET', path, token }));
  /** @type {Record<string, number>[]} */
  const metrics = [];
  // The first run warms up code and caches.
  for (let count = 0; count <= runs; count++) {
    const { times } = await generator.measure({ asks, requests, concurrency: 1 });
    if (count > 0) metrics.push({ 'p50 ms': quantile(times, 0.5), 'p99 ms': quantile(times, 0.99) });
  }
  return medians(metrics);
}

async function acknowledging(generator, loaded, runs) {
  const [admin] = await addMembers(loaded, 1, { admin: true });
  const members = await addMembers(loaded, people);
  /** @type {Record<string, number>[]} */
  const metrics = [];
  // The first run warms up code, caches and connections.
  for (let count = 0; count <= runs; count++) {
    const body = { client_id: randomUUID(), title: `Safety briefing ${count}`, acknowledge: {} };
    const { sponsor } = await loaded.call('POST', '/sponsors', body, admin?.token);
    const path = `/api/sponsors/${sponsor.id}/acknowledge`;
    const asks = members.map(({ token }) => ({ method: 'PUT', path, token, body: { version: 1 } }));
    const { seconds, times } = await generator.measure({ asks, requests: people, concurrency: people });
    const { counts } = await loaded.call('GET', `/sponsors/${sponsor.id}/acknowledgements`, undefined, admin?.token);
    if (count > 0)
      metrics.push({ counted: counts.acknowledged, seconds: rounded(seconds), 'p99 ms': quantile(times, 0.99) });
  }
  return medians(metrics);
}

/**
 * A notice as the service stores it.
 * @param {number} number
 * @returns {any}
 */
function noticeAt(number) {
  const created = new Date(Date.now() - (number + 1) * 60_000);
  const title = `Bulletin ${number}`;
  const keys = { title_key: title.toLowerCase(), sort_key: `1${title.toLowerCase()}` };
  return {
    _id: new ObjectId().toHexString(),
    ...{ community, workplace: '', namespace: '0', title, desc: 'Lap times of the session were checked.', ...keys },
    ...{ color: '#2a6fdb', tags: [], images: [], files: [], hidden: false, version: 1, comments: 0 },
    ...{ created, posted: created },
  };
}
