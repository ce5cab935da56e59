import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addMembers } from './added-members.mjs';
import { memory } from './community/measured.mjs';
import { roomsFor } from './load/members-at-work.mjs';
import { host, startLoaded } from './loaded-paddock.mjs';
import { medians, quantile, withMissed } from './statistics.mjs';

const members = { usual: 500, long: 2000 };
const shape = { size: 47, roomsOfMember: 4 };
const work = { seconds: 30, thinkMs: 10_000 };
const lateMs = 1000;
const createdAtOnce = 4;
const targets = {
  'p99 ms': { max: 1000 },
  'delivery p99 ms': { max: 1000 },
  lost: { max: 0 },
  doubled: { max: 0 },
  failed: { max: 0 },
};

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile, long }) {
  const count = long ? members.long : members.usual;
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
    await ask({ open: { port: loaded.port, host, members: await membersInRooms(loaded, count) } });
    // Fills the caches, and gives each member shouts to comment on.
    await ask({ work: { ...work, seconds: work.seconds / 3, thinkMs: work.thinkMs / 3 } });
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
      const answered = Object.entries(result.times).filter(([kind]) => kind !== 'typing');
      const calls = /** @type {number[]} */ (answered.flatMap(([, times]) => times));
      for (const [kind, times] of Object.entries({ ...result.times, delivery: result.times_of_delivery }))
        add(late, kind, times.filter((ms) => ms > lateMs).length);
      details.push(...result.failed);
      metrics.push({
        'acts/s': calls.length / seconds,
        'p50 ms': quantile(calls, 0.5),
        'p99 ms': quantile(calls, 0.99),
        deliveries: result.times_of_delivery.length,
        'delivery p50 ms': quantile(result.times_of_delivery, 0.5),
        'delivery p99 ms': quantile(result.times_of_delivery, 0.99),
        lost: result.lost,
        doubled: result.doubled + result.strange,
        failed: result.failed.length,
        '% of a core': (spent.services - cpu.services) / seconds / 10,
        '% of the database': (spent.database - cpu.database) / seconds / 10,
        ...memory(loaded),
      });
    }
    const texts = { 'later than a second': [...late].map(([kind, times]) => `${kind} ${times}`).join(', ') || '–' };
    const what = `${count} members in rooms of ${shape.size}`;
    return { about: aboutOf(count), rows: [withMissed({ what, metrics: medians(metrics), targets, texts, details })] };
  } finally {
    crowd.disconnect();
    await loaded.stop();
  }
}

const aboutOf = (count) =>
  `${count} members with a window each, who think for ten seconds between two acts (lists, messages, read marks, posts, comments, likes, ` +
  `typing, search, directory), ${work.seconds} s a run; delivery is the time from sending a shout or comment until a window has it`;

/** @param {Map<string, number>} counts @param {string} kind @param {number} more */
const add = (counts, kind, more) => more > 0 && counts.set(kind, (counts.get(kind) ?? 0) + more);

/**
 * New members who are in rooms of their own alone.
 * @param {Awaited<ReturnType<typeof startLoaded>>} loaded @param {number} count
 * @returns {Promise<import('./load/load-members.mjs').LoadMember[]>}
 */
async function membersInRooms(loaded, count) {
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
