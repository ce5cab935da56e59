import { BSON, ObjectId } from 'mongodb';
import { sentence } from './content.mjs';
import { median, quantile } from './statistics.mjs';

/** @typedef {import('mongodb').Collection<any>} Posts */

const topics = 100;
const batch = 1000;
const journaled = { writeConcern: { w: 1, j: true } };
const texts = Array.from({ length: 64 }, (_, number) => sentence(number, 200).slice(0, 820).padEnd(820, '.'));
const idOf = (number) => new ObjectId(number.toString(16).padStart(24, '0'));
const timeOf = (number) => new Date(1_700_000_000_000 + number * 1000);

/**
 * A post of about 1 KB; topics and times are evenly distributed.
 * @param {number} number
 */
const post = (number) => ({
  _id: idOf(number),
  topic: number % topics,
  at: timeOf(number),
  author: `member-${(number * 7919) % 500}`,
  text: texts[number % texts.length],
  tags: ['one', 'two', `t${number % 13}`],
  likes: number % 29,
  read: false,
});

/**
 * @param {import('mongodb').Db} db
 * @param {number} count
 * @returns {Promise<Posts>}
 */
export async function loadedPosts(db, count) {
  const posts = db.collection('posts');
  await posts.createIndex({ topic: 1, at: -1 });
  for (let from = 0; from < count; from += batch)
    await posts.insertMany(
      Array.from({ length: Math.min(batch, count - from) }, (_, index) => post(from + index)),
      { writeConcern: { w: 1 } },
    );
  return posts;
}

/**
 * Returns the milliseconds of each of several sequential calls.
 * @param {number} times
 * @param {(number: number) => Promise<unknown>} call
 */
async function timeCalls(times, call) {
  /** @type {number[]} */
  const taken = [];
  for (let number = 0; number < times; number++) {
    const began = performance.now();
    await call(number);
    taken.push(performance.now() - began);
  }
  return taken;
}

/** Reads the 20 posts of a topic before a time in the middle of the data. */
const page = (posts, count, number) =>
  posts
    .find({ topic: number % topics, at: { $lt: timeOf(count / 2) } })
    .sort({ at: -1 })
    .limit(20)
    .toArray();

let inserted = 0;

/**
 * Runs journaled inserts by several parallel writers, into topics that no measurement reads.
 * @param {Posts} posts
 * @param {number} writers
 * @param {() => boolean} mayContinue
 */
export async function writing(posts, writers, mayContinue) {
  /** @type {number[]} */
  const taken = [];
  const began = performance.now();
  const writer = async () => {
    while (mayContinue()) {
      const number = inserted++;
      const start = performance.now();
      await posts.insertOne({ ...post(number), _id: new ObjectId(), topic: topics + (number % topics) }, journaled);
      taken.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: writers }, writer));
  return { taken, perSecond: (taken.length * 1000) / (performance.now() - began) };
}

/** @param {number} milliseconds */
const during = (milliseconds) => {
  const end = performance.now() + milliseconds;
  return () => performance.now() < end;
};

const byAuthor = { $group: { _id: '$author', posts: { $sum: 1 }, likes: { $sum: '$likes' } } };

/**
 * Runs one round of every measurement.
 * @param {Posts} posts
 * @param {number} count number of loaded posts
 * @returns {Promise<Record<string, number>>}
 */
export async function oneRound(posts, count) {
  const point = await timeCalls(400, (number) => posts.findOne({ _id: idOf((number * 7919 + 13) % count) }));
  const pages = await timeCalls(300, (number) => page(posts, count, number));
  const modified = await timeCalls(200, (number) =>
    posts.findOneAndUpdate({ _id: idOf((number * 104_729 + 7) % count) }, { $inc: { likes: 1 } }, journaled),
  );
  const grouped = await timeCalls(5, (number) =>
    posts.aggregate([{ $match: { topic: number * 17 } }, byAuthor]).toArray(),
  );
  const one = await writing(posts, 1, during(1500));
  const many = await writing(posts, 32, during(2500));
  const concurrent = await duringAggregate(posts);
  return {
    'point read, median ms': median(point),
    'page of 20, median ms': median(pages),
    'page of 20, p99 ms': quantile(pages, 0.99),
    'findOneAndUpdate journaled, median ms': median(modified),
    '$match and $group of a hundredth, median ms': median(grouped),
    'journaled inserts/s, 1 writer': one.perSecond,
    'journaled inserts/s, 32 writers': many.perSecond,
    ...concurrent,
  };
}

/**
 * Measures eight writers while all posts are read and grouped, repeatedly for at least two seconds.
 * @param {Posts} posts
 */
async function duringAggregate(posts) {
  let reading = true;
  const long = (async () => {
    const more = during(2000);
    const taken = await timeCalls(1, () => posts.aggregate([{ $match: { read: false } }, byAuthor]).toArray());
    while (more()) await posts.aggregate([{ $match: { read: false } }, byAuthor]).toArray();
    reading = false;
    return taken;
  })();
  const [{ taken }, [wholeMs = 0]] = await Promise.all([writing(posts, 8, () => reading), long]);
  return {
    '8 writers meanwhile, p99 ms': quantile(taken, 0.99),
    '$match and $group of all, ms': wholeMs,
  };
}

/** Bytes of one post as BSON. */
export const postBytes = BSON.calculateObjectSize(post(0));

/**
 * @param {Posts} posts
 * @param {number} count
 */
export const firstPage = (posts, count) => page(posts, count, 1);
