import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Collection, Document } from 'mongodb';
import { serverError } from '../support.js';
import { type DatabaseUnderTest, type Item, openDatabaseUnderTest } from './database-under-test.js';

let under: DatabaseUnderTest;
let items: Collection<Item>;
beforeAll(async () => {
  under = await openDatabaseUnderTest();
});
beforeEach(async () => {
  items = await under.holding([]);
});
afterAll(() => under.close());

const change = { $set: { new: 1 } };

/** The ways to upsert with operators. */
const WAYS: [name: string, run: (filter: Document) => Promise<unknown>][] = [
  ['updateOne', (filter) => items.updateOne(filter, change, { upsert: true })],
  ['updateMany', (filter) => items.updateMany(filter, change, { upsert: true })],
  ['findAndModify', (filter) => items.findOneAndUpdate(filter, change, { upsert: true })],
  ['bulkWrite', (filter) => items.bulkWrite([{ updateOne: { filter, update: change, upsert: true } }])],
  ['an update by a pipeline', (filter) => items.updateOne(filter, [{ $set: { new: 1 } }], { upsert: true })],
];

/** Filters, and the fields that an upsert takes from them. */
const DEFINING: [filter: Document, fields: Document][] = [
  [{ a: 1 }, { a: 1 }],
  [{ a: { $eq: 1 } }, { a: 1 }],
  [{ a: null }, { a: null }],
  [{ a: { $all: [1] } }, { a: 1 }],
  [{ a: { $in: [1] } }, { a: 1 }],
  [{ $and: [{ a: 1 }, { 'b.c': 2 }] }, { a: 1, b: { c: 2 } }],
  [{ $or: [{ a: 1 }] }, { a: 1 }],
  [{ a: { $eq: { $gt: 1 } } }, { a: { $gt: 1 } }],
  [{ a: { $eq: 1, $gt: 0 } }, { a: 1 }],
  [{ 'a.b': 1, 'a.c': 2 }, { a: { b: 1, c: 2 } }],
  [{ members: { $elemMatch: { user: 'u1' } } }, {}],
  [{ a: { $elemMatch: { $eq: 1 } } }, {}],
  [{ a: { $all: [{ $elemMatch: { b: 1 } }] } }, {}],
  [{ a: { $all: [/x/] } }, {}],
  [{ a: { $in: [1, 2] } }, {}],
  [{ a: { $in: [/x/] } }, {}],
  [{ a: { $gt: 1 } }, {}],
  [{ a: { $not: { $eq: 1 } } }, {}],
  [{ a: /x/ }, {}],
  [{ $or: [{ a: 1 }, { b: 1 }] }, {}],
  [{ $nor: [{ a: 1 }] }, {}],
  [{ $expr: { $eq: ['$a', 1] } }, {}],
];

describe.each(WAYS)('an upsert by %s', (_name, run) => {
  it.each(DEFINING)('with the filter %j takes %j', async (filter, fields) => {
    await run(filter);
    const [{ _id, ...stored }] = (await items.find().toArray()) as [Item];
    expect(stored).toEqual({ ...fields, new: 1 });
  });

  it.each<[filter: Document]>([
    [{ a: { $all: [1, 2] } }],
    [{ a: { $all: [1, 1] } }],
    [{ $and: [{ a: 1 }, { a: 2 }] }],
    [{ a: 1, $and: [{ a: 1 }] }],
    [{ a: 1, $or: [{ a: { $in: [2] } }] }],
    [{ a: { b: 1 }, 'a.c': 2 }],
    [{ 'a.c': 2, a: { b: 1 } }],
    [{ $and: [{ 'a.b.c': 1 }, { 'a.b': 1 }] }],
  ])('with the filter %j, which defines a field twice, is error 54', async (filter) => {
    expect((await serverError(run(filter))).code).toBe(54);
    expect(await items.countDocuments()).toBe(0);
  });
});

describe('a replacement that is upserted', () => {
  const replace = (filter: Document) => items.replaceOne(filter, { new: 1 }, { upsert: true });

  it.each<[filter: Document, id: unknown]>([
    [{ _id: 1 }, 1],
    [{ $and: [{ _id: { $all: [1] } }] }, 1],
    [{ _id: 1, a: { $all: [1, 2] }, 'a.b': 3 }, 1],
  ])('takes the id alone from %j', async (filter, _id) => {
    await replace(filter);
    expect(await items.find().toArray()).toEqual([{ _id, new: 1 }]);
  });

  it.each<[filter: Document, code: number]>([
    [{ _id: { $all: [1, 2] } }, 54],
    [{ $and: [{ _id: 1 }, { _id: 1 }] }, 54],
    [{ '_id.x': 1 }, 111],
  ])('is refused with the filter %j', async (filter, code) => {
    expect((await serverError(replace(filter))).code).toBe(code);
  });
});
