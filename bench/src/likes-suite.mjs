import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { addMembers } from './added-members.mjs';
import { withMissed, medians, quantile, rounded } from './statistics.mjs';
import { readWhile, startGenerator } from './generators.mjs';
import { startLoaded } from './loaded-paddock.mjs';

const likers = 1000;
const readers = 10;
/** What all members do at once to a new shout, and what its reply counts then. */
const kinds = [
  {
    name: 'like',
    text: { shout: 'Pole position' },
    ask: ({ id }) => ({ path: `/api/shouts/${id}/like`, body: {} }),
    count: ({ likes_count }) => likes_count,
  },
  {
    name: 'vote',
    text: { shout: 'Which tyres?', poll_options: ['Soft', 'Medium', 'Hard'] },
    ask: ({ id, poll }, index) => ({
      path: `/api/shouts/${id}/vote`,
      body: { poll_option_ids: [poll.options[index % 3].id] },
    }),
    count: ({ poll }) => poll.options.reduce((sum, { voters_count }) => sum + voters_count, 0),
  },
];
const about =
  'one shout liked by 1,000 members at once, and one poll answered by them, each over its own connection, while ten readers read feeds of 20 shouts; ' +
  'the load generators run in two other processes on the same cores';

/** @typedef {Awaited<ReturnType<typeof startLoaded>>} Loaded */

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile }) {
  const loaded = await startLoaded({ folder, profile });
  const [liking, reading] = [startGenerator(loaded), startGenerator(loaded)];
  try {
    const tokens = (await addMembers(loaded, likers)).map(({ token }) => token);
    const feeds = loaded.members.flatMap(({ token }, index) => ({
      method: 'GET',
      path: `/api/shouts?filter=${loaded.groups[index % loaded.groups.length]}&count=20`,
      token,
    }));
    const read = (requests) => reading.measure({ asks: feeds, requests, concurrency: readers });
    const rows = [];
    for (const kind of kinds) rows.push(await measure(kind, { runs, loaded, liking, read, tokens }));
    return { about, rows };
  } finally {
    liking.stop();
    reading.stop();
    await loaded.stop();
  }
}

async function measure({ name, text, ask, count: countOf }, { runs, loaded, liking, read, tokens }) {
  /** @type {Record<string, number>[]} */
  const metrics = [];
  // The first run warms up code, caches and connections.
  for (let count = 0; count <= runs; count++) {
    const rest = await read(1000);
    const posted = await post(loaded, text);
    const asks = tokens.map((token, index) => ({ method: 'PUT', token, ...ask(posted, index) }));
    loaded.profile();
    const burst = liking.measure({ asks, requests: likers, concurrency: likers });
    const meanwhile = await readWhile(burst, () => read(20 * readers));
    loaded.profile();
    const { seconds, times } = await burst;
    const { shout } = await loaded.call('GET', `/shouts/${posted.id}`, undefined, loaded.memberAt(0).token);
    if (countOf(shout) !== likers) throw new Error(`The shout counts ${countOf(shout)} of ${likers} ${name}s.`);
    const quiet = quantile(rest.times, 0.99);
    const busy = quantile(meanwhile, 0.99);
    if (count > 0)
      metrics.push({
        seconds: rounded(seconds),
        [`${name} p99 ms`]: quantile(times, 0.99),
        'feed p99 ms at rest': quantile(rest.times, 0.99),
        'feed p99 ms meanwhile': busy,
        'times rest': busy / quiet,
      });
    // Work that they leave behind, such as notifications, must not slow down the next run's baseline.
    await wait(5000);
  }
  const targets = { seconds: { max: 3 }, 'times rest': { max: 2 } };
  return withMissed({ what: `1,000 ${name}s of one shout`, metrics: medians(metrics), targets });
}

/** @param {Loaded} loaded */
function post({ call, memberAt, groups }, text) {
  return call('POST', '/shouts', { client_id: randomUUID(), group: groups[0], ...text }, memberAt(0).token);
}
