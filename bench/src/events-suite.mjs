import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MongoClient, ObjectId } from 'mongodb';
import { community } from './content.mjs';
import { host, startLoaded } from './loaded-paddock.mjs';
import { medians, quantile, withMissed } from './statistics.mjs';

const perMonth = 100;
const month = 30.5 * 24 * 3_600_000;
const first = Date.UTC(2025, 0, 1);
const requests = 300;
/** Every fifth event is a copy of one of so many recurring ones. */
const recurring = 50;
const day = 24 * 3_600_000;
const about =
  'the events of one month, one request after another, in a workplace with 1,000 and with 100,000 events, 100 a month, of which a fifth ' +
  'are copies of recurring ones; then a daily event without an end, created, moved and deleted with its 400 copies; ' +
  'the load generator runs in another process';

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile }) {
  const loaded = await startLoaded({ folder, profile });
  const generator = fork(fileURLToPath(new URL('./generator.mjs', import.meta.url)));
  const client = await new MongoClient(loaded.paddock.databaseUri).connect();
  try {
    const events = client.db(process.env.MONGODB_DB ?? 'paddock').collection('events');
    const measure = async () => {
      const from = new Date(first + 5 * month).toISOString();
      const to = new Date(first + 6 * month).toISOString();
      const path = `/api/events?from=${from}&to=${to}`;
      const asks = loaded.members.map(({ token }) => ({ method: 'GET', path, token }));
      generator.send({ port: loaded.port, host, asks, requests, concurrency: 1 });
      const [result] = await once(generator, 'message');
      if (result.failed) throw new Error(result.failed);
      return result;
    };
    /** @param {number} count @returns {Promise<Record<string, number>[]>} */
    const withEvents = async (count) => {
      for (let at = await events.countDocuments({ community }); at < count; at += 1000)
        await events.insertMany(Array.from({ length: Math.min(1000, count - at) }, (_, index) => eventAt(at + index)));
      await measure();
      /** @type {Record<string, number>[]} */
      const metrics = [];
      for (let turn = 0; turn < runs; turn++) {
        const { times, bytes } = await measure();
        metrics.push({ 'p50 ms': quantile(times, 0.5), 'p99 ms': quantile(times, 0.99), KB: bytes / requests / 1024 });
      }
      return metrics;
    };
    const few = medians(await withEvents(1000));
    const many = medians(await withEvents(100_000));
    const times = { ...many, 'times 1,000': (many['p50 ms'] ?? NaN) / (few['p50 ms'] ?? NaN) };
    const targets = { 'p50 ms': { max: 20 }, 'times 1,000': { max: 1.2 } };
    const daily = await changes(loaded, folder);
    return {
      about,
      rows: [
        withMissed({ what: 'month among 1,000 events', metrics: few, targets: {} }),
        withMissed({ what: 'month among 100,000 events', metrics: times, targets }),
        withMissed({ what: 'a daily event with its 400 copies', metrics: daily, targets: {} }),
      ],
    };
  } finally {
    generator.disconnect();
    await client.close();
    await loaded.stop();
  }
}

/**
 * A recurring event is created, all its copies are moved by an hour, and deleted; each in one request.
 * @param {Awaited<ReturnType<typeof startLoaded>>} loaded
 * @param {string} folder
 */
async function changes({ call, memberAt }, folder) {
  const file = join(folder, 'deployments', `${community}.json`);
  const deployment = JSON.parse(await readFile(file, 'utf8'));
  deployment.flags = { ...deployment.flags, events_tab: { ...deployment.flags.events_tab, public_add_event: true } };
  await writeFile(file, JSON.stringify(deployment));
  const { token } = memberAt(0);
  const when = Date.now() + day;
  const daily = { title: 'Daily', when: new Date(when).toISOString(), recurrence: 'FREQ=DAILY' };
  // The services read the changed file within a moment.
  const ready = Date.now() + 10_000;
  while (Date.now() < ready && !(await call('POST', '/events', daily, token).catch(() => undefined)))
    await new Promise((resolve) => setTimeout(resolve, 200));
  /** @param {string} method @param {string} path @param {object} [body] */
  const timed = async (method, path, body) => {
    const begun = performance.now();
    const { id } = await call(method, path, body, token);
    return { ms: performance.now() - begun, id };
  };
  const created = await timed('POST', '/events', daily);
  const moved = { when: new Date(when + 3_600_000).toISOString(), scope: 'all' };
  const changed = await timed('PUT', `/events/${created.id}`, moved);
  const deleted = await timed('DELETE', `/events/${created.id}?scope=all`, {});
  return { 'create ms': created.ms, 'move all ms': changed.ms, 'delete all ms': deleted.ms };
}

/**
 * An event as the service stores it; its place in time follows from its number.
 * @param {number} number
 * @returns {any}
 */
function eventAt(number) {
  const when = new Date(first + Math.floor((number * month) / perMonth));
  const part = number % 5 === 0 && `recurring-${(number / 5) % recurring}`;
  const copy = part && { recurring: part, root: part, place: when, repeats: true };
  const lists = { images: [], files: [], invited: [], invitation_only: false, synced: false };
  return {
    _id: new ObjectId().toHexString(),
    ...{ community, workplace: '', title: `Session ${number}`, where: 'Spa', desc: 'Free practice of the weekend' },
    ...{ when, end: new Date(when.getTime() + 3_600_000), until: new Date(when.getTime() + 3_600_000) },
    ...{ time_zone: 'Europe/Brussels', color: '#2a6fdb', ...lists, created: new Date(first) },
    ...copy,
    ...{ turn: 0, attending: 0, waiting: 0, absent: 0, ratings: 0, rating_sum: 0 },
  };
}
