import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Collection, type Document, MongoClient } from 'mongodb';
import { exited, type ServerChild, startServerChild } from './proofs/server-child.js';
import { compileSources, serverError, temporaryFolder } from './support.js';

const COUNT = 16_000;
const ENOUGH_MS = 150;

interface Item extends Document {
  _id: number;
}

let compiled: string;
let dataDir: string;
let child: ServerChild;
let client: MongoClient;
let items: Collection<Item>;

beforeAll(async () => {
  [compiled, dataDir] = [compileSources(), temporaryFolder()];
  child = await startServerChild(compiled, dataDir);
  client = await new MongoClient(child.uri).connect();
  items = client.db('test').collection<Item>('items');
  await fill(items);
  await client.db('test').collection('written').insertOne({ text: 'x' });
});
afterAll(async () => {
  await client.close();
  child.process.kill('SIGKILL');
  await exited(child.process);
  for (const folder of [compiled, dataDir]) rmSync(folder, { recursive: true, force: true });
});

async function fill(collection: Collection<Item>): Promise<void> {
  const documents = Array.from({ length: COUNT }, (_, _id) => ({
    _id,
    group: `g${_id % 200}`,
    n: (_id * 7919) % COUNT,
    tags: ['a', `t${_id % 7}`],
    text: 'x'.repeat(200),
  }));
  await collection.insertMany(documents, { writeConcern: { w: 1 } });
}

const piped =
  (...stages: Document[]) =>
  (): Promise<unknown> =>
    items.aggregate([...stages, { $count: 'n' }]).toArray();

/** Creates a separate collection for commands that change their documents. */
async function copies(): Promise<Collection<Item>> {
  const other = client.db('test').collection<Item>('copies');
  await other.drop().catch(() => undefined);
  await fill(other);
  return other;
}

const statement = { updateOne: { filter: { text: 'none' }, update: { $set: { n: 0 } } } };

/** Commands that process thousands of documents without an index. */
const LONG: [name: string, run: (own: Collection<Item>) => Promise<unknown>, own?: true][] = [
  ['find', () => items.find({ text: 'none', n: { $gt: -1 } }).toArray()],
  ['sort', () => items.find().project({ n: 1 }).sort({ n: 1 }).toArray()],
  ['count', () => items.countDocuments({ n: { $gt: 3 }, text: { $regex: 'x$' } })],
  ['distinct', () => items.distinct('n')],
  ['$group', piped({ $group: { _id: '$group', n: { $sum: '$n' }, all: { $push: '$n' } } })],
  ['$unwind', piped({ $unwind: '$tags' }, { $sortByCount: '$tags' })],
  ['$addFields', piped({ $addFields: { double: { $multiply: ['$n', 2] } } })],
  [
    '$lookup',
    piped(
      { $limit: 3 },
      {
        $lookup: {
          from: 'items',
          let: { g: '$group' },
          pipeline: [{ $match: { $expr: { $eq: ['$group', '$$g'] } } }],
          as: 'f',
        },
      },
    ),
  ],
  ['$out', () => items.aggregate([{ $out: 'out' }]).toArray()],
  [
    'insertMany',
    (own) =>
      own.insertMany(
        Array.from({ length: COUNT }, (_, i) => ({ _id: COUNT + i })),
        { writeConcern: { w: 1 } },
      ),
    true,
  ],
  ['updateMany', (own) => own.updateMany({}, { $inc: { n: 1 } }, { writeConcern: { w: 1 } }), true],
  ['a bulk without an index', (own) => own.bulkWrite(Array.from({ length: 10 }, () => statement)), true],
  [
    'an upsert after a long search',
    (own) => own.updateOne({ text: 'none', n: -1 }, { $set: { m: 1 } }, { upsert: true }),
    true,
  ],
  [
    'findOneAndUpdate with a sort',
    (own) => own.findOneAndUpdate({ n: { $gt: 3 } }, { $set: { m: 1 } }, { sort: { group: 1, n: -1 } }),
    true,
  ],
  ['deleteMany', (own) => own.deleteMany({}), true],
  ['createIndex', (own) => own.createIndex({ group: 1, n: 1 }), true],
  ['drop', (own) => own.drop(), true],
  ['collStats', () => client.db('test').command({ collStats: 'items' })],
];

/** Counts sequential writes that complete while a command runs. */
async function writesBeside(run: (own: Collection<Item>) => Promise<unknown>, own?: true) {
  const target = own ? await copies() : items;
  const written = client.db('test').collection('written');
  let running = true;
  let writes = 0;
  const began = performance.now();
  let took = 0;
  const work = run(target).finally(() => {
    took = performance.now() - began;
    running = false;
  });
  while (running) {
    await written.insertOne({ text: 'x' }, { writeConcern: { w: 1 } });
    writes++;
  }
  await work;
  return { took, writes };
}

it.each(LONG.map(([name, run, own]) => ({ name, run, own })))('writes complete during $name', async ({ run, own }) => {
  // A command without yield points lets two writes complete at most: one before it starts, one when it ends. More than
  // two in one attempt is proof, because on a busy machine other attempts may show few.
  for (let attempt = 1; ; attempt++) {
    const { took, writes } = await writesBeside(run, own);
    if (took <= ENOUGH_MS || writes > 3) return;
    if (attempt === 5) expect(writes).toBeGreaterThan(3);
  }
});

it.each<[string, () => Promise<unknown>]>([
  ['find', () => items.find({ text: 'none' }, { maxTimeMS: 1 }).toArray()],
  ['aggregate', () => items.aggregate([{ $sortByCount: '$text' }], { maxTimeMS: 1 }).toArray()],
  ['distinct', () => items.distinct('n', {}, { maxTimeMS: 1 })],
  ['update', () => items.updateMany({ text: 'none' }, { $set: { n: 1 } }, { maxTimeMS: 1 })],
])('%s is ended when its time is over', async (_name, run) => {
  expect((await serverError(run())).code).toBe(50);
});
