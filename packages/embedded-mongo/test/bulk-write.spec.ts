import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Double, Long, MongoClientBulkWriteError } from 'mongodb';
import { serverError, startTestServer, type TestServer } from './support.js';

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.stop());

const cars = 'test.cars';
const laps = 'test.laps';
const all = (name: string) => server.db.collection(name).find().sort({ _id: 1 }).toArray();
const id = (value: number) => value as never;

describe('bulkWrite', () => {
  beforeEach(() => server.db.dropDatabase());

  it('writes to several collections in one command and returns the counts', async () => {
    const models = [
      {
        name: 'insertOne',
        namespace: cars,
        document: { _id: 1, n: new Double(3), big: Long.fromString('9007199254740993') },
      },
      { name: 'insertOne', namespace: laps, document: { _id: 1, car: 1 } },
      { name: 'insertOne', namespace: laps, document: { _id: 2, car: 1 } },
      { name: 'updateOne', namespace: cars, filter: { _id: 1 }, update: { $inc: { n: 1 } } },
      { name: 'updateMany', namespace: laps, filter: { car: 1 }, update: { $set: { valid: true } } },
      { name: 'updateOne', namespace: cars, filter: { _id: 2 }, update: { $set: { n: 1 } }, upsert: true },
      { name: 'replaceOne', namespace: cars, filter: { _id: 2 }, replacement: { team: 'A' } },
      { name: 'deleteOne', namespace: laps, filter: { _id: 2 } },
    ] as never[];
    const result = await server.client.bulkWrite(models, { verboseResults: true });
    expect(result).toMatchObject({
      insertedCount: 3,
      matchedCount: 4,
      modifiedCount: 4,
      upsertedCount: 1,
      deletedCount: 1,
    });
    expect(result.updateResults?.get(5)).toMatchObject({ upsertedId: 2 });
    expect(await all('cars')).toEqual([
      { _id: 1, n: 4, big: Long.fromString('9007199254740993') },
      { _id: 2, team: 'A' },
    ]);
    const [typed] = await server.db
      .collection('cars')
      .find({ _id: id(1) }, { promoteValues: false })
      .toArray();
    expect(typed).toMatchObject({ n: new Double(4) });
    expect(await all('laps')).toEqual([{ _id: 1, car: 1, valid: true }]);
  });

  it.each([
    [true, [1], { insertedCount: 1 }],
    [false, [1, 3], { insertedCount: 2 }],
  ])('keeps successful operations and lists failed ones with ordered: %s', async (ordered, ids, counts) => {
    const models = [1, 1, 3].map((_id) => ({ name: 'insertOne', namespace: cars, document: { _id } })) as never[];
    const failure = await server.client.bulkWrite(models, { ordered }).catch((error: unknown) => error);
    if (!(failure instanceof MongoClientBulkWriteError)) throw failure;
    expect(failure.writeErrors.get(1)).toMatchObject({ code: 11000 });
    expect(failure.partialResult).toMatchObject(counts);
    expect((await all('cars')).map(({ _id }) => _id)).toEqual(ids);
  });

  it('keeps the changes that a multi-update made before it failed', async () => {
    await server.db.collection('cars').insertMany([
      { _id: id(1), n: 1 },
      { _id: id(2), n: 'x' },
    ]);
    const models = [{ name: 'updateMany', namespace: cars, filter: {}, update: { $inc: { n: 1 } } }] as never[];
    await expect(server.client.bulkWrite(models)).rejects.toBeInstanceOf(MongoClientBulkWriteError);
    expect(await all('cars')).toEqual([
      { _id: 1, n: 2 },
      { _id: 2, n: 'x' },
    ]);
  });

  it('takes part in its transaction', async () => {
    await server.db.createCollection('cars');
    const models = [{ name: 'insertOne', namespace: cars, document: { _id: 1 } }] as never[];
    const session = server.client.startSession();
    session.startTransaction();
    await server.client.bulkWrite(models, { session });
    expect(await all('cars')).toEqual([]);
    await session.commitTransaction();
    await session.endSession();
    expect(await all('cars')).toEqual([{ _id: 1 }]);
  });

  it('runs once when it is sent twice', async () => {
    const admin = server.client.db('admin');
    const session = server.client.startSession();
    const command = {
      bulkWrite: 1,
      ops: [{ insert: 0, document: { n: 1 } }],
      nsInfo: [{ ns: cars }],
      lsid: session.id,
      txnNumber: Long.fromNumber(1),
    };
    const first = await admin.command(command);
    expect(await admin.command(command)).toMatchObject({ nInserted: first['nInserted'], nErrors: 0 });
    expect(await all('cars')).toHaveLength(1);
    await session.endSession();
  });

  it.each([
    [{ ops: [{ insert: 1, document: {} }], nsInfo: [{ ns: cars }] }, 2],
    [{ ops: [{ insert: 0, document: {}, collation: {}, other: 1 }], nsInfo: [{ ns: cars }] }, 238],
    [{ ops: [{ insert: 0, document: {}, other: 1 }], nsInfo: [{ ns: cars }] }, 40415],
    [{ ops: [{ drop: 0 }], nsInfo: [{ ns: cars }] }, 9],
    [{ ops: [{ insert: 0, document: {} }], nsInfo: [{ ns: 'cars' }] }, 73],
    [{ ops: [], nsInfo: [{ ns: cars }] }, 72],
  ])('refuses %j with code %i', async (command, code) => {
    const refused = server.client.db('admin').command({ bulkWrite: 1, ...command });
    expect((await serverError(refused)).code).toBe(code);
    expect(await server.db.listCollections().toArray()).toEqual([]);
  });
});
