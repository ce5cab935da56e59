import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Document } from 'mongodb';
import { serverError, startTestServer, type TestServer } from './support.js';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.stop());

type Row = { _id: number } & Document;
const laps = () => server.db.collection('laps');
const best = () => server.db.collection<Row>('best');
const all = () => best().find().sort({ _id: 1 }).toArray();
const run = (stage: Document) =>
  laps()
    .aggregate([{ $group: { _id: '$car', time: { $min: '$time' } } }, { $sort: { _id: 1 } }, stage])
    .toArray();

beforeEach(async () => {
  await server.db.dropDatabase();
  await laps().insertMany([
    { car: 1, time: 92 },
    { car: 1, time: 91 },
    { car: 2, time: 95 },
  ]);
});

describe('$out', () => {
  it('replaces all documents of the collection, keeps its indexes and returns nothing', async () => {
    await best().createIndex({ time: 1 }, { unique: true });
    await best().insertOne({ _id: 9, time: 1 });
    expect(await run({ $out: 'best' })).toEqual([]);
    expect(await all()).toEqual([
      { _id: 1, time: 91 },
      { _id: 2, time: 95 },
    ]);
    expect((await serverError(best().insertOne({ _id: 8, time: 95 }))).code).toBe(11000);
  });

  it('writes to another database', async () => {
    await run({ $out: { db: 'elsewhere', coll: 'best' } });
    expect(await server.client.db('elsewhere').collection('best').countDocuments()).toBe(2);
    await server.client.db('elsewhere').dropDatabase();
  });

  it('changes nothing when it fails', async () => {
    await best().createIndex({ same: 1 }, { unique: true });
    await best().insertOne({ _id: 9 });
    const twice = laps().aggregate([{ $project: { same: { $literal: 1 } } }, { $out: 'best' }]);
    expect((await serverError(twice.toArray())).code).toBe(11000);
    expect(await all()).toEqual([{ _id: 9 }]);
  });

  it('rejects unknown options', async () =>
    expect((await serverError(run({ $out: { db: 'elsewhere', coll: 'best', other: 1 } }))).code).toBe(40415));

  it('is rejected in a transaction', async () => {
    const session = server.client.startSession();
    session.startTransaction();
    const copied = laps()
      .aggregate([{ $out: 'best' }], { session })
      .toArray();
    expect((await serverError(copied)).code).toBe(263);
    await session.endSession();
  });
});
