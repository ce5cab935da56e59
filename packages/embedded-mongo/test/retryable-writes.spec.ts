import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Collection, type Document, UUID } from 'mongodb';
import { connectRaw, startTestServer, type TestServer } from './support.js';

interface Account extends Document {
  _id: number;
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
  await accounts.insertMany([
    { _id: 1, sum: 100 },
    { _id: 2, sum: 100 },
  ]);
});

const sumOf = async (_id: number): Promise<unknown> => (await accounts.findOne({ _id }))!['sum'];

describe('retryable writes', () => {
  it('return the first reply to a retry and run once, even after a restart', async () => {
    let raw = await connectRaw(it_.server.port);
    const base = { lsid: { id: new UUID() }, $db: 'test' };
    const updates = [{ q: { _id: 1 }, u: { $inc: { sum: 1 } } }];
    const increment = { update: 'accounts', updates, ...base, txnNumber: 1 };
    const first = await raw.send(increment);
    expect(first).toMatchObject({ n: 1, nModified: 1 });
    expect(await raw.send(increment)).toEqual(first);
    expect(await sumOf(1)).toBe(101);
    const change = { query: { _id: 1 }, update: { $inc: { sum: 1 } }, new: true };
    const modify = { findAndModify: 'accounts', ...change, ...base, txnNumber: 2 };
    const second = await raw.send(modify);
    raw.close();
    await it_.restart();
    accounts = it_.db.collection<Account>('accounts');
    raw = await connectRaw(it_.server.port);
    expect((await raw.send(modify))['value']).toEqual(second['value']);
    expect(await sumOf(1)).toBe(102);
    expect(await raw.send(increment)).toMatchObject({ ok: 0, code: 225 });
    const insert = { insert: 'accounts', documents: [{ _id: 70 }, { _id: 1 }], ...base, txnNumber: 3 };
    const third = await raw.send(insert);
    expect(third).toMatchObject({ n: 1, writeErrors: [{ index: 1, code: 11000 }] });
    expect(await raw.send(insert)).toEqual(third);
    raw.close();
  });

  it('do not store a rejected write as done', async () => {
    const raw = await connectRaw(it_.server.port);
    const base = { lsid: { id: new UUID() }, txnNumber: 1, $db: 'test' };
    const change = { findAndModify: 'accounts', query: { _id: 2 }, update: { $set: { _id: 1 } } };
    expect(await raw.send({ ...change, ...base })).toMatchObject({ ok: 0, code: 66 });
    const good = { findAndModify: 'accounts', query: { _id: 2 }, update: { $set: { sum: 5 } } };
    expect(await raw.send({ ...good, ...base })).toMatchObject({ ok: 1, value: { _id: 2, sum: 100 } });
    raw.close();
  });
});
