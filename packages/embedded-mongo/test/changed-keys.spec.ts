import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Collection } from 'mongodb';
import { serverError, startTestServer, type TestServer } from './support.js';

interface Item {
  _id: number;
  a: unknown;
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

/** Longer than a key: values that differ after it have the same truncated key. */
const long = 'x'.repeat(3000);

it('changes the key of a document whose fields change their order', async () => {
  await items.createIndex({ a: 1 });
  await items.insertOne({ _id: 1, a: { x: 1, y: [{ p: 1, q: 2 }] } });
  await items.replaceOne({ _id: 1 }, { a: { x: 1, y: [{ q: 2, p: 1 }] } });
  expect(await items.countDocuments({ a: { x: 1, y: [{ q: 2, p: 1 }] } })).toBe(1);
  expect(await items.countDocuments({ a: { x: 1, y: [{ p: 1, q: 2 }] } })).toBe(0);
});

it('refuses a change to the long unique value of another document', async () => {
  await items.createIndex({ a: 1 }, { unique: true });
  await items.insertMany([
    { _id: 1, a: `${long}a` },
    { _id: 2, a: `${long}b` },
  ]);
  expect((await serverError(items.updateOne({ _id: 1 }, { $set: { a: `${long}b` } }))).code).toBe(11000);
  expect((await items.findOne({ _id: 1 }))!.a).toBe(`${long}a`);
  await items.updateOne({ _id: 1 }, { $set: { a: `${long}c` } });
  expect(await items.countDocuments({ a: `${long}c` })).toBe(1);
});

it('moves a long unique value to another document in a transaction', async () => {
  await items.createIndex({ a: 1 }, { unique: true });
  await items.insertOne({ _id: 1, a: `${long}b` });
  const session = it_.client.startSession();
  session.startTransaction();
  await items.insertOne({ _id: 2, a: `${long}z` }, { session });
  await items.updateOne({ _id: 1 }, { $set: { a: `${long}c` } }, { session });
  await items.updateOne({ _id: 2 }, { $set: { a: `${long}b` } }, { session });
  await session.commitTransaction();
  await session.endSession();
  expect(await items.countDocuments({ a: `${long}b` })).toBe(1);
  expect((await serverError(items.insertOne({ _id: 3, a: `${long}c` }))).code).toBe(11000);
});
