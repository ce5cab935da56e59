import { fork } from 'node:child_process';
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient, ObjectId } from 'mongodb';
import { community } from './content.mjs';
import { withMissed, medians, quantile, rounded } from './statistics.mjs';
import { host, startLoaded } from './loaded-paddock.mjs';

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
    const tokens = await addMembers(loaded, likers);
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
    const meanwhile = await readWhile(burst, read);
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
function startGenerator({ port }) {
  const generator = fork(fileURLToPath(new URL('./generator.mjs', import.meta.url)));
  const died = once(generator, 'exit').then(() => Promise.reject(new Error('A load generator ended.')));
  died.catch(() => undefined);
  return {
    measure: async (job) => {
      generator.send({ port, host, ...job });
      const [result] = await Promise.race([once(generator, 'message'), died]);
      if (result.failed) throw new Error(result.failed);
      return result;
    },
    stop: () => generator.disconnect(),
  };
}

/** Reads feeds in rounds until `burst` ends; returns the milliseconds of each. */
async function readWhile(burst, read) {
  /** @type {number[]} */
  const times = [];
  let isOver = false;
  const over = burst.finally(() => (isOver = true));
  while (!isOver) times.push(...(await read(20 * readers)).times);
  await over;
  return times;
}

/** @param {Loaded} loaded */
function post({ call, memberAt, groups }, text) {
  return call('POST', '/shouts', { client_id: randomUUID(), group: groups[0], ...text }, memberAt(0).token);
}

/**
 * Adds members like those of the content, each with a session. Stores them directly, because each sign-in costs a password hash.
 * @param {Loaded} loaded
 * @param {number} count
 */
async function addMembers({ paddock, members }, count) {
  const client = await new MongoClient(paddock.databaseUri).connect();
  try {
    const database = client.db(process.env.MONGODB_DB ?? 'paddock');
    const [first] = members;
    const model = await database.collection('users').findOne({ _id: /** @type {any} */ (first?.id) });
    const session = await database.collection('sessions').findOne({ community, user: first?.id });
    const memberships = await database.collection('memberships').find({ community, user: first?.id }).toArray();
    const added = Array.from({ length: count }, (_, index) => {
      const [_id, name, token] = [new ObjectId().toHexString(), `fan_${index}`, randomBytes(32).toString('base64url')];
      const email = `${name}@example.org`;
      const names = { username: name, username_key: name, email, held_email: email, client_id: randomUUID() };
      const digest = createHash('sha256').update(token).digest('hex');
      return {
        token,
        user: { ...model, ...names, _id },
        session: { ...session, _id: digest, user: _id },
        memberships: memberships.map((row) => ({ ...row, _id: new ObjectId().toHexString(), user: _id })),
      };
    });
    const insert = (collection, rows) => database.collection(collection).insertMany(/** @type {any} */ (rows));
    await insert(
      'users',
      added.map(({ user }) => user),
    );
    await insert(
      'sessions',
      added.map((one) => one.session),
    );
    await insert(
      'memberships',
      added.flatMap((one) => one.memberships),
    );
    return added.map(({ token }) => token);
  } finally {
    await client.close();
  }
}
