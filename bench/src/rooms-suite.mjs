import { MongoClient, ObjectId } from 'mongodb';
import { randomUUID } from 'node:crypto';
import { addMembers } from './added-members.mjs';
import { community } from './content.mjs';
import { startGenerator } from './generators.mjs';
import { startLoaded } from './loaded-paddock.mjs';
import { runWriters } from './room-writers.mjs';
import { medians, quantile, rounded, withMissed } from './statistics.mjs';

const dayMs = 86_400_000;
const slotMs = 1_800_000;
const about =
  '1,000 members book one half hour at once, 100 times: one wins each time; 10⁵ random bookings, moves and cancellations by 50 writers, while ' +
  'services and database are killed in turn: a checker compares bookings, slots and replies; availability of 1,000 rooms over a week';

export const parts = ['race', 'random', 'availability'];
const flags = { rooms_tab: { start_hour: 0, end_hour: 24 } };
const measured = { race, random, availability };

/**
 * @param {import('./suites.mjs').BenchOptions} options
 * @returns {Promise<import('./suites.mjs').SuiteResult>}
 */
export async function run({ runs, folder, profile, part = '' }) {
  const loaded = await startLoaded({ folder, profile, flags });
  const client = await new MongoClient(loaded.paddock.databaseUri).connect();
  try {
    const database = client.db(process.env.MONGODB_DB ?? 'paddock');
    const measure = measured[/** @type {keyof typeof measured} */ (part)];
    return { about, rows: await measure({ loaded, database, runs }) };
  } finally {
    // The killed database has closed its connections, which must not hide why a part failed.
    await client.close().catch(() => undefined);
    await loaded.stop().catch((/** @type {unknown} */ error) => console.error(error));
  }
}

/** @typedef {{ loaded: Awaited<ReturnType<typeof startLoaded>>, database: import('mongodb').Db, runs: number }} Context */

/** @param {Context} context */
async function race({ loaded, database }) {
  const [room] = await addRooms(database, 1);
  const tokens = (await addMembers(loaded, 1000)).map(({ token }) => token);
  const generator = startGenerator(loaded);
  const rounds = 100;
  /** @type {number[]} */
  const seconds = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      const period = slotAt(round);
      const asks = tokens.map((token) => ({
        ...{ method: 'POST', token, path: `/api/rooms/${room}/bookings` },
        body: { ...period, client_id: randomUUID() },
      }));
      const burst = await generator.measure({ asks, requests: 1000, concurrency: 1000, allowed: [200, 409] });
      seconds.push(burst.seconds);
      const [winners, slots] = await Promise.all([
        database.collection('bookings').countDocuments({ room, from: new Date(period.from) }),
        database.collection('room_slots').countDocuments({ room, start: new Date(period.from) }),
      ]);
      if (winners !== 1 || slots !== 1) throw new Error(`Round ${round}: ${winners} bookings and ${slots} slots.`);
    }
  } finally {
    generator.stop();
  }
  const metrics = { rounds, winners: rounds, 's p50': rounded(quantile(seconds, 0.5)) };
  return [{ what: '1,000 members book one half hour', metrics }];
}

/** @param {Context} context */
async function random({ loaded, database }) {
  const rooms = await addRooms(database, 20);
  const writers = await addMembers(loaded, 50);
  const figures = await runWriters({ loaded, rooms, writers, operations: 100_000, slotAt });
  const active = /** @type {any[]} */ (
    await database
      .collection('bookings')
      .find({ room: { $in: rooms }, state: { $in: ['pending', 'confirmed'] } })
      .toArray()
  );
  const slots = /** @type {any[]} */ (
    await database
      .collection('room_slots')
      .find({ room: { $in: rooms }, booking: { $exists: true } })
      .toArray()
  );
  check(active, slots, figures.held);
  const metrics = { ...figures.counts, active: active.length, slots: slots.length, overlaps: 0, lost: 0 };
  return [{ what: 'random bookings by 50 writers', metrics }];
}

/**
 * Fails unless each booking has exactly its slots, no slot belongs to another booking, and the members hold what the replies said.
 * @param {any[]} active @param {any[]} slots @param {ReadonlySet<string>} held
 */
function check(active, slots, held) {
  const expected = new Map();
  for (const { _id, room, from, to } of active)
    for (let at = +from; at < +to; at += slotMs) {
      const key = `${room} ${at}`;
      if (expected.has(key))
        throw new Error(`The bookings ${expected.get(key)} and ${_id} overlap at ${new Date(at).toISOString()}.`);
      expected.set(key, _id);
    }
  for (const { room, start, booking } of slots) {
    const key = `${room} ${+start}`;
    if (expected.get(key) !== booking)
      throw new Error(`A slot of ${booking} at ${start.toISOString()} belongs to no such booking.`);
    expected.delete(key);
  }
  if (expected.size > 0) throw new Error(`${expected.size} slots are lost, such as ${[...expected.keys()][0]}.`);
  const stored = new Set(active.map(({ _id }) => _id));
  const missing = [...held].filter((id) => !stored.has(id));
  const surplus = [...stored].filter((id) => !held.has(id));
  if (missing.length + surplus.length > 0)
    throw new Error(
      `${missing.length} acknowledged bookings are missing, ${surplus.length} exist that no reply named.`,
    );
}

/** @param {Context} context */
async function availability({ loaded, database, runs }) {
  const rooms = await addRooms(database, 1000);
  const users = loaded.members.map(({ id }) => id);
  const bookings = [];
  const slots = [];
  // Two hours in the morning of each second day.
  for (const [index, room] of rooms.entries())
    for (let day = index % 2; day < 7; day += 2) {
      const from = new Date(Math.floor(Date.now() / dayMs + day + 1) * dayMs + 18 * slotMs);
      const _id = new ObjectId().toHexString();
      const to = new Date(+from + 4 * slotMs);
      const user = users[(index + day) % users.length];
      bookings.push({
        ...{ _id, community, workplace: '', room, room_title: 'Room', user, from, to, description: '' },
        ...{ state: 'confirmed', place: from, sequence: 0, client_id: randomUUID(), part: 0, created: new Date() },
      });
      for (let at = +from; at < +to; at += slotMs)
        slots.push({
          ...{ _id: new ObjectId().toHexString(), community, workplace: '' },
          room,
          start: new Date(at),
          booking: _id,
        });
    }
  await database.collection('bookings').insertMany(/** @type {any[]} */ (bookings));
  await database.collection('room_slots').insertMany(/** @type {any[]} */ (slots));
  const generator = startGenerator(loaded);
  const [from, to] = [slotAt(20), slotAt(40)].map((period) => period.from);
  const paths = { 'free rooms of 1,000': `/rooms?from=${from}&to=${to}`, 'the week of 1,000 rooms': '/rooms/week' };
  /** @type {import('./suites.mjs').Row[]} */
  const rows = [];
  try {
    for (const [what, path] of Object.entries(paths)) {
      const asks = loaded.members.map(({ token }) => ({ method: 'GET', path: `/api${path}`, token }));
      const ask = () => generator.measure({ asks, requests: 100, concurrency: 1 });
      await ask();
      const metrics = [];
      for (let turn = 0; turn < runs; turn += 1) {
        const { times, bytes } = await ask();
        metrics.push({ 'p50 ms': quantile(times, 0.5), 'p99 ms': quantile(times, 0.99), KB: bytes / 100 / 1024 });
      }
      rows.push(withMissed({ what, metrics: medians(metrics), targets: { 'p50 ms': { max: 30 } } }));
    }
  } finally {
    generator.stop();
  }
  return rows;
}

/** A half hour, counted from tomorrow by the clock of UTC. @param {number} number */
function slotAt(number, length = 1) {
  const from = (Math.floor(Date.now() / dayMs) + 1) * dayMs + number * slotMs;
  return { from: new Date(from).toISOString(), to: new Date(from + length * slotMs).toISOString() };
}

/** Rooms as the service stores them. @param {import('mongodb').Db} database @param {number} count */
async function addRooms(database, count) {
  const rooms = Array.from({ length: count }, (_, index) => ({
    ...{ _id: new ObjectId().toHexString(), community, workplace: '', title: `Bench room ${index}`, desc: '' },
    ...{ equipment: 'Screen', door_code: '', url: '', city: 'Stavelot', building: '', price: '', images: [] },
    ...{
      cancellation_delay: -1,
      admin_confirmation_required: false,
      check_in_minutes: 0,
      display_version: 0,
      turns: 0,
    },
    ...{ author: 'bench', client_id: randomUUID(), created: new Date() },
  }));
  await database.collection('rooms').insertMany(/** @type {any[]} */ (rooms));
  return rooms.map(({ _id }) => _id);
}
