import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Collection, type Document, Double, Int32, Long } from 'mongodb';
import { serverError, startTestServer, type TestServer } from './support.js';

interface Item extends Document {
  _id?: number | string | number[];
}

let it_: TestServer;
let items: Collection<Item>;

beforeAll(async () => {
  it_ = await startTestServer();
});
afterAll(() => it_.stop());
beforeEach(async () => {
  await it_.db.dropDatabase();
  items = it_.db.collection<Item>('items');
});

describe('operators', () => {
  const cases: [name: string, before: object, update: object, after: object][] = [
    ['$set', { a: 1 }, { $set: { a: 2, 'b.c': 3 } }, { a: 2, b: { c: 3 } }],
    ['$set past the end of an array', { l: [1] }, { $set: { 'l.3': 4 } }, { l: [1, null, null, 4] }],
    [
      '$unset',
      { a: 1, b: { c: 2, d: 3 }, l: [1, 2] },
      { $unset: { a: '', 'b.c': '', 'l.0': '' } },
      { b: { d: 3 }, l: [null, 2] },
    ],
    ['$inc', { a: 1 }, { $inc: { a: 2, b: 5 } }, { a: 3, b: 5 }],
    ['$mul', { a: 3 }, { $mul: { a: 2, b: 5 } }, { a: 6, b: 0 }],
    ['$min', { a: 5, b: 5 }, { $min: { a: 3, b: 9, c: 1 } }, { a: 3, b: 5, c: 1 }],
    ['$max', { a: 5, b: 5 }, { $max: { a: 3, b: 9, c: 1 } }, { a: 5, b: 9, c: 1 }],
    ['$push', { l: [1] }, { $push: { l: 2, m: 3 } }, { l: [1, 2], m: [3] }],
    ['$push $each', { l: [3, 1] }, { $push: { l: { $each: [2, 0], $sort: 1, $slice: 3 } } }, { l: [0, 1, 2] }],
    ['$push $position', { l: [1, 4] }, { $push: { l: { $each: [2, 3], $position: 1 } } }, { l: [1, 2, 3, 4] }],
    ['$push $slice of a new list', {}, { $push: { l: { $each: [1, 2, 3], $slice: -2 } } }, { l: [2, 3] }],
    [
      '$push $sort by field',
      { l: [{ k: 2 }] },
      { $push: { l: { $each: [{ k: 1 }], $sort: { k: 1 } } } },
      { l: [{ k: 1 }, { k: 2 }] },
    ],
    ['$addToSet', { l: [1] }, { $addToSet: { l: { $each: [1, 2, 2] }, m: 'x' } }, { l: [1, 2], m: ['x'] }],
    ['$pull value', { l: [1, 2, 1] }, { $pull: { l: 1 } }, { l: [2] }],
    ['$pull condition', { l: [1, 5, 9] }, { $pull: { l: { $gte: 5 } } }, { l: [1] }],
    ['$pull documents', { l: [{ a: 1, b: 1 }, { a: 2 }] }, { $pull: { l: { a: 1 } } }, { l: [{ a: 2 }] }],
    ['$pullAll', { l: [1, 2, 3, 2] }, { $pullAll: { l: [2, 3] } }, { l: [1] }],
    ['$pop', { l: [1, 2, 3], m: [1, 2] }, { $pop: { l: 1, m: -1 } }, { l: [1, 2], m: [2] }],
    ['$setOnInsert on a present document', { a: 1 }, { $set: { a: 2 }, $setOnInsert: { b: 1 } }, { a: 2 }],
    ['$[]', { l: [{ n: 1 }, { n: 2 }] }, { $inc: { 'l.$[].n': 10 } }, { l: [{ n: 11 }, { n: 12 }] }],
    ['pipeline', { a: 1, b: 2 }, [{ $set: { c: { $add: ['$a', '$b'] } } }, { $unset: 'a' }] as object, { b: 2, c: 3 }],
  ];
  it.each(cases)('%s', async (_name, before, update, after) => {
    await items.insertOne({ _id: 1, ...before });
    await items.updateOne({ _id: 1 }, update);
    expect(await items.findOne({ _id: 1 })).toEqual({ _id: 1, ...after });
  });

  it('$currentDate', async () => {
    const before = Date.now();
    await items.insertOne({ _id: 1 });
    await items.updateOne({ _id: 1 }, { $currentDate: { a: true, b: { $type: 'date' } } } as object);
    const { a, b } = (await items.findOne({ _id: 1 })) as unknown as { a: Date; b: Date };
    for (const date of [a, b]) expect(date.getTime() - before).toBeLessThan(60_000);
    expect(a.getTime()).toBeGreaterThanOrEqual(before);
  });

  it('preserves number types', async () => {
    await items.insertOne({
      _id: 1,
      int: new Int32(2147483646),
      long: Long.fromNumber(1),
      double: new Double(1),
      same: new Double(7),
    });
    await items.updateOne({ _id: 1 }, { $inc: { int: 1, long: 1, double: 1 } });
    const first = await items.findOne({ _id: 1 }, { promoteValues: false });
    expect(first).toMatchObject({
      int: new Int32(2147483647),
      long: Long.fromNumber(2),
      double: new Double(2),
      same: new Double(7),
    });
    await items.updateOne({ _id: 1 }, { $inc: { int: 1 }, $mul: { long: new Double(1.5) } });
    const second = await items.findOne({ _id: 1 }, { promoteValues: false });
    expect(second).toMatchObject({ int: Long.fromNumber(2147483648), long: new Double(3) });
    await items.updateOne({ _id: 1 }, [{ $set: { other: 1 } }]);
    expect(await items.findOne({ _id: 1 }, { promoteValues: false })).toMatchObject({ same: new Double(7) });
    await items.updateOne({ _id: 1 }, { $set: { long: Long.MAX_VALUE } });
    expect((await serverError(items.updateOne({ _id: 1 }, { $inc: { long: 1 } }))).code).toBe(2);
  });

  it('change nothing without fields', async () => {
    await items.insertOne({ _id: 1, a: 1 });
    expect(await items.updateOne({ _id: 1 }, { $set: {} })).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
    expect(await items.findOne()).toEqual({ _id: 1, a: 1 });
  });

  it('counts matched and modified documents', async () => {
    await items.insertMany([{ a: 1 }, { a: 1 }, { a: 2 }]);
    const result = await items.updateMany({}, { $set: { a: 1 } });
    expect([result.matchedCount, result.modifiedCount]).toEqual([3, 1]);
  });
});

describe('positional operators', () => {
  beforeEach(() =>
    items.insertOne({
      _id: 1,
      g: [80, 85, 90],
      subs: [
        { k: 'a', v: 1, l: [1, 2] },
        { k: 'b', v: 2, l: [2, 3] },
      ],
    }),
  );

  it('$ resolves to the matched element', async () => {
    await items.updateOne({ g: { $gte: 85 } }, { $set: { 'g.$': 0 } });
    await items.updateOne({ 'subs.k': 'b' }, { $inc: { 'subs.$.v': 10 } });
    await items.updateOne({ subs: { $elemMatch: { k: 'a', v: 1 } } }, { $set: { 'subs.$.hit': true } });
    expect(await items.findOne()).toEqual({
      _id: 1,
      g: [80, 0, 90],
      subs: [
        { k: 'a', v: 1, l: [1, 2], hit: true },
        { k: 'b', v: 12, l: [2, 3] },
      ],
    });
    expect((await serverError(items.updateOne({ _id: 1 }, { $set: { 'g.$': 1 } }))).code).toBe(2);
  });

  it('$[id] resolves to the elements of an array filter', async () => {
    const options = { arrayFilters: [{ 's.k': 'b' }, { n: { $lt: 3 } }] };
    await items.updateOne({}, { $set: { 'subs.$[s].l.$[n]': 0 } }, options);
    expect((await items.findOne())!['subs']).toEqual([
      { k: 'a', v: 1, l: [1, 2] },
      { k: 'b', v: 2, l: [0, 3] },
    ]);
    expect((await serverError(items.updateOne({}, { $set: { 'g.$[x]': 1 } }))).code).toBe(2);
    expect((await serverError(items.updateOne({}, { $set: { a: 1 } }, { arrayFilters: [{ x: 1 }] }))).code).toBe(9);
  });
});

describe('upsert', () => {
  it('sets fields from equalities, the update and $setOnInsert', async () => {
    const filter = { a: 1, 'b.c': { $eq: 2 }, n: { $gt: 5 }, $and: [{ d: 'x' }] };
    const result = await items.updateOne(filter, { $set: { e: 3 }, $setOnInsert: { f: 4 } }, { upsert: true });
    expect(result.upsertedCount).toBe(1);
    const { _id, ...rest } = (await items.findOne())!;
    expect(_id).toEqual(result.upsertedId);
    expect(rest).toEqual({ a: 1, b: { c: 2 }, d: 'x', e: 3, f: 4 });
  });

  it('takes _id from the filter', async () => {
    await items.updateOne({ _id: 'x' }, { $inc: { n: 1 } }, { upsert: true });
    await items.replaceOne({ _id: 'y', q: 1 }, { r: 1 }, { upsert: true });
    expect(await items.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'x', n: 1 },
      { _id: 'y', r: 1 },
    ]);
  });
});

describe('refusals', () => {
  beforeEach(() => items.insertOne({ _id: 1, s: 'text', l: [1], a: { b: 1 } }));
  const cases: [update: object, code: number][] = [
    [{ $set: { _id: 2 } }, 66],
    [{ $inc: { s: 1 } }, 14],
    [{ $inc: { n: 'x' } }, 14],
    [{ $push: { s: 1 } }, 2],
    [{ $set: { 's.x': 1 } }, 28],
    [{ $set: { a: 1, 'a.b': 2 } }, 40],
    [{ $set: { x: 1 }, $inc: { x: 1 } }, 40],
    [{ $unknown: { a: 1 } }, 9],
    [{ $bit: { n: { and: 1 } } }, 238],
    [{ $rename: { s: 't' } }, 238],
    [{ $currentDate: { at: { $type: 'timestamp' } } }, 238],
    [{ $pop: { l: 5 } }, 9],
    [{ $set: { 'a..b': 1 } }, 56],
    [[{ $group: { _id: 1 } }], 238],
  ];
  it.each(cases)('%j fails with %d', async (update, code) => {
    const before = await items.findOne();
    expect((await serverError(items.updateOne({ _id: 1 }, update))).code).toBe(code);
    expect(await items.findOne()).toEqual(before);
  });

  it.each([{ s: 'other' }, [{ $set: { s: 'other' } }]])('array filters need operators: %j', async (update) => {
    const updates = [{ q: {}, u: update, arrayFilters: [{ x: 1 }] }];
    const { writeErrors } = await it_.db.command({ update: 'items', updates });
    expect(writeErrors).toMatchObject([{ code: 9 }]);
  });

  it('keep the changes that a failed multi-update made before the failure, document by document', async () => {
    await items.deleteMany({});
    await items.createIndex({ u: 1 }, { unique: true, sparse: true });
    await items.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3, other: true }]);
    expect((await serverError(items.updateMany({}, { $set: { u: 1, touched: true } }))).code).toBe(11000);
    expect(await items.countDocuments({ touched: true, u: 1 })).toBe(1);
    expect(await items.countDocuments({ touched: true })).toBe(1);
    expect((await serverError(items.updateOne({ _id: 3 }, { $set: { u: 1 } }))).code).toBe(11000);
  });
});
