import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Binary, type Collection, Decimal128, type Document, Double, Int32, Long, ObjectId } from 'mongodb';
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

const ids = async (filter: object): Promise<unknown[]> =>
  (await items.find(filter).sort({ _id: 1 }).toArray()).map(({ _id }) => _id);

describe('insert', () => {
  it('preserves every type', async () => {
    const doc = {
      _id: 1,
      int: new Int32(5),
      double: new Double(5),
      long: Long.fromString('9007199254740993'),
      decimal: Decimal128.fromString('1.10'),
      bytes: new Binary(Buffer.from([1, 2, 3])),
      id: new ObjectId(),
      date: new Date(1000),
      regex: /a.b/i,
      nothing: null,
      nested: { list: [1, 'two', { three: 3 }] },
    };
    await items.insertOne(doc);
    const stored = await items.findOne({ _id: 1 }, { promoteValues: false });
    expect(stored).toEqual({
      ...doc,
      _id: new Int32(1),
      nested: { list: [new Int32(1), 'two', { three: new Int32(3) }] },
    });
  });

  it('continues after a failure only when unordered, and reports each failed item', async () => {
    await items.insertOne({ _id: 2 });
    const docs = [{ _id: 1 }, { _id: 2 }, { _id: 3 }, { _id: 2 }];
    const ordered = await serverError(items.insertMany(docs.slice(0, 3)));
    expect(ordered.code).toBe(11000);
    expect(await ids({})).toEqual([1, 2]);
    await items.deleteOne({ _id: 1 });
    const unordered = await serverError(items.insertMany(docs, { ordered: false }));
    expect(unordered['writeErrors']).toHaveLength(2);
    expect(await ids({})).toEqual([1, 2, 3]);
  });

  it('returns unsorted records in insertion order', async () => {
    for (const _id of ['z', 'a', 'm', 'b']) await items.insertOne({ _id });
    expect((await items.find().toArray()).map(({ _id }) => _id)).toEqual(['z', 'a', 'm', 'b']);
  });

  it('rejects an array as _id and moves _id to the front', async () => {
    expect((await serverError(items.insertOne({ _id: [1] }))).code).toBe(2);
    await items.insertOne({ a: 1, _id: 7 });
    expect(Object.keys((await items.findOne({ _id: 7 }))!)).toEqual(['_id', 'a']);
  });
});

describe('filters', () => {
  beforeEach(async () => {
    await items.insertMany([
      {
        _id: 1,
        n: 1,
        tags: ['a', 'b'],
        sub: [
          { k: 'x', v: 1 },
          { k: 'y', v: 9 },
        ],
      },
      { _id: 2, n: 2.5, tags: [], sub: [] },
      { _id: 3, n: '3', o: { p: 1, q: 2 } },
      { _id: 4, n: null, sub: [{ k: 'x', v: 9 }, {}] },
      { _id: 5, date: new Date(5000), list: [[1, 2], 3] },
    ]);
  });

  const cases: [object, number[]][] = [
    [{ n: 1 }, [1]],
    [{ n: { $gt: 1 } }, [2]],
    [{ n: { $gte: null } }, [4, 5]],
    [{ n: null }, [4, 5]],
    [{ n: { $ne: null } }, [1, 2, 3]],
    [{ n: { $exists: false } }, [5]],
    [{ n: { $in: [1, '3', null] } }, [1, 3, 4, 5]],
    [{ n: { $nin: [1, null] } }, [2, 3]],
    [{ n: { $type: 'string' } }, [3]],
    [{ n: { $type: 'number' } }, [1, 2]],
    [{ n: { $not: { $gt: 1 } } }, [1, 3, 4, 5]],
    [{ tags: 'a' }, [1]],
    [{ tags: [] }, [2]],
    [{ tags: { $size: 2 } }, [1]],
    [{ tags: { $all: ['b', 'a'] } }, [1]],
    [{ tags: /^b/ }, [1]],
    [{ 'sub.k': 'x' }, [1, 4]],
    [{ 'sub.v': null }, [3, 4, 5]],
    [{ 'sub.1.v': 9 }, [1]],
    [{ sub: { $elemMatch: { k: 'x', v: { $gt: 5 } } } }, [4]],
    [{ 'sub.k': 'x', 'sub.v': { $gt: 5 } }, [1, 4]],
    [{ o: { p: 1, q: 2 } }, [3]],
    [{ o: { q: 2, p: 1 } }, []],
    [{ list: { $in: [[1, 2]] } }, [5]],
    [{ list: 3 }, [5]],
    [{ list: { $elemMatch: { $gt: 2 } } }, [5]],
    [{ date: { $lt: new Date(6000) } }, [5]],
    [{ $or: [{ n: 1 }, { date: { $exists: true } }] }, [1, 5]],
    [{ $nor: [{ n: 1 }, { n: 2.5 }, { n: '3' }] }, [4, 5]],
    [{ $and: [{ _id: { $gt: 1 } }, { _id: { $lt: 3 } }] }, [2]],
    [{ $expr: { $gt: ['$n', '$_id'] } }, [2, 3]],
    [{ n: { $mod: [2, 1] } }, [1]],
  ];
  it.each(cases)('%j', async (filter, expected) => {
    expect(await ids(filter)).toEqual(expected);
  });

  it('uses let variables', async () => {
    const found = await items.find({ $expr: { $eq: ['$_id', '$$wanted'] } }, { let: { wanted: 3 } }).toArray();
    expect(found.map(({ _id }) => _id)).toEqual([3]);
  });

  it('counts and lists distinct values', async () => {
    expect(await items.countDocuments({ n: { $type: 'number' } })).toBe(2);
    expect(await items.countDocuments({}, { skip: 1, limit: 3 })).toBe(3);
    expect(await items.estimatedDocumentCount()).toBe(5);
    expect(await items.distinct('sub.k')).toEqual(['x', 'y']);
    expect(await items.distinct('tags')).toEqual(['a', 'b']);
  });

  it('sorts values of all types in BSON order', async () => {
    const values = [
      true,
      new Date(1),
      'b',
      5,
      null,
      { a: 1 },
      new ObjectId(),
      'a',
      -1,
      false,
      Long.fromString('9007199254740995'),
      9007199254740992,
    ];
    await items.deleteMany({});
    await items.insertMany(values.map((v, _id) => ({ _id, v })));
    const sorted = await items.find().sort({ v: 1 }).toArray();
    expect(sorted.map(({ _id }) => _id)).toEqual([4, 8, 3, 11, 10, 7, 2, 5, 6, 9, 0, 1]);
    await items.createIndex({ v: 1 });
    expect((await items.find().sort({ v: 1 }).toArray()).map(({ _id }) => _id)).toEqual(sorted.map(({ _id }) => _id));
    expect((await items.find().sort({ v: -1 }).toArray()).map(({ _id }) => _id)).toEqual(
      sorted.map(({ _id }) => _id).reverse(),
    );
  });
});

describe('projection', () => {
  beforeEach(async () => {
    await items.insertOne({
      _id: 1,
      a: 1,
      b: { c: 2, d: 3 },
      list: [1, 2, 3, 4],
      subs: [
        { k: 1, v: 'p' },
        { k: 2, v: 'q' },
      ],
    });
  });
  const cases: [object, object][] = [
    [{ a: 1 }, { _id: 1, a: 1 }],
    [{ a: 1, _id: 0 }, { a: 1 }],
    [
      { list: 0, subs: 0, a: 0 },
      { _id: 1, b: { c: 2, d: 3 } },
    ],
    [{ 'b.c': 1 }, { _id: 1, b: { c: 2 } }],
    [
      { 'b.c': 0, list: 0, subs: 0 },
      { _id: 1, a: 1, b: { d: 3 } },
    ],
    [{ 'subs.v': 1 }, { _id: 1, subs: [{ v: 'p' }, { v: 'q' }] }],
    [
      { a: 1, list: { $slice: 2 } },
      { _id: 1, a: 1, list: [1, 2] },
    ],
    [
      { list: { $slice: -1 }, subs: 0, b: 0 },
      { _id: 1, a: 1, list: [4] },
    ],
    [
      { list: { $slice: [1, 2] }, subs: 0, b: 0 },
      { _id: 1, a: 1, list: [2, 3] },
    ],
    [{ subs: { $elemMatch: { k: 2 } } }, { _id: 1, subs: [{ k: 2, v: 'q' }] }],
    [{ sum: { $add: ['$a', '$b.c'] } }, { _id: 1, sum: 3 }],
  ];
  it.each(cases)('%j', async (projection, expected) => {
    expect(await items.findOne({ _id: 1 }, { projection })).toEqual(expected);
  });

  it('returns the matched element for the positional operator', async () => {
    expect(await items.findOne({ 'subs.k': 2 }, { projection: { 'subs.$': 1 } })).toEqual({
      _id: 1,
      subs: [{ k: 2, v: 'q' }],
    });
  });
});

describe('delete and replace', () => {
  it('deletes one or many', async () => {
    await items.insertMany([{ a: 1 }, { a: 1 }, { a: 2 }]);
    expect((await items.deleteOne({ a: 1 })).deletedCount).toBe(1);
    expect((await items.deleteMany({})).deletedCount).toBe(2);
    expect((await items.deleteMany({})).deletedCount).toBe(0);
  });

  it('replaces a document and keeps its _id', async () => {
    await items.insertOne({ _id: 1, a: 1, b: 2 });
    const result = await items.replaceOne({ a: 1 }, { c: 3 });
    expect(result.modifiedCount).toBe(1);
    expect(await items.findOne()).toEqual({ _id: 1, c: 3 });
    expect((await serverError(items.replaceOne({ c: 3 }, { _id: 2 }))).code).toBe(66);
  });
});

describe('findAndModify', () => {
  it('returns the document before or after the change, sorted and projected', async () => {
    await items.insertMany([
      { _id: 1, n: 5 },
      { _id: 2, n: 7 },
    ]);
    expect(await items.findOneAndUpdate({}, { $inc: { n: 1 } }, { sort: { n: -1 } })).toEqual({ _id: 2, n: 7 });
    const options = { sort: { n: -1 }, returnDocument: 'after', projection: { _id: 0 } } as const;
    expect(await items.findOneAndUpdate({}, { $inc: { n: 1 } }, options)).toEqual({ n: 9 });
    expect(await items.findOneAndDelete({ _id: 1 })).toEqual({ _id: 1, n: 5 });
    expect(await items.findOneAndReplace({ _id: 9 }, { x: 1 }, { upsert: true, returnDocument: 'after' })).toEqual({
      _id: 9,
      x: 1,
    });
    expect(await items.findOneAndUpdate({ _id: 100 }, { $set: { a: 1 } })).toBeNull();
  });

  it('loses none of 32 parallel increments', async () => {
    await items.insertOne({ _id: 1, n: 0 });
    const values = await Promise.all(
      Array.from({ length: 32 }, () =>
        items.findOneAndUpdate({ _id: 1 }, { $inc: { n: 1 } }, { returnDocument: 'after' }),
      ),
    );
    expect(values.map((doc) => doc!['n']).sort((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 32 }, (_, i) => i + 1),
    );
  });

  it('lets exactly one of 32 parallel upserts insert', async () => {
    await items.createIndex({ key: 1 }, { unique: true });
    const results = await Promise.all(
      Array.from({ length: 32 }, (_, i) =>
        items.updateOne({ key: 'k' }, { $setOnInsert: { by: i } }, { upsert: true }),
      ),
    );
    expect(results.filter(({ upsertedCount }) => upsertedCount === 1)).toHaveLength(1);
    expect(await items.countDocuments()).toBe(1);
  });

  it('accepts exactly one of 32 parallel inserts of a unique key', async () => {
    await items.createIndex({ key: 1 }, { unique: true });
    const results = await Promise.allSettled(Array.from({ length: 32 }, () => items.insertOne({ key: 'k' })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});
