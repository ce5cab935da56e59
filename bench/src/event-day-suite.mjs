import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { MongoClient, ObjectId } from 'mongodb';
import { addMembers } from './added-members.mjs';
import { community } from './content.mjs';
import { startLoaded } from './loaded-paddock.mjs';
import { medians, withMissed } from './statistics.mjs';

const sessions = 200;
const readers = 1000;
const overlap = 200;
const perCall = 100;
const about =
  'a shift of 200 sessions of one day that 1,000 members read, until each has one notification; 1,000 arrivals at one event, 600 ' +
  'from each of two gates, 200 of them from both, sent in parts of 100 by both at once';

/** @typedef {Awaited<ReturnType<typeof startLoaded>>} Loaded */
/** @typedef {{ token: string, id: string }} Member */

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile }) {
  const loaded = await startLoaded({ folder, profile });
  const client = await new MongoClient(loaded.paddock.databaseUri).connect();
  try {
    const database = client.db(process.env.MONGODB_DB ?? 'paddock');
    const [admin, second] = await addMembers(loaded, 2, { admin: true });
    const members = await addMembers(loaded, readers);
    if (!admin || !second) throw new Error('There are no admins.');
    /** @type {Record<string, number>[]} */
    const shifts = [];
    /** @type {Record<string, number>[]} */
    const arrivals = [];
    for (let turn = 0; turn < runs; turn++) {
      shifts.push(await shift(loaded, database, admin, turn));
      arrivals.push(await arrive(loaded, database, [admin, second], members));
    }
    return {
      about,
      rows: [
        withMissed({ what: '200 sessions shifted', metrics: medians(shifts), targets: { 'shift ms': { max: 1000 } } }),
        withMissed({ what: '1,000 arrivals of two gates', metrics: medians(arrivals), targets: { ms: { max: 5000 } } }),
      ],
    };
  } finally {
    await client.close();
    await loaded.stop();
  }
}

/**
 * @param {Loaded} loaded
 * @param {import('mongodb').Db} database
 * @param {Member} admin
 * @param {number} turn
 */
async function shift({ call }, database, admin, turn) {
  const day = new Date(Date.now() + (30 + turn) * 86_400_000);
  const start = Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 6);
  const rows = Array.from({ length: sessions }, (_, index) => eventAt(start + index * 240_000, `Session ${index}`));
  await database.collection('events').insertMany(rows);
  const [first] = rows;
  const previewed = performance.now();
  const { version, sessions: seen } = await call('GET', `/events/${first._id}/shift`, undefined, admin.token);
  if (seen.length !== sessions) throw new Error(`The preview has ${seen.length} sessions.`);
  const began = performance.now();
  const body = { client_id: randomUUID(), minutes: 15, version };
  const { id, count } = await call('POST', `/events/${first._id}/shift`, body, admin.token);
  const ended = performance.now();
  if (count !== sessions) throw new Error(`${count} sessions moved.`);
  const members = (await database.collection('users').countDocuments({ community })) - 1;
  const notifications = database.collection('notices');
  const key = `timetable_shifted:${id}`;
  while ((await notifications.countDocuments({ community, key })) < members) {
    if (performance.now() - ended > 120_000) throw new Error('Members have no notification after two minutes.');
    await wait(50);
  }
  const notified = performance.now();
  // A second one would come soon after.
  await wait(1000);
  const all = await notifications.find({ community, kind: 'timetable_shifted', key }).toArray();
  if (new Set(all.map(({ user }) => user)).size !== all.length || all.length !== members)
    throw new Error(`${all.length} notifications for ${members} members.`);
  return {
    'preview ms': began - previewed,
    'shift ms': ended - began,
    'notices s': (notified - ended) / 1000,
    notices: all.length,
  };
}

/**
 * @param {Loaded} loaded
 * @param {import('mongodb').Db} database
 * @param {Member[]} gates
 * @param {Member[]} members
 */
async function arrive({ call }, database, gates, members) {
  const event = eventAt(Date.now() + 3_600_000, 'Supper');
  Object.assign(event, { turn: members.length, attending: members.length });
  await database.collection('events').insertOne(event);
  const replies = members.map(({ id }, turn) => {
    const own = { _id: /** @type {any} */ (new ObjectId().toHexString()), community, workplace: '' };
    return { ...own, event: event._id, user: id, reply: 'attending', turn, replied: new Date() };
  });
  await database.collection('event_replies').insertMany(replies);
  const from = Date.now() - members.length * 100;
  // Each gate has its own time for the members who pass both.
  const half = (members.length + overlap) / 2;
  const ofGate = gates.map((_, gate) =>
    members
      .slice(gate * (members.length - half), gate * (members.length - half) + half)
      .map(({ id }, index) => ({ user: id, at: new Date(from + index * 100 + gate * 7).toISOString() })),
  );
  const opened = performance.now();
  const { expected } = await call('GET', `/events/${event._id}/check_in`, undefined, gates[0]?.token);
  if (expected.length !== members.length) throw new Error(`${expected.length} members are expected.`);
  const began = performance.now();
  await Promise.all(
    gates.map(async ({ token }, gate) => {
      const all = ofGate[gate] ?? [];
      for (let at = 0; at < all.length; at += perCall) {
        const body = { arrivals: all.slice(at, at + perCall), sent: new Date().toISOString() };
        await call('PUT', `/events/${event._id}/arrivals`, body, token);
      }
    }),
  );
  const ended = performance.now();
  const stored = await database.collection('event_arrivals').find({ event: event._id }).toArray();
  const first = new Map();
  for (const { user, at } of ofGate.flat()) if (!first.has(user) || at < first.get(user)) first.set(user, at);
  const wrong = stored.filter(({ user, arrived }) => arrived.toISOString() !== first.get(user));
  if (stored.length !== members.length || wrong.length > 0)
    throw new Error(`${stored.length} arrivals, ${wrong.length} of them at a wrong time.`);
  return { 'list ms': began - opened, ms: ended - began, arrivals: stored.length };
}

/**
 * An event as the service stores it.
 * @param {number} at
 * @param {string} title
 * @returns {any}
 */
function eventAt(at, title) {
  const lists = { images: [], files: [], invited: [], invitation_only: false, synced: false };
  return {
    _id: new ObjectId().toHexString(),
    ...{ community, workplace: '', title, where: 'Spa', desc: '', when: new Date(at), time_zone: 'Europe/Brussels' },
    ...{
      end: new Date(at + 200_000),
      until: new Date(at + 200_000),
      color: '#2a6fdb',
      ...lists,
      created: new Date(at - 1e9),
    },
    ...{ turn: 0, attending: 0, waiting: 0, absent: 0, ratings: 0, rating_sum: 0 },
  };
}
