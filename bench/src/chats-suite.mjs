import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { MongoClient, ObjectId } from 'mongodb';
import { community, sentence, wordsOf } from './content.mjs';
import { host, startLoaded } from './loaded-paddock.mjs';
import { medians, quantile, withMissed } from './statistics.mjs';

const groups = 200;
const shouts = 100_000;
const requests = 400;
/** Groups that are created, and that get members. */
const changes = 10;
const about =
  'one request after another, by a member of 200 groups, one of which holds 100,000 shouts; a page has 30 shouts; ' +
  'CPU of services and database, for a change with the notifications that follow; the load generator runs in another process';

/** @typedef {Awaited<ReturnType<typeof startLoaded>>} Loaded */

/** @param {import('./suites.mjs').BenchOptions} options */
export async function run({ runs, folder, profile }) {
  const loaded = await startLoaded({ folder, profile });
  const generator = fork(fileURLToPath(new URL('./generator.mjs', import.meta.url)));
  /** @param {import('./generator.mjs').Ask[]} asks @param {number} count @param {number} restMs until what follows the replies is done */
  const measure = async (asks, count = requests, restMs = 0) => {
    const before = { cpu: loaded.cpu(), commands: await loaded.commands() };
    loaded.profile();
    generator.send({ port: loaded.port, host, asks, requests: count, concurrency: 1 });
    const [{ times, failed }] = await once(generator, 'message');
    loaded.profile();
    if (failed) throw new Error(failed);
    if (restMs > 0) await setTimeout(restMs);
    const after = { cpu: loaded.cpu(), commands: await loaded.commands() };
    const cpu = after.cpu.services - before.cpu.services + after.cpu.database - before.cpu.database;
    const queries = Object.entries(after.commands).map(([name, total]) => total - (before.commands[name] ?? 0));
    return {
      'p50 ms': quantile(times, 0.5),
      'p99 ms': quantile(times, 0.99),
      'CPU ms': cpu / count,
      queries: queries.reduce((sum, one) => sum + one, 0) / count,
    };
  };
  try {
    const long = await addGroups(loaded);
    const page = `/shouts?filter=${long}&count=30`;
    const cases = {
      'list of 20 chats': '/filters/retrieve/all?count=20',
      'unread of all chats': '/chats',
      'home page': '/home',
      'newest page': page,
      'middle page': `${page}&around_seq=${shouts / 2}`,
    };
    /** @type {Record<string, Record<string, number>[]>} */
    const metrics = {};
    // Every case warms up; the runs are interleaved, so that a busy minute of the machine does not affect one case alone.
    for (let count = 0; count <= runs; count++)
      for (const [what, path] of Object.entries(cases)) {
        const result = await measure([{ method: 'GET', path: `/api${path}`, token: loaded.memberAt(0).token }]);
        if (count > 0) (metrics[what] ??= []).push(result);
      }
    for (let count = 0; count <= runs; count++)
      for (const [what, asks] of Object.entries(await changesOf(loaded))) {
        const result = await measure(asks, changes, 3000);
        if (count > 0) (metrics[what] ??= []).push(result);
      }
    const results = Object.fromEntries(Object.entries(metrics).map(([what, all]) => [what, medians(all)]));
    const p50 = (/** @type {string} */ what) => results[what]?.['p50 ms'] ?? NaN;
    const targets = {
      'list of 20 chats': { 'p50 ms': { max: 15 } },
      'home page': { 'p50 ms': { max: 15 } },
      'middle page': { 'times newest': { max: 1.2 } },
    };
    return {
      about,
      rows: Object.entries(results).map(([what, found]) =>
        withMissed({
          what,
          metrics: what === 'middle page' ? { ...found, 'times newest': p50(what) / p50('newest page') } : found,
          targets: targets[what] ?? {},
        }),
      ),
    };
  } finally {
    generator.disconnect();
    await loaded.stop();
  }
}

/**
 * The creation of groups, and the addition of 100 members at once to each of some groups, which are made first.
 * @param {Loaded} loaded
 */
async function changesOf({ call, members, memberAt }) {
  const { token } = memberAt(0);
  const uid = members.slice(1).map(({ id }) => id);
  const body = () => ({ client_id: randomUUID(), title: `New ${randomUUID()}` });
  const made = await Promise.all(Array.from({ length: changes }, () => call('POST', '/groups', body(), token)));
  return {
    'create a group': made.map(() => ({ method: 'POST', path: '/api/groups', token, body: body() })),
    'add 100 members': made.map(({ group }) => ({
      ...{ method: 'POST', path: `/api/groups/${group.id}/users`, token },
      body: { uid: uid.slice(0, 100) },
    })),
  };
}

/**
 * Makes the first member one of 200 groups, and returns the id of the one with 100,000 shouts. Stores all directly.
 * @param {Loaded} loaded
 */
async function addGroups({ paddock, memberAt, groups: [first] }) {
  const client = await new MongoClient(paddock.databaseUri).connect();
  try {
    const database = client.db(process.env.MONGODB_DB ?? 'paddock');
    /** @type {(name: string) => import('mongodb').Collection<any>} */
    const rowsOf = (name) => database.collection(name);
    const user = memberAt(0).id;
    const model = await rowsOf('conversations').findOne({ _id: first });
    const membership = await rowsOf('memberships').findOne({ community, user });
    const present = await rowsOf('memberships').countDocuments({ community, user });
    const added = Array.from({ length: groups - present }, (_, index) => {
      const [_id, title] = [new ObjectId().toHexString(), `Pit wall ${index}`];
      const last_activity = new Date(Date.now() - index * 60_000);
      return {
        ...model,
        _id,
        title,
        title_key: title.toLowerCase(),
        title_looks: [title],
        client_id: undefined,
        last_activity,
      };
    });
    const long = { ...added[0], seq: shouts };
    await rowsOf('conversations').insertMany([long, ...added.slice(1)], { ignoreUndefined: true });
    await rowsOf('memberships').insertMany(
      added.map(({ _id }) => ({ ...membership, _id: new ObjectId().toHexString(), group: _id })),
    );
    const shout = await rowsOf('shouts').findOne({ community, conversation: first, thread: first });
    for (let at = 0; at < shouts; at += 1000)
      await rowsOf('shouts').insertMany(
        Array.from({ length: 1000 }, (_, index) => shoutAt(shout, long._id, at + index + 1)),
      );
    return long._id;
  } finally {
    await client.close();
  }
}

/**
 * @param {any} model a stored shout
 * @param {string} group
 * @param {number} position
 */
function shoutAt(model, group, position) {
  const text = sentence(position, 8 + (position % 17));
  const without = { likes_count: 0, first_likes: [], comments_made: 0, comments_count: 0, last_comments: [] };
  return {
    ...model,
    ...without,
    ...{ _id: new ObjectId().toHexString(), conversation: group, thread: group, position },
    ...{ text, terms: wordsOf(text), client_id: `long ${position}` },
    created: new Date(Date.now() - (shouts - position) * 1000),
  };
}
