import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Collection, Double, type Document, Long, MaxKey, MinKey } from 'mongodb';
import { serverError, stagesOf, startTestServer, type TestServer } from './support.js';

let it_: TestServer;
let items: Collection<Document>;

beforeAll(async () => {
  it_ = await startTestServer();
});
afterAll(() => it_.stop());
beforeEach(async () => {
  await it_.db.dropDatabase();
  items = it_.db.collection('items');
});

const explain = async (filter: Document, sort: Document = {}, limit = 0) => {
  const result = await items.find(filter).sort(sort).limit(limit).explain('executionStats');
  return { stages: stagesOf(result['queryPlanner'].winningPlan), stats: result['executionStats'] as Document };
};

describe('unique indexes', () => {
  it('reject a second value with pattern, value and message', async () => {
    await items.createIndex({ a: 1, b: -1 }, { unique: true, name: 'ab' });
    await items.insertOne({ a: 1, b: 'x' });
    await items.insertOne({ a: 1, b: 'y' });
    const error = await serverError(items.insertOne({ a: new Double(1), b: 'x' }));
    expect(error).toMatchObject({ code: 11000, keyPattern: { a: 1, b: -1 }, keyValue: { a: 1, b: 'x' } });
    expect(error.message).toBe('E11000 duplicate key error collection: test.items index: ab dup key: {"a":1,"b":"x"}');
    expect((await serverError(items.updateOne({ b: 'y' }, { $set: { b: 'x' } }))).code).toBe(11000);
    expect(await items.countDocuments({ b: 'x' })).toBe(1);
  });

  it('count a missing field as null, unless sparse', async () => {
    await items.createIndex({ a: 1 }, { unique: true });
    await items.createIndex({ b: 1 }, { unique: true, sparse: true });
    await items.insertOne({ a: 1 });
    await items.insertOne({ x: 1 });
    expect((await serverError(items.insertOne({ a: null }))).code).toBe(11000);
    await items.insertOne({ a: 2 });
    await items.insertOne({ a: 3, b: null });
    expect((await serverError(items.insertOne({ a: 4, b: null }))).code).toBe(11000);
  });

  it('hold for array elements across documents, not within one', async () => {
    await items.createIndex({ tags: 1 }, { unique: true });
    await items.insertOne({ tags: ['a', 'b', 'a'] });
    expect((await serverError(items.insertOne({ tags: ['c', 'b'] }))).code).toBe(11000);
    await items.insertOne({ tags: ['c'] });
  });

  it('distinguish long values with a common prefix', async () => {
    await items.createIndex({ s: 1 }, { unique: true });
    const long = 'x'.repeat(5000);
    await items.insertOne({ s: `${long}1` });
    await items.insertOne({ s: `${long}2` });
    expect((await serverError(items.insertOne({ s: `${long}1` }))).code).toBe(11000);
    expect(await items.countDocuments({ s: `${long}2` })).toBe(1);
    const sorted = await items
      .find({ s: { $gte: `${long}1` } })
      .sort({ s: -1 })
      .toArray();
    expect(sorted.map(({ s }) => (s as string).slice(-1))).toEqual(['2', '1']);
    expect(await items.countDocuments({ s: { $gt: `${long}1` } })).toBe(1);
    expect(await items.countDocuments({ s: { $lt: `${long}2` } })).toBe(1);
  });

  it('distinguish 64-bit integers that share a double', async () => {
    await items.createIndex({ n: 1 }, { unique: true });
    await items.insertOne({ n: Long.fromString('9007199254740993') });
    await items.insertOne({ n: Long.fromString('9007199254740992') });
    expect((await serverError(items.insertOne({ n: 9007199254740992 }))).code).toBe(11000);
    expect(await items.countDocuments({ n: Long.fromString('9007199254740993') })).toBe(1);
  });

  it('fail to build over duplicates and leave nothing behind', async () => {
    await items.insertMany([{ a: 1 }, { a: 1 }]);
    expect((await serverError(items.createIndex({ a: 1 }, { unique: true }))).code).toBe(11000);
    expect(await items.indexes()).toHaveLength(1);
    await items.insertOne({ a: 1 });
    expect((await explain({ a: 1 })).stages).toEqual(['COLLSCAN']);
    await items.createIndex({ a: 1 });
    expect(await items.countDocuments({ a: 1 })).toBe(3);
  });
});

describe('partial and sparse indexes', () => {
  it('serve only queries that imply their expression', async () => {
    await items.createIndex({ a: 1 }, { partialFilterExpression: { state: 'open', n: { $gt: 5 } } });
    await items.insertMany([
      { a: 1, state: 'open', n: 9 },
      { a: 1, state: 'closed', n: 9 },
      { a: 1, state: 'open', n: 1 },
    ]);
    expect((await explain({ a: 1 })).stages).toEqual(['COLLSCAN']);
    expect((await explain({ a: 1, state: 'open' })).stages).toEqual(['COLLSCAN']);
    expect((await explain({ a: 1, state: 'open', n: { $gt: 2 } })).stages).toEqual(['COLLSCAN']);
    expect((await explain({ a: 1, state: 'open', n: { $gte: 7 } })).stages).toEqual(['FETCH', 'IXSCAN']);
    expect((await explain({ a: 1, state: 'open', n: 9 })).stats['nReturned']).toBe(1);
    expect(await items.countDocuments({ a: 1 })).toBe(3);
  });

  it('add and remove entries as documents start and stop matching', async () => {
    await items.createIndex({ a: 1 }, { unique: true, partialFilterExpression: { on: true } });
    await items.insertMany([
      { a: 1, on: true },
      { a: 1, on: false },
    ]);
    expect((await serverError(items.updateMany({}, { $set: { on: true } }))).code).toBe(11000);
    await items.deleteOne({ on: true });
    await items.updateMany({}, { $set: { on: true } });
    expect(await items.countDocuments({ a: 1, on: true })).toBe(1);
  });

  it('do not serve comparisons with MinKey or MaxKey that match a missing field', async () => {
    await items.createIndex({ a: 1 }, { partialFilterExpression: { a: { $exists: true } } });
    await items.insertMany([{ a: 1 }, {}]);
    expect(
      await items
        .find({ a: { $gte: new MinKey() } })
        .sort({ a: 1 })
        .toArray(),
    ).toHaveLength(2);
    expect(
      await items
        .find({ a: { $lte: new MaxKey() } })
        .sort({ a: 1 })
        .toArray(),
    ).toHaveLength(2);
    expect(
      await items
        .find({ a: { $gte: 1 } })
        .sort({ a: 1 })
        .toArray(),
    ).toHaveLength(1);
  });

  it('do not serve queries for which they could miss documents', async () => {
    await items.createIndex({ a: 1 }, { sparse: true });
    await items.insertMany([{ a: 1 }, {}]);
    expect(await items.find({}).sort({ a: 1 }).toArray()).toHaveLength(2);
    expect(await items.countDocuments({ a: null })).toBe(1);
    expect((await explain({ a: { $gt: 0 } })).stages).toContain('IXSCAN');
  });
});

describe('multikey indexes', () => {
  it('do not narrow by conditions that different elements may satisfy', async () => {
    await items.createIndex({ n: 1 });
    await items.insertMany([{ n: [1, 20] }, { n: 7 }]);
    expect(await items.countDocuments({ n: { $gt: 5, $lt: 10 } })).toBe(2);
    expect(await items.countDocuments({ n: { $elemMatch: { $gt: 5, $lt: 10 } } })).toBe(0);
    await items.createIndex({ 's.a': 1, 's.b': 1 });
    await items.insertOne({
      s: [
        { a: 1, b: 1 },
        { a: 2, b: 2 },
      ],
    });
    expect(await items.countDocuments({ 's.a': 1, 's.b': 2 })).toBe(1);
    expect(await items.countDocuments({ s: { $elemMatch: { a: 1, b: 2 } } })).toBe(0);
  });

  it('return each document once, in order after an equality', async () => {
    await items.createIndex({ members: 1, at: -1 });
    await items.insertMany([
      { members: ['p', 'q'], at: 1 },
      { members: ['p'], at: 2 },
      { members: ['q', 'p', 'p'], at: 3 },
    ]);
    const { stages } = await explain({ members: 'p' }, { at: -1 });
    expect(stages).toEqual(['FETCH', 'IXSCAN']);
    expect((await items.find({ members: 'p' }).sort({ at: -1 }).toArray()).map(({ at }) => at)).toEqual([3, 2, 1]);
    expect(await items.countDocuments({ members: { $in: ['p', 'q'] } })).toBe(3);
  });

  it('reject two arrays in one document', async () => {
    await items.createIndex({ a: 1, b: 1 });
    expect((await serverError(items.insertOne({ a: [1], b: [2] }))).code).toBe(171);
    await items.insertMany([
      { a: [1], b: 2 },
      { a: 1, b: [2] },
    ]);
    expect(await items.countDocuments({ a: 1, b: 2 })).toBe(2);
  });
});
