import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Collection, Document } from 'mongodb';
import { serverError, startTestServer, type TestServer, until } from './support.js';

let it_: TestServer;
let items: Collection<Document>;

beforeAll(async () => {
  it_ = await startTestServer({ ttlSweepMs: 100 });
});
afterAll(() => it_.stop());
beforeEach(async () => {
  await it_.db.dropDatabase();
  items = it_.db.collection('items');
});

describe('index commands', () => {
  it('list, repeat, conflict and drop', async () => {
    await items.createIndex({ a: 1 });
    expect(await items.createIndex({ a: 1 })).toBe('a_1');
    expect((await serverError(items.createIndex({ a: 1 }, { name: 'other' }))).code).toBe(85);
    expect((await serverError(items.createIndex({ b: 1 }, { name: 'a_1' }))).code).toBe(86);
    await items.createIndex({ c: -1 }, { expireAfterSeconds: 60, sparse: true });
    expect(await items.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1 }, name: 'a_1' },
      { v: 2, key: { c: -1 }, name: 'c_-1', sparse: true, expireAfterSeconds: 60 },
    ]);
    await items.dropIndex('a_1');
    expect((await serverError(items.dropIndex('a_1'))).code).toBe(27);
    await it_.db.command({ dropIndexes: items.collectionName, index: { c: -1 } });
    const byId = it_.db.command({ dropIndexes: items.collectionName, index: { _id: 1 } });
    expect((await serverError(byId)).code).toBe(72);
    expect(await items.indexes()).toHaveLength(1);
    await items.createIndex({ c: -1 });
    await items.insertOne({ a: 1 });
    expect(await items.countDocuments({ a: 1 })).toBe(1);
    await items.dropIndexes();
    expect(await items.indexes()).toHaveLength(1);
    expect((await serverError(items.dropIndex('_id_'))).code).toBe(72);
  });

  it('a TTL index deletes expired documents', async () => {
    await items.createIndex({ at: 1 }, { expireAfterSeconds: 60 });
    const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000);
    await items.insertMany([{ at: ago(120) }, { at: ago(10) }, { at: 'never' }, {}, { at: [ago(5), ago(300)] }]);
    await until(async () => (await items.countDocuments()) === 3);
    expect(await items.countDocuments({ at: { $lt: new Date() } })).toBe(1);
  });
});
