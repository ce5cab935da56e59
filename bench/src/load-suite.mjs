import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { addMembers } from './added-members.mjs';
import { memory } from './community/measured.mjs';
import { roomsFor } from './load/members-at-work.mjs';
import { host, startLoaded } from './loaded-paddock.mjs';
import { medians, quantile, withMissed } from './statistics.mjs';

/** The members whom two cores must serve are `target`; `usual` are measured without `--long` and `--members`. */
const cases = {
  rooms: { size: 47, usual: 500, target: 3500, measure: atWork },
  'large-rooms': { size: 100, usual: 500, target: 2000, measure: atWork },
  return: { size: 47, usual: 1000, target: 1000, measure: returning },
  outage: { size: 47, usual: 1000, target: 1000, measure: killServices },
};
const roomsOfMember = 4;
const work = { seconds: 30, thinkMs: 10_000 };
const lateMs = 1000;
const createdAtOnce = 4;
const exact = Object.fromEntries(['lost', 'doubled', 'strange', 'failed'].map((name) => [name, { max: 0 }]));
const about =
  'members with a window each, who think for ten seconds between two acts (lists, messages, read marks, posts, comments, likes, typing, ' +
  `search, directory), ${work.seconds} s a run, each in ${roomsOfMember} rooms; delivery is the time from sending a shout or comment until a ` +
  'window has it; then windows that return at once, and services that are killed at work';

export const parts = Object.keys(cases);

/**
 * @param {import('./suites.mjs').BenchOptions} options
 * @returns {Promise<import('./suites.mjs').SuiteResult>}
 */
export async function run({ runs, folder, profile, long, part = 'rooms', members, roomSize }) {
  const { usual, target, size, measure } = cases[/** @type {keyof typeof cases} */ (part)];
  const [count, shape] = [members ?? (long ? target : usual), { size: roomSize ?? size, roomsOfMember }];
  const loaded = await startLoaded({ folder, profile });
  const crowd = fork(fileURLToPath(new URL('./load/load-members.mjs', import.meta.url)));
  const died = once(crowd, 'exit').then(() => Promise.reject(new Error('The members ended.')));
  died.catch(() => undefined);
  const ask = async (message) => {
    crowd.send(message);
    const [reply] = await Promise.race([once(crowd, 'message'), died]);
    return reply;
  };
  try {
    await ask({ open: { port: loaded.port, host, members: await membersInRooms(loaded, count, shape) } });
    // Fills the caches, and gives each member shouts to comment on.
    await ask({ work: { ...work, seconds: work.seconds / 3, thinkMs: work.thinkMs / 3 } });
    const { metrics, targets, ...found } = await measure({ loaded, ask, runs });
    const what = `${count} members in rooms of ${shape.size}${measure === atWork ? '' : `, ${part}`}`;
    const row = { what, metrics: { members: count, ...medians(metrics) }, ...found };
    return { about, rows: [withMissed({ ...row, targets: { members: { min: target }, ...targets } })] };
  } finally {
    crowd.disconnect();
    // Its processes may have been killed.
    await loaded.stop().catch((/** @type {unknown} */ error) => console.error(error));
  }
}

/** @typedef {{ loaded: Awaited<ReturnType<typeof startLoaded>>, ask: (message: object) => Promise<any>, runs: number }} Context */

/** @param {Context} context */
async function atWork({ loaded, ask, runs }) {
  /** @type {Record<string, number>[]} */
  const metrics = [];
  /** @type {Map<string, number>} */
  const late = new Map();
  /** @type {string[]} */
  const details = [];
  for (let one = 0; one < runs; one++) {
    const [cpu, began] = [loaded.cpu(), performance.now()];
    loaded.profile();
    const result = await ask({ work });
    loaded.profile();
    const [spent, seconds] = [loaded.cpu(), (performance.now() - began) / 1000];
    for (const [kind, times] of Object.entries({ ...result.times, delivery: result.times_of_delivery }))
      add(late, kind, times.filter((ms) => ms > lateMs).length);
    details.push(...result.failed);
    const calls = callsOf(result);
    metrics.push({
      'acts/s': calls.length / seconds,
      'p50 ms': quantile(calls, 0.5),
      'p99 ms': quantile(calls, 0.99),
      deliveries: result.times_of_delivery.length,
      'delivery p50 ms': quantile(result.times_of_delivery, 0.5),
      'delivery p99 ms': quantile(result.times_of_delivery, 0.99),
      lost: result.lost,
      doubled: result.doubled,
      strange: result.strange,
      failed: result.failed.length,
      '% of a core': (spent.services - cpu.services) / seconds / 10,
      '% of the database': (spent.database - cpu.database) / seconds / 10,
      ...memory(loaded),
    });
  }
  const texts = { 'later than a second': [...late].map(([kind, times]) => `${kind} ${times}`).join(', ') || '–' };
  return { metrics, texts, details, targets: { 'p99 ms': { max: 1000 }, 'delivery p99 ms': { max: 1000 }, ...exact } };
}

/** @param {Context} context */
async function returning({ ask, runs }) {
  /** @type {Record<string, number>[]} */
  const metrics = [];
  for (let one = 0; one < runs; one++) {
    const { times, lost } = await ask({ returnAll: true });
    metrics.push({
      'caught up p50 s': quantile(times, 0.5) / 1000,
      'all caught up s': Math.max(...times) / 1000,
      lost,
    });
  }
  return { metrics, targets: { 'all caught up s': { max: 3 }, lost: { max: 0 } } };
}

/** Kills the services once while the members work. @param {Context} context */
async function killServices({ loaded, ask }) {
  const working = ask({ work: { ...work, outage: true } });
  await wait((work.seconds * 1000) / 3);
  const at = Date.now();
  process.kill(loaded.paddock.servicesPid(), 'SIGKILL');
  const result = await working;
  const metrics = {
    'windows back': result.returned.length,
    'all answered s': (Math.max(...result.returned) - at) / 1000,
    'calls p99 ms': quantile(callsOf(result), 0.99),
    lost: result.lost,
    doubled: result.doubled,
    'stored twice': result.stored_twice,
    strange: result.strange,
    failed: result.failed.length,
  };
  return {
    metrics: [metrics],
    details: result.failed,
    targets: { 'all answered s': { max: 6 }, 'stored twice': { max: 0 }, ...exact },
  };
}

/** The times of acts that get a reply. @param {{ times: Record<string, number[]> }} result @returns {number[]} */
const callsOf = ({ times }) => Object.entries(times).flatMap(([kind, all]) => (kind === 'typing' ? [] : all));

/** @param {Map<string, number>} counts @param {string} kind @param {number} more */
const add = (counts, kind, more) => more > 0 && counts.set(kind, (counts.get(kind) ?? 0) + more);

/**
 * New members who are in rooms of their own alone.
 * @param {Context['loaded']} loaded @param {number} count @param {{ size: number, roomsOfMember: number }} shape
 * @returns {Promise<import('./load/load-windows.mjs').LoadMember[]>}
 */
async function membersInRooms(loaded, count, shape) {
  const added = await addMembers(loaded, count, {}, { isInGroups: false });
  const all = added.map(({ token }) => ({ token, rooms: /** @type {string[]} */ ([]) }));
  const rooms = roomsFor(count, shape);
  for (let from = 0; from < rooms.length; from += createdAtOnce)
    await Promise.all(
      rooms.slice(from, from + createdAtOnce).map(async (numbers, index) => {
        const [owner, ...others] = numbers;
        const body = {
          title: `Room ${from + index}`,
          autojoin: false,
          users: others.map((number) => added[number]?.id),
        };
        const { group } = await loaded.call('POST', '/groups', body, added[owner ?? 0]?.token);
        for (const number of numbers) all[number]?.rooms.push(group.id);
      }),
    );
  return all;
}
