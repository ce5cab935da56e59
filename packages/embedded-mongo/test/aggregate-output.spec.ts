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
});

describe('$merge', () => {
  const before = { _id: 1, time: 99, team: 'A' };
  beforeEach(() => best().insertOne(before));

  it.each<[Document, Document[]]>([
    [
      {},
      [
        { _id: 1, time: 91, team: 'A' },
        { _id: 2, time: 95 },
      ],
    ],
    [
      { whenMatched: 'replace' },
      [
        { _id: 1, time: 91 },
        { _id: 2, time: 95 },
      ],
    ],
    [{ whenMatched: 'keepExisting' }, [before, { _id: 2, time: 95 }]],
    [{ whenNotMatched: 'discard' }, [{ _id: 1, time: 91, team: 'A' }]],
    [
      { whenMatched: [{ $set: { gain: { $subtract: ['$time', '$$new.time'] } } }] },
      [
        { ...before, gain: 8 },
        { _id: 2, time: 95 },
      ],
    ],
  ])('%j', async (options, after) => {
    expect(await run({ $merge: { into: 'best', ...options } })).toEqual([]);
    expect(await all()).toEqual(after);
  });

  it.each<[Document, number]>([
    [{ whenMatched: 'fail' }, 11000],
    [{ whenNotMatched: 'fail' }, 13113],
    [{ on: 'time' }, 238],
    [{ on: ['_id', 'time'] }, 238],
    [{ whenMatched: 'overwrite' }, 2],
    [{ other: 1 }, 40415],
  ])('%j fails with %i', async (options, code) =>
    expect((await serverError(run({ $merge: { into: 'best', ...options } }))).code).toBe(code),
  );

  it('rejects a document with a null _id', async () => {
    const merged = laps().aggregate([{ $project: { _id: null, time: 1 } }, { $merge: 'best' }]);
    expect((await serverError(merged.toArray())).code).toBe(51132);
  });

  it('is rejected in a transaction', async () => {
    const session = server.client.startSession();
    session.startTransaction();
    const merged = laps()
      .aggregate([{ $merge: 'best' }], { session })
      .toArray();
    expect((await serverError(merged)).code).toBe(263);
    await session.endSession();
  });
});
