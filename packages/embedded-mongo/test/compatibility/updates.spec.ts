import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Document, ObjectId, type UpdateOptions } from 'mongodb';
import { type DatabaseUnderTest, openDatabaseUnderTest } from './database-under-test.js';

let under: DatabaseUnderTest;
beforeAll(async () => {
  under = await openDatabaseUnderTest();
});
afterAll(() => under.close());

interface Change {
  readonly name: string;
  readonly before?: Document;
  readonly filter?: Document;
  readonly update: Document;
  readonly options?: UpdateOptions;
  readonly after: Document;
}

const CHANGES: Change[] = [
  { name: '$set of a path', before: { a: 1 }, update: { $set: { a: 2, 'b.c': 3 } }, after: { a: 2, b: { c: 3 } } },
  { name: '$set beyond the end', before: { l: [1] }, update: { $set: { 'l.2': 3 } }, after: { l: [1, null, 3] } },
  {
    name: '$unset',
    before: { a: 1, b: { c: 1, d: 2 } },
    update: { $unset: { a: '', 'b.c': 1, x: 1 } },
    after: { b: { d: 2 } },
  },
  { name: '$unset of an element', before: { l: [1, 2] }, update: { $unset: { 'l.0': '' } }, after: { l: [null, 2] } },
  { name: '$inc', before: { a: 1 }, update: { $inc: { a: -3, b: 2 } }, after: { a: -2, b: 2 } },
  { name: '$mul', before: { a: 4 }, update: { $mul: { a: 2.5, b: 3 } }, after: { a: 10, b: 0 } },
  {
    name: '$min and $max',
    before: { a: 5, b: 5 },
    update: { $min: { a: 3, b: 7 }, $max: { c: 1 } },
    after: { a: 3, b: 5, c: 1 },
  },
  {
    name: '$max of dates',
    before: { a: new Date(5) },
    update: { $max: { a: new Date(9) } },
    after: { a: new Date(9) },
  },
  {
    name: '$setOnInsert without insert',
    before: { a: 1 },
    update: { $setOnInsert: { b: 1 }, $set: { c: 1 } },
    after: { a: 1, c: 1 },
  },
  { name: '$push', before: { l: [1] }, update: { $push: { l: 2, m: 1 } }, after: { l: [1, 2], m: [1] } },
  { name: '$push of a list', before: { l: [1] }, update: { $push: { l: [2, 3] } }, after: { l: [1, [2, 3]] } },
  { name: '$push $each', before: { l: [1] }, update: { $push: { l: { $each: [2, 3] } } }, after: { l: [1, 2, 3] } },
  {
    name: '$push $position',
    before: { l: [1, 4] },
    update: { $push: { l: { $each: [2, 3], $position: 1 } } },
    after: { l: [1, 2, 3, 4] },
  },
  {
    name: '$push $position from the end',
    before: { l: [1, 4] },
    update: { $push: { l: { $each: [3], $position: -1 } } },
    after: { l: [1, 3, 4] },
  },
  {
    name: '$push $slice to the last',
    before: { l: [1, 2] },
    update: { $push: { l: { $each: [3, 4], $slice: -3 } } },
    after: { l: [2, 3, 4] },
  },
  {
    name: '$push $slice 0',
    before: { l: [1, 2] },
    update: { $push: { l: { $each: [3], $slice: 0 } } },
    after: { l: [] },
  },
  {
    name: '$push $sort',
    before: { l: [3, 1] },
    update: { $push: { l: { $each: [2], $sort: -1 } } },
    after: { l: [3, 2, 1] },
  },
  {
    name: '$push $sort by a field',
    before: { l: [{ k: 3 }, { k: 1 }] },
    update: { $push: { l: { $each: [{ k: 2 }], $sort: { k: 1 }, $slice: 2 } } },
    after: { l: [{ k: 1 }, { k: 2 }] },
  },
  {
    name: '$addToSet',
    before: { l: [1, { a: 1 }] },
    update: { $addToSet: { l: { $each: [1, 2, { a: 1 }, 2] } } },
    after: { l: [1, { a: 1 }, 2] },
  },
  {
    name: '$addToSet keeps doubles that were there',
    before: { l: [1, 1] },
    update: { $addToSet: { l: 1 } },
    after: { l: [1, 1] },
  },
  {
    name: '$pop',
    before: { l: [1, 2, 3], m: [1, 2], e: [] },
    update: { $pop: { l: 1, m: -1, e: 1 } },
    after: { l: [1, 2], m: [2], e: [] },
  },
  { name: '$pull of a value', before: { l: [1, 2, 1] }, update: { $pull: { l: 1 } }, after: { l: [2] } },
  {
    name: '$pull by condition',
    before: { l: [1, 5, 9] },
    update: { $pull: { l: { $in: [1, 9] } } },
    after: { l: [5] },
  },
  {
    name: '$pull of documents',
    before: {
      l: [
        { k: 1, v: 1 },
        { k: 2, v: 1 },
      ],
    },
    update: { $pull: { l: { k: 1 } } },
    after: { l: [{ k: 2, v: 1 }] },
  },
  { name: '$pullAll', before: { l: [1, 2, 3, 2] }, update: { $pullAll: { l: [2, 3] } }, after: { l: [1] } },
  {
    name: 'the positional $',
    before: { l: [1, 2, 2] },
    filter: { l: 2 },
    update: { $set: { 'l.$': 9 } },
    after: { l: [1, 9, 2] },
  },
  {
    name: 'the positional $ of documents',
    before: {
      l: [
        { k: 'a', n: 1 },
        { k: 'b', n: 1 },
      ],
    },
    filter: { 'l.k': 'b' },
    update: { $inc: { 'l.$.n': 5 } },
    after: {
      l: [
        { k: 'a', n: 1 },
        { k: 'b', n: 6 },
      ],
    },
  },
  {
    name: 'the positional $ by $elemMatch',
    before: {
      l: [
        { k: 'a', n: 1 },
        { k: 'a', n: 7 },
      ],
    },
    filter: { l: { $elemMatch: { k: 'a', n: { $gt: 5 } } } },
    update: { $set: { 'l.$.n': 0 } },
    after: {
      l: [
        { k: 'a', n: 1 },
        { k: 'a', n: 0 },
      ],
    },
  },
  {
    name: '$[]',
    before: { l: [{ n: 1 }, { n: 2 }] },
    update: { $inc: { 'l.$[].n': 1 } },
    after: { l: [{ n: 2 }, { n: 3 }] },
  },
  {
    name: '$[name]',
    before: { l: [1, 8, 3] },
    update: { $set: { 'l.$[big]': 5 } },
    options: { arrayFilters: [{ big: { $gt: 5 } }] },
    after: { l: [1, 5, 3] },
  },
  {
    name: '$[name] of documents, nested',
    before: {
      l: [
        { k: 1, m: [1, 2] },
        { k: 2, m: [1, 2] },
      ],
    },
    update: { $set: { 'l.$[one].m.$[two]': 0 } },
    options: { arrayFilters: [{ 'one.k': 2 }, { two: { $gt: 1 } }] },
    after: {
      l: [
        { k: 1, m: [1, 2] },
        { k: 2, m: [1, 0] },
      ],
    },
  },
  {
    name: 'a pipeline',
    before: { a: 1, b: 2, c: 3 },
    update: [{ $set: { sum: { $add: ['$a', '$b'] } } }, { $unset: ['a', 'b'] }],
    after: { c: 3, sum: 3 },
  },
  {
    name: 'a pipeline that replaces',
    before: { o: { x: 1 } },
    update: [{ $replaceWith: { $mergeObjects: ['$o', { _id: '$_id' }] } }],
    after: { x: 1 },
  },
];

describe('an update', () => {
  it.each(CHANGES)('$name', async ({ before = {}, filter = {}, update, options, after }) => {
    const items = await under.holding([{ _id: 1, ...before }]);
    const result = await items.updateOne({ _id: 1, ...filter }, update, options);
    expect(result.matchedCount).toBe(1);
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, ...after });
  });

  it('without effect counts as matched, not modified', async () => {
    const items = await under.holding([{ _id: 1, a: 1 }]);
    expect(await items.updateOne({ _id: 1 }, { $set: { a: 1 } })).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
  });
});

const REFUSED: [name: string, before: Document, update: Document, code: number][] = [
  ['two operators on one path', {}, { $set: { a: 1 }, $inc: { a: 1 } }, 40],
  ['a path and one below it', {}, { $set: { a: 1, 'a.b': 1 } }, 40],
  ['$inc of text', { a: 'x' }, { $inc: { a: 1 } }, 14],
  ['$push to no list', { a: 1 }, { $push: { a: 1 } }, 2],
  ['a path through a number', { a: 1 }, { $set: { 'a.b': 1 } }, 28],
  ['another _id', {}, { $set: { _id: 2 } }, 66],
  ['$ without a match in a list', { l: [1] }, { $set: { 'l.$': 1 } }, 2],
  ['an unknown operator', {}, { $nosuch: { a: 1 } }, 9],
  ['an empty path', {}, { $set: { '': 1 } }, 56],
];

it.each(REFUSED)('%s is rejected and changes nothing', async (_name, before, update, code) => {
  const items = await under.holding([{ _id: 1, ...before }]);
  await expect(items.updateOne({ _id: 1 }, update)).rejects.toMatchObject({ code });
  expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, ...before });
});

const UPSERTS: [name: string, filter: Document, update: Document, inserted: Document][] = [
  ['copies the equalities of the filter', { a: 1, 'b.c': 2 }, { $set: { d: 3 } }, { a: 1, b: { c: 2 }, d: 3 }],
  ['copies $eq and a single $in, no ranges', { a: { $eq: 1 }, b: { $gt: 5 } }, { $set: { d: 3 } }, { a: 1, d: 3 }],
  ['copies equalities inside $and', { $and: [{ a: 1 }, { b: 2 }] }, { $set: { c: 3 } }, { a: 1, b: 2, c: 3 }],
  ['copies nothing from an $or with several branches', { $or: [{ a: 1 }, { a: 2 }] }, { $set: { b: 1 } }, { b: 1 }],
  ['applies $setOnInsert', { a: 1 }, { $set: { b: 2 }, $setOnInsert: { c: 3 } }, { a: 1, b: 2, c: 3 }],
  ['$inc begins at the amount', { a: 1 }, { $inc: { n: 5 } }, { a: 1, n: 5 }],
  ['$push begins a list', { a: 1 }, { $push: { l: 5 } }, { a: 1, l: [5] }],
];

describe('an upsert', () => {
  it.each(UPSERTS)('%s', async (_name, filter, update, inserted) => {
    const items = await under.holding([]);
    const result = await items.updateOne(filter, update, { upsert: true });
    expect(result).toMatchObject({ matchedCount: 0, modifiedCount: 0, upsertedCount: 1 });
    expect(result.upsertedId).toBeInstanceOf(ObjectId);
    expect(await items.findOne({}, { projection: { _id: 0 } })).toEqual(inserted);
  });

  it('uses the _id of its filter, and finds the inserted document', async () => {
    const items = await under.holding([]);
    for (const upsertedCount of [1, 0]) {
      const result = await items.updateOne({ _id: 7 }, { $inc: { n: 1 } }, { upsert: true });
      expect(result.upsertedCount).toBe(upsertedCount);
    }
    expect(await items.find().toArray()).toEqual([{ _id: 7, n: 2 }]);
  });

  it.each([{ $set: { a: 1 } }, [{ $set: { a: 1 } }], { a: 1 }])(
    'keeps a null _id from its filter: %j',
    async (update) => {
      const items = await under.holding([]);
      const command = { update: items.collectionName, updates: [{ q: { _id: null }, u: update, upsert: true }] };
      await items.db.command(command);
      expect(await items.find().toArray()).toEqual([{ _id: null, a: 1 }]);
    },
  );

  it('with a replacement inserts only the replacement', async () => {
    const items = await under.holding([]);
    await items.replaceOne({ _id: 3, a: 1 }, { b: 2 }, { upsert: true });
    expect(await items.find().toArray()).toEqual([{ _id: 3, b: 2 }]);
  });

  it('through findOneAndUpdate returns null or the new document', async () => {
    const items = await under.holding([]);
    const change = { $set: { b: 1 } };
    expect(await items.findOneAndUpdate({ _id: 1 }, change, { upsert: true })).toBeNull();
    const options = { upsert: true, returnDocument: 'after' } as const;
    expect(await items.findOneAndUpdate({ _id: 2 }, change, options)).toEqual({ _id: 2, b: 1 });
  });
});
