import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type CreateIndexesOptions, type Document, type IndexSpecification } from 'mongodb';
import { type DatabaseUnderTest, openDatabaseUnderTest } from './database-under-test.js';

let under: DatabaseUnderTest;
beforeAll(async () => {
  under = await openDatabaseUnderTest();
});
afterAll(() => under.close());

const DUPLICATES: [
  name: string,
  key: IndexSpecification,
  options: CreateIndexesOptions,
  there: Document[],
  taken: Document,
  free: Document,
][] = [
  ['one field', { a: 1 }, {}, [{ a: 1 }], { a: 1 }, { a: 2 }],
  ['a missing field counts as null', { a: 1 }, {}, [{}], { a: null }, { a: 0 }],
  ['a sparse index omits missing fields', { a: 1 }, { sparse: true }, [{}, { a: 1 }], { a: 1 }, {}],
  ['several fields', { a: 1, b: -1 }, {}, [{ a: 1, b: 1 }], { a: 1, b: 1 }, { a: 1, b: 2 }],
  ['elements of lists', { a: 1 }, {}, [{ a: [1, 2] }], { a: [2, 3] }, { a: [3, 3] }],
  [
    'a partial index',
    { a: 1 },
    { partialFilterExpression: { on: true } },
    [{ a: 1, on: true }],
    { a: 1, on: true },
    { a: 1 },
  ],
  [
    'documents with their fields in order',
    { a: 1 },
    {},
    [{ a: { x: 1, y: 2 } }],
    { a: { x: 1, y: 2 } },
    { a: { y: 2, x: 1 } },
  ],
  ['paths', { 'o.p': 1 }, {}, [{ o: { p: 1 } }], { o: { p: 1, q: 2 } }, { o: { p: 2 } }],
];

describe('a unique index', () => {
  it.each(DUPLICATES)('%s', async (_name, key, options, there, taken, free) => {
    const items = await under.holding(there);
    const name = await items.createIndex(key, { unique: true, ...options });
    await expect(items.insertOne({ ...taken })).rejects.toMatchObject({ code: 11000, keyPattern: key });
    await expect(items.insertOne({ ...taken })).rejects.toThrow(new RegExp(`E11000 duplicate key error.*${name}`));
    await items.insertOne({ ...free });
    expect(await items.countDocuments()).toBe(there.length + 1);
    await items.drop();
  });

  it('is rejected over existing duplicates', async () => {
    const items = await under.holding([{ a: 1 }, { a: 1 }]);
    await expect(items.createIndex({ a: 1 }, { unique: true })).rejects.toMatchObject({ code: 11000 });
    expect(await items.indexes()).toHaveLength(1);
  });

  it('applies to updates, and lets a document keep its own key', async () => {
    const items = await under.holding([
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ]);
    await items.createIndex({ a: 1 }, { unique: true });
    await expect(items.updateOne({ _id: 2 }, { $set: { a: 1 } })).rejects.toMatchObject({ code: 11000 });
    await items.updateOne({ _id: 1 }, { $set: { a: 1, b: 1 } });
    expect(await items.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, a: 1, b: 1 },
      { _id: 2, a: 2 },
    ]);
    await items.drop();
  });
});

describe('indexes', () => {
  it('are created once and listed as requested', async () => {
    const items = await under.holding([]);
    await items.createIndex({ a: 1, b: -1 });
    await items.createIndex({ a: 1, b: -1 });
    await items.createIndex({ at: 1 }, { expireAfterSeconds: 60, name: 'old' });
    await items.createIndex({ c: 1 }, { unique: true, partialFilterExpression: { c: { $exists: true } } });
    expect(await items.indexes()).toMatchObject([
      { key: { _id: 1 }, name: '_id_' },
      { key: { a: 1, b: -1 }, name: 'a_1_b_-1' },
      { key: { at: 1 }, name: 'old', expireAfterSeconds: 60 },
      { key: { c: 1 }, name: 'c_1', unique: true, partialFilterExpression: { c: { $exists: true } } },
    ]);
    await items.drop();
  });

  const REFUSED: [name: string, run: () => Promise<unknown>, code: number][] = [
    ['the same name for another key', async () => (await one()).createIndex({ b: 1 }, { name: 'a_1' }), 86],
    [
      'the same key with other options',
      async () => (await one()).createIndex({ a: 1 }, { unique: true, name: 'u' }),
      85,
    ],
    ['dropping a missing index', async () => (await one()).dropIndex('nosuch'), 27],
    ['dropping the _id index', async () => (await one()).dropIndex('_id_'), 72],
    [
      'two lists in one document',
      async () => {
        const items = await under.holding([{ a: [1], b: [2] }]);
        await items.createIndex({ a: 1, b: 1 });
      },
      171,
    ],
    ['a hint that names no index', async () => (await one()).find({}, { hint: 'nosuch' }).toArray(), 2],
    ['an invalid sort direction', async () => under.db.command({ find: 'items', sort: { a: 3 } }), 2],
    ['an unknown operator', async () => (await one()).find({ a: { $nosuch: 1 } } as Document).toArray(), 2],
    ['an unknown stage', async () => (await one()).aggregate([{ $nosuch: {} }]).toArray(), 40324],
    ['an unknown command', async () => under.db.command({ nosuch: 1 }), 59],
    ['a missing cursor', async () => under.db.command({ getMore: 5n, collection: 'items' }), 43],
  ];
  const one = async () => {
    const items = await under.holding([{ a: 1 }]);
    await items.createIndex({ a: 1 });
    return items;
  };
  it.each(REFUSED)('%s is rejected', async (_name, run, code) => {
    await expect(run()).rejects.toMatchObject({ code });
  });
});
