import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type AnyBulkWriteOperation, type ClientSession, MongoBulkWriteError, MongoServerError } from 'mongodb';
import { type DatabaseUnderTest, type Item, openDatabaseUnderTest } from './database-under-test.js';

let under: DatabaseUnderTest;
beforeAll(async () => {
  under = await openDatabaseUnderTest();
});
afterAll(() => under.close());

const WRITES: AnyBulkWriteOperation<Item>[] = [
  { insertOne: { document: { _id: 1, a: 1 } } },
  { updateOne: { filter: { _id: 1 }, update: { $inc: { a: 1 } } } },
  { insertOne: { document: { _id: 1 } } },
  { updateMany: { filter: {}, update: { $set: { b: 1 } } } },
  { replaceOne: { filter: { _id: 2 }, replacement: { c: 1 }, upsert: true } },
  { deleteOne: { filter: { _id: 1 } } },
];

describe('a bulk', () => {
  it('stops at the first failure when ordered', async () => {
    const items = await under.holding([]);
    const error = await items.bulkWrite(WRITES).catch((failure: unknown) => failure);
    expect(error).toBeInstanceOf(MongoBulkWriteError);
    expect((error as MongoBulkWriteError).result).toMatchObject({
      insertedCount: 1,
      modifiedCount: 1,
      deletedCount: 0,
    });
    expect(error).toMatchObject({ code: 11000, writeErrors: [{ index: 2 }] });
    expect(await items.find().toArray()).toEqual([{ _id: 1, a: 2 }]);
  });

  it('continues when unordered', async () => {
    const items = await under.holding([]);
    const error = await items.bulkWrite(WRITES, { ordered: false }).catch((failure: unknown) => failure);
    expect((error as MongoBulkWriteError).result).toMatchObject({
      insertedCount: 1,
      upsertedCount: 1,
      deletedCount: 1,
    });
    expect(await items.find().toArray()).toEqual([{ _id: 2, c: 1 }]);
  });

  it('insertMany keeps the documents before a duplicate', async () => {
    const items = await under.holding([]);
    await expect(items.insertMany([{ _id: 1 }, { _id: 1 }, { _id: 2 }])).rejects.toMatchObject({ code: 11000 });
    expect(await items.countDocuments()).toBe(1);
  });

  it('updateMany and deleteMany return counts', async () => {
    const items = await under.holding([{ a: 1 }, { a: 1, b: 1 }, { a: 2 }]);
    expect(await items.updateMany({ a: 1 }, { $set: { b: 1 } })).toMatchObject({ matchedCount: 2, modifiedCount: 1 });
    expect(await items.deleteMany({ b: 1 })).toMatchObject({ deletedCount: 2 });
  });
});

describe('findOneAnd…', () => {
  it('returns the document before, after, sorted and projected', async () => {
    const items = await under.holding([
      { _id: 1, n: 1 },
      { _id: 2, n: 2 },
    ]);
    expect(await items.findOneAndUpdate({}, { $inc: { n: 5 } }, { sort: { n: -1 } })).toEqual({ _id: 2, n: 2 });
    const after = { returnDocument: 'after', projection: { n: 1, _id: 0 } } as const;
    expect(await items.findOneAndUpdate({ _id: 1 }, { $set: { n: 9 } }, after)).toEqual({ n: 9 });
    expect(await items.findOneAndReplace({ _id: 1 }, { x: 1 }, { returnDocument: 'after' })).toEqual({ _id: 1, x: 1 });
    expect(await items.findOneAndDelete({ _id: 2 })).toEqual({ _id: 2, n: 7 });
    expect(await items.findOneAndDelete({ _id: 2 })).toBeNull();
    const result = await items.findOneAndUpdate({ _id: 1 }, { $set: { y: 1 } }, { includeResultMetadata: true });
    expect(result).toMatchObject({ lastErrorObject: { n: 1, updatedExisting: true }, value: { _id: 1, x: 1 }, ok: 1 });
  });
});

describe('a transaction', () => {
  const inSession = async <T>(work: (session: ClientSession) => Promise<T>): Promise<T> => {
    const session = under.client.startSession();
    try {
      return await work(session);
    } finally {
      await session.endSession();
    }
  };

  it('becomes visible as a whole at its commit', async () => {
    const items = await under.holding([{ _id: 1, n: 1 }]);
    await inSession(async (session) => {
      session.startTransaction();
      await items.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session });
      await items.insertOne({ _id: 2, n: 5 }, { session });
      expect(await items.countDocuments({}, { session })).toBe(2);
      expect(await items.find().toArray()).toEqual([{ _id: 1, n: 1 }]);
      await session.commitTransaction();
    });
    expect(await items.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 1, n: 2 },
      { _id: 2, n: 5 },
    ]);
  });

  it('changes nothing when aborted', async () => {
    const items = await under.holding([{ _id: 1, n: 1 }]);
    await inSession(async (session) => {
      session.startTransaction();
      await items.deleteOne({ _id: 1 }, { session });
      await session.abortTransaction();
    });
    expect(await items.countDocuments()).toBe(1);
  });

  it('reads one snapshot', async () => {
    const items = await under.holding([{ _id: 1, n: 1 }]);
    await inSession(async (session) => {
      session.startTransaction();
      expect(await items.findOne({ _id: 1 }, { session })).toEqual({ _id: 1, n: 1 });
      await items.updateOne({ _id: 1 }, { $set: { n: 2 } });
      await items.insertOne({ _id: 2 });
      expect(await items.find({}, { session }).toArray()).toEqual([{ _id: 1, n: 1 }]);
      await session.commitTransaction();
    });
  });

  it('conflicts with a write that was committed since it began', async () => {
    const items = await under.holding([{ _id: 1, n: 1 }]);
    await inSession(async (session) => {
      session.startTransaction();
      await items.findOne({ _id: 1 }, { session });
      await items.updateOne({ _id: 1 }, { $set: { n: 2 } });
      const error = await items.updateOne({ _id: 1 }, { $inc: { n: 1 } }, { session }).catch((one: unknown) => one);
      expect(error).toMatchObject({ code: 112 });
      expect((error as MongoServerError).hasErrorLabel('TransientTransactionError')).toBe(true);
      await session.abortTransaction();
    });
    expect(await items.findOne()).toEqual({ _id: 1, n: 2 });
  });

  it('is retried by withTransaction until it commits', async () => {
    const items = await under.holding([{ _id: 1, n: 0 }]);
    const increment = () =>
      inSession((session) =>
        session.withTransaction(async () => {
          const { n } = (await items.findOne({ _id: 1 }, { session }))!;
          await items.updateOne({ _id: 1 }, { $set: { n: Number(n) + 1 } }, { session });
        }),
      );
    await Promise.all(Array.from({ length: 8 }, increment));
    expect(await items.findOne()).toEqual({ _id: 1, n: 8 });
  });
});
