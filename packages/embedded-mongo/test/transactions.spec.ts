import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type ClientSession, type Collection, type Document, MongoServerError, UUID } from 'mongodb';
import { connectRaw, serverError, startTestServer, type TestServer } from './support.js';

interface Account extends Document {
  _id: number | string;
}

let it_: TestServer;
let accounts: Collection<Account>;

beforeAll(async () => {
  it_ = await startTestServer();
});
afterAll(() => it_.stop());
beforeEach(async () => {
  await it_.db.dropDatabase();
  accounts = it_.db.collection<Account>('accounts');
  await accounts.createIndex({ email: 1 }, { unique: true, sparse: true });
  await accounts.insertMany([
    { _id: 1, sum: 100 },
    { _id: 2, sum: 100 },
    { _id: 3, sum: 100 },
  ]);
});

async function inTransaction<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = it_.client.startSession();
  try {
    session.startTransaction();
    const result = await work(session);
    if (session.inTransaction()) await session.commitTransaction();
    return result;
  } finally {
    await session.endSession();
  }
}

const sums = async (session?: ClientSession): Promise<unknown[]> =>
  (
    await accounts
      .find({}, session ? { session } : {})
      .sort({ _id: 1 })
      .toArray()
  ).map(({ sum }) => sum);

describe('isolation', () => {
  it('shows a transaction its own writes and hides them from others until the commit', async () => {
    await inTransaction(async (session) => {
      await accounts.updateOne({ _id: 1 }, { $inc: { sum: -50 } }, { session });
      await accounts.insertOne({ _id: 4, sum: 7 }, { session });
      await accounts.deleteOne({ _id: 3 }, { session });
      expect(await sums(session)).toEqual([50, 100, 7]);
      expect(await accounts.countDocuments({ sum: { $lt: 60 } }, { session })).toBe(2);
      expect(
        await accounts.aggregate([{ $group: { _id: null, all: { $sum: '$sum' } } }], { session }).toArray(),
      ).toEqual([{ _id: null, all: 157 }]);
      expect(await sums()).toEqual([100, 100, 100]);
    });
    expect(await sums()).toEqual([50, 100, 7]);
  });

  it('reads one snapshot despite concurrent commits', async () => {
    await accounts.createIndex({ sum: 1 });
    await inTransaction(async (session) => {
      expect(await sums(session)).toEqual([100, 100, 100]);
      await accounts.updateOne({ _id: 1 }, { $set: { sum: 1 } });
      await accounts.deleteOne({ _id: 2 });
      await accounts.insertOne({ _id: 9, sum: 9 });
      await accounts.updateOne({ _id: 1 }, { $set: { sum: 2 } });
      expect(await sums(session)).toEqual([100, 100, 100]);
      expect(await accounts.find({ sum: 100 }, { session }).toArray()).toHaveLength(3);
      expect(await accounts.find({ sum: { $lt: 50 } }, { session }).toArray()).toEqual([]);
      expect((await accounts.find({}, { session }).sort({ sum: 1 }).limit(2).toArray()).map(({ sum }) => sum)).toEqual([
        100, 100,
      ]);
    });
    expect(await sums()).toEqual([2, 100, 9]);
  });

  it('discards the writes of an aborted transaction', async () => {
    await inTransaction(async (session) => {
      await accounts.updateMany({}, { $set: { sum: 0 } }, { session });
      await accounts.insertOne({ _id: 5, email: 'e' }, { session });
      await session.abortTransaction();
    });
    expect(await sums()).toEqual([100, 100, 100]);
    await accounts.insertOne({ _id: 6, email: 'e' });
  });
});

describe('conflicts', () => {
  it('let the first committer win; the other gets WriteConflict with the transient label', async () => {
    const [one, two] = [it_.client.startSession(), it_.client.startSession()];
    one.startTransaction();
    two.startTransaction();
    await accounts.updateOne({ _id: 1 }, { $inc: { sum: 1 } }, { session: one });
    await accounts.updateOne({ _id: 1 }, { $inc: { sum: 10 } }, { session: two });
    await one.commitTransaction();
    const error = await serverError(two.commitTransaction());
    expect(error.code).toBe(112);
    expect(error.hasErrorLabel('TransientTransactionError')).toBe(true);
    expect((await sums())[0]).toBe(101);
    await Promise.all([one.endSession(), two.endSession()]);
  });

  it('arise immediately for records committed since the snapshot', async () => {
    const error = await serverError(
      inTransaction(async (session) => {
        await accounts.findOne({ _id: 1 }, { session });
        await accounts.updateOne({ _id: 1 }, { $inc: { sum: 1 } });
        await accounts.updateOne({ _id: 1 }, { $inc: { sum: 10 } }, { session });
      }),
    );
    expect(error.code).toBe(112);
    expect((await sums())[0]).toBe(101);
  });

  it('report a duplicate key, or a conflict when the key was taken after the snapshot', async () => {
    await accounts.insertOne({ _id: 7, email: 'taken' });
    const taken = inTransaction((session) => accounts.insertOne({ _id: 8, email: 'taken' }, { session }));
    expect((await serverError(taken)).code).toBe(11000);
    const twice = inTransaction(async (session) => {
      await accounts.insertOne({ _id: 8, email: 'own' }, { session });
      await accounts.insertOne({ _id: 9, email: 'own' }, { session });
    });
    expect((await serverError(twice)).code).toBe(11000);
    const meanwhile = inTransaction(async (session) => {
      await accounts.insertOne({ _id: 8, email: 'new' }, { session });
      await accounts.insertOne({ _id: 9, email: 'new' });
    });
    expect((await serverError(meanwhile)).code).toBe(112);
    expect(await accounts.countDocuments({ email: { $exists: true } })).toBe(2);
  });

  it('allow a unique key to move between records within a transaction', async () => {
    await accounts.updateOne({ _id: 1 }, { $set: { email: 'a' } });
    await accounts.updateOne({ _id: 2 }, { $set: { email: 'b' } });
    await inTransaction(async (session) => {
      await accounts.updateOne({ _id: 1 }, { $unset: { email: '' } }, { session });
      await accounts.updateOne({ _id: 2 }, { $set: { email: 'a' } }, { session });
      await accounts.updateOne({ _id: 1 }, { $set: { email: 'b' } }, { session });
    });
    expect((await accounts.findOne({ email: 'b' }))!._id).toBe(1);
    expect((await accounts.findOne({ email: 'a' }))!._id).toBe(2);
  });

  it('distinguish long unique keys that differ only beyond the truncation limit', async () => {
    const long = (end: string): string => `${'x'.repeat(3000)}${end}`;
    await inTransaction(async (session) => {
      await accounts.insertOne({ _id: 8, email: long('a') }, { session });
      await accounts.insertOne({ _id: 9, email: long('b') }, { session });
    });
    expect(await accounts.countDocuments({ email: long('b') })).toBe(1);
    const twice = inTransaction(async (session) => {
      await accounts.insertOne({ _id: 10, email: long('c') }, { session });
      await accounts.insertOne({ _id: 11, email: long('c') }, { session });
    });
    expect((await serverError(twice)).code).toBe(11000);
  });

  it('do not arise for an insert after the last record of the server start was deleted', async () => {
    await it_.restart();
    accounts = it_.db.collection<Account>('accounts');
    await inTransaction(async (session) => {
      await accounts.findOne({ _id: 1 }, { session });
      await accounts.deleteOne({ _id: 3 });
      await accounts.insertOne({ _id: 4, sum: 7 }, { session });
      expect(await sums(session)).toEqual([100, 100, 100, 7]);
    });
    expect(await sums()).toEqual([100, 100, 7]);
  });

  it('never change the sum of all accounts during concurrent transfers', async () => {
    let conflicts = 0;
    const transfer = async (from: number, to: number, amount: number): Promise<void> => {
      const session = it_.client.startSession();
      try {
        await session.withTransaction(async () => {
          try {
            const source = await accounts.findOne({ _id: from }, { session });
            const target = await accounts.findOne({ _id: to }, { session });
            await accounts.updateOne({ _id: from }, { $set: { sum: source!['sum'] - amount } }, { session });
            await accounts.updateOne({ _id: to }, { $set: { sum: target!['sum'] + amount } }, { session });
          } catch (error) {
            if (error instanceof MongoServerError && error.code === 112) conflicts++;
            throw error;
          }
        });
      } finally {
        await session.endSession();
      }
    };
    const total = async (): Promise<number> => (await accounts.find().toArray()).reduce((all, { sum }) => all + sum, 0);
    const work = Array.from({ length: 24 }, (_, i) => transfer(1 + (i % 3), 1 + ((i + 1) % 3), i));
    for (let i = 0; i < 10; i++) expect(await total()).toBe(300);
    await Promise.all(work);
    expect(await total()).toBe(300);
    // The test proves something only if transfers conflicted.
    expect(conflicts).toBeGreaterThan(0);
    const moved = Array.from({ length: 24 }, (_, i) => i).reduce(
      (net, i) => net + (i % 3 === 2 ? i : 0) - (i % 3 === 0 ? i : 0),
      0,
    );
    expect((await accounts.findOne({ _id: 1 }))!['sum']).toBe(100 + moved);
  });
});

describe('the life of a transaction', () => {
  it('rejects an unknown transaction number', async () => {
    const raw = await connectRaw(it_.server.port);
    const base = { lsid: { id: new UUID() }, txnNumber: 5, autocommit: false };
    const labels = { ok: 0, code: 251, errorLabels: ['TransientTransactionError'] };
    expect(await raw.send({ find: 'accounts', ...base, $db: 'test' })).toMatchObject(labels);
    expect(await raw.send({ commitTransaction: 1, ...base, $db: 'admin' })).toMatchObject(labels);
    expect(await raw.send({ abortTransaction: 1, ...base, $db: 'admin' })).toMatchObject(labels);
    raw.close();
  });

  it('ends with a failed statement', async () => {
    await inTransaction(async (session) => {
      await accounts.updateOne({ _id: 1 }, { $set: { sum: 0 } }, { session });
      expect((await serverError(accounts.insertOne({ _id: 2 }, { session }))).code).toBe(11000);
      expect((await serverError(session.commitTransaction())).code).toBe(251);
    });
    expect(await sums()).toEqual([100, 100, 100]);
  });

  it('accepts a retried commit, even after a restart', async () => {
    const base = { lsid: { id: new UUID() }, txnNumber: 3, autocommit: false };
    let raw = await connectRaw(it_.server.port);
    const begin = { insert: 'accounts', documents: [{ _id: 50 }], ...base, startTransaction: true, $db: 'test' };
    expect(await raw.send(begin)).toMatchObject({ n: 1, ok: 1 });
    const commit = { commitTransaction: 1, ...base, $db: 'admin' };
    expect(await raw.send(commit)).toMatchObject({ ok: 1 });
    expect(await raw.send(commit)).toMatchObject({ ok: 1 });
    raw.close();
    await it_.restart();
    raw = await connectRaw(it_.server.port);
    expect(await raw.send(commit)).toMatchObject({ ok: 1 });
    raw.close();
    accounts = it_.db.collection<Account>('accounts');
    expect(await accounts.countDocuments({ _id: 50 })).toBe(1);
  });

  it('commits once when two commits arrive at the same time', async () => {
    const [one, two] = [await connectRaw(it_.server.port), await connectRaw(it_.server.port)];
    const base = { lsid: { id: new UUID() }, txnNumber: 1, autocommit: false };
    const change = { q: { _id: 1 }, u: { $inc: { sum: 1 } } };
    await one.send({ update: 'accounts', updates: [change], ...base, startTransaction: true, $db: 'test' });
    const commit = { commitTransaction: 1, ...base, $db: 'admin' };
    expect(await Promise.all([one.send(commit), two.send(commit)])).toEqual([{ ok: 1 }, { ok: 1 }]);
    expect((await sums())[0]).toBe(101);
    one.close();
    two.close();
  });

  it('rejects commands that cannot run in a transaction', async () => {
    const refused = inTransaction((session) => it_.db.command({ dropIndexes: 'accounts', index: '*' }, { session }));
    expect((await serverError(refused)).code).toBe(263);
  });

  it('creates the collection it writes to', async () => {
    await inTransaction((session) => it_.db.collection('fresh').insertOne({ a: 1 }, { session }));
    expect(await it_.db.collection('fresh').countDocuments()).toBe(1);
  });
});
