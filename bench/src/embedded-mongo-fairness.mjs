import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { loadedPosts, writing } from './embedded-mongo-cases.mjs';
import { median, quantile } from './statistics.mjs';

/** @typedef {import('mongodb').Collection<any>} Posts */

const writers = 8;
const minMs = 1000;
const byAuthor = { $group: { _id: '$author', posts: { $sum: 1 }, likes: { $sum: '$likes' } } };

/** @type {(...stages: object[]) => (posts: Posts) => Promise<unknown>} */
const pipeline =
  (...stages) =>
  (posts) =>
    posts.aggregate([...stages, { $count: 'n' }]).toArray();

/** Updates of single documents by a field without an index. */
const statements = (count) =>
  Array.from({ length: count }, (_, number) => ({
    updateOne: { filter: { author: `member-${number % 500}`, read: false }, update: { $inc: { likes: 1 } } },
  }));

/** Copies the posts into another collection, which a command may change or drop. @param {Posts} posts */
const copyPosts = (posts) => posts.aggregate([{ $out: 'copies' }]).toArray();

/**
 * Commands that take long on many documents; `before` prepares their data.
 * @type {Record<string, { run: (posts: Posts) => Promise<unknown>, before?: (posts: Posts) => Promise<unknown> }>}
 */
export const longCommands = {
  'find without an index': { run: (posts) => posts.find({ text: 'nowhere' }).toArray() },
  'sort in memory': {
    run: (posts) =>
      posts
        .find({}, { projection: { at: 1 } })
        .sort({ likes: 1, author: 1 })
        .toArray(),
  },
  count: { run: (posts) => posts.countDocuments({ read: false, likes: { $gt: 3 } }) },
  distinct: { run: (posts) => posts.distinct('at') },
  $group: { run: pipeline({ $match: { read: false } }, byAuthor) },
  '$unwind, $sortByCount': { run: pipeline({ $unwind: '$tags' }, { $sortByCount: '$tags' }) },
  '$lookup by pipeline': {
    run: pipeline(
      { $match: { topic: 3 } },
      { $limit: 5 },
      {
        $lookup: {
          from: 'posts',
          let: { author: '$author' },
          pipeline: [{ $match: { $expr: { $eq: ['$author', '$$author'] } } }, { $count: 'n' }],
          as: 'found',
        },
      },
    ),
  },
  $out: { run: (posts) => posts.aggregate([{ $out: 'copies' }]).toArray() },
  'updateMany of all': {
    before: copyPosts,
    run: (posts) => posts.db.collection('copies').updateMany({}, { $inc: { likes: 1 } }),
  },
  'upsert after a long search': {
    run: (posts) =>
      posts.db.collection('copies').updateOne({ text: 'nowhere' }, { $set: { likes: 1 } }, { upsert: true }),
  },
  'bulk of 300 unindexed updates': {
    before: copyPosts,
    run: (posts) => posts.db.collection('copies').bulkWrite(statements(300)),
  },
  'insertMany of 10,000': {
    run: (posts) =>
      posts.db
        .collection('made')
        .insertMany(Array.from({ length: 10_000 }, (_, likes) => ({ likes, text: 'x'.repeat(800) }))),
  },
  'deleteMany of all': { before: copyPosts, run: (posts) => posts.db.collection('copies').deleteMany({}) },
  createIndex: { before: copyPosts, run: (posts) => posts.db.collection('copies').createIndex({ author: 1, at: 1 }) },
  drop: { before: copyPosts, run: (posts) => posts.db.collection('copies').drop() },
  collStats: { run: (posts) => posts.db.command({ collStats: 'posts' }) },
};

/**
 * Runs long commands by name in a worker thread, so that encoding and decoding a large message does not block the writers, whose
 * waits measure the server.
 * @param {string} uri
 */
function startWorker(uri) {
  const worker = new Worker(new URL('embedded-mongo-long-command.mjs', import.meta.url), { workerData: { uri } });
  return {
    /** @param {string} name */
    async run(name) {
      worker.postMessage(name);
      await once(worker, 'message');
    },
    stop: () => worker.terminate(),
  };
}

/**
 * Measures how long eight journaled writers wait while a command runs repeatedly for at least a second.
 * @param {import('mongodb').Db} db
 * @param {string} uri the same server's
 * @param {number} count number of documents that the command processes
 * @param {string[]} names of `longCommands`
 * @returns {Promise<Record<string, { p99: number, max: number, median: number, command: number }>>} milliseconds
 */
export async function waitsDuring(db, uri, count, names = Object.keys(longCommands)) {
  const worker = startWorker(uri);
  const posts = await loadedPosts(db, count);
  /** @type {Record<string, { p99: number, max: number, median: number, command: number }>} */
  const metrics = {};
  for (const name of ['nothing', ...names]) {
    const before = longCommands[name]?.before;
    const run = () => (longCommands[name] ? worker.run(name) : sleep(minMs));
    await db.collection('written').deleteMany({});
    const until = performance.now() + minMs;
    /** @type {number[]} */
    const waited = [];
    /** @type {number[]} */
    const took = [];
    while (performance.now() < until) {
      await before?.(posts);
      let running = true;
      const began = performance.now();
      const work = run().finally(() => {
        running = false;
        took.push(performance.now() - began);
      });
      const { taken } = await writing(db.collection('written'), writers, () => running);
      await work;
      waited.push(...taken);
    }
    metrics[name] = {
      p99: quantile(waited, 0.99),
      max: Math.max(...waited),
      median: median(waited),
      command: median(took),
    };
  }
  await worker.stop();
  return metrics;
}
