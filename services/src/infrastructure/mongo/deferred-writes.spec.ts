import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CommandStartedEvent } from 'mongodb';
import { startOlderDatabase } from '../../../test/older-database.js';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import type { Environment } from '../environment/environment.js';
import { DeferredWrites } from './deferred-writes.js';
import { isDuplicateKey, Mongo } from './mongo.js';
import { newId } from './row.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

describe.each([
  ['a database with bulkWrite', undefined],
  ['a database that does not know it', 59],
  ['MongoDB 7', 40_415],
  ['MongoDB 8 with the compatibility version 7', 115],
])(`${DeferredWrites.name}, of %s,`, (_database, refusal) => {
  let older: TestDatabase | undefined;
  let mongo: Mongo;
  let names: string[];
  beforeAll(async () => {
    if (refusal !== undefined) older = await startOlderDatabase(database, 'bulkWrite', refusal);
  });
  afterAll(() => older?.stop());
  beforeEach(async () => {
    const { uri } = older ?? database;
    const mongoUri = `${uri}${uri.includes('?') ? '&' : '/?'}monitorCommands=true`;
    mongo = await new Mongo({ mongoUri, mongoDb: `${database.name}_${newId()}` } as Environment).connect();
    await rows('laps').insertOne({ _id: 'first', driver: 'ann', ms: 1 } as never);
    await rows('laps').createIndex({ driver: 1 }, { unique: true });
    await rows('drivers').insertOne({ _id: 'ann', laps: 1 } as never);
    names = [];
    mongo.connection
      .getClient()
      .on('commandStarted', ({ commandName }: CommandStartedEvent) => names.push(commandName));
  });
  afterEach(() => mongo.onApplicationShutdown());

  const rows = (name: string) => mongo.connection.collection(name);
  const stored = async (name: string) => rows(name).find().sort({ _id: 1 }).toArray();
  const lap = (driver: string) => ({ collection: 'laps', document: { _id: driver, driver, ms: 2, note: undefined } });
  const counted = (laps: number) => ({
    collection: 'drivers',
    filter: { _id: 'ann', laps },
    update: { $inc: { laps: 1 } },
    upsert: false,
  });

  it('writes to all collections when the transaction ends', async () => {
    await mongo.transaction(async (session) => {
      const upserted = { collection: 'drivers', filter: { _id: 'bob' }, update: { $set: { laps: 1 } }, upsert: true };
      mongo.defer(session, [counted(1), lap('bob')]);
      mongo.defer(session, [upserted]);
      expect(await rows('laps').countDocuments({}, { session })).toBe(1);
    });
    expect(await stored('laps')).toEqual([
      { _id: 'bob', driver: 'bob', ms: 2 },
      { _id: 'first', driver: 'ann', ms: 1 },
    ]);
    expect(await stored('drivers')).toEqual([
      { _id: 'ann', laps: 2 },
      { _id: 'bob', laps: 1 },
    ]);
  });

  it('sends as few commands as the database allows', async () => {
    const write = (driver: string, laps: number) =>
      mongo.transaction((session) => Promise.resolve(mongo.defer(session, [counted(laps), lap(driver)])));
    await write('bob', 1);
    names.length = 0;
    await write('eve', 2);
    const together = ['bulkWrite', 'commitTransaction'];
    const apart = ['update', 'insert', 'commitTransaction'];
    expect(names).toEqual(refusal === undefined ? together : apart);
  });

  it('writes nothing when the transaction fails', async () => {
    const failed = mongo.transaction((session) => {
      mongo.defer(session, [lap('bob')]);
      return Promise.reject(new Error('no'));
    });
    await expect(failed).rejects.toThrow('no');
    expect(await stored('laps')).toHaveLength(1);
  });

  it('runs the transaction again when another process has changed an assumed value', async () => {
    let known: number | undefined = 7;
    const result = await mongo.transaction(async (session) => {
      const laps = known ?? Number((await rows('drivers').findOne({}, { session }))!['laps']);
      mongo.defer(session, [counted(laps), lap('bob')], () => (known = undefined));
      return laps;
    });
    expect(result).toBe(1);
    expect(await stored('drivers')).toEqual([{ _id: 'ann', laps: 2 }]);
    expect(await stored('laps')).toHaveLength(2);
  });

  it('runs it again when another process has taken an assumed key', async () => {
    let known: string | undefined = 'ann';
    await mongo.transaction((session) => {
      mongo.defer(session, [counted(1), lap(known ?? 'bob')], () => (known = undefined));
      return Promise.resolve();
    });
    expect((await stored('laps')).map(({ _id }) => String(_id))).toEqual(['bob', 'first']);
    expect(await stored('drivers')).toEqual([{ _id: 'ann', laps: 2 }]);
  });

  it('fails at once with the duplicate key of a resend, also with assumptions', async () => {
    await rows('laps').createIndex({ client_id: 1 }, { unique: true, sparse: true });
    await rows('laps').insertOne({ _id: 'sent', driver: 'eve', client_id: '1' } as never);
    const resent = { collection: 'laps', document: { _id: 'again', driver: 'bob', client_id: '1' } };
    let attempts = 0;
    const failed = mongo.transaction((session) => {
      attempts++;
      mongo.defer(session, [counted(1), resent], () => undefined);
      return Promise.resolve();
    });
    const error: unknown = await failed.catch((thrown: unknown) => thrown);
    // The first attempt finds out that the database lacks the command.
    expect([isDuplicateKey(error), attempts]).toEqual([true, refusal === undefined ? 1 : 2]);
    expect(await stored('drivers')).toEqual([{ _id: 'ann', laps: 1 }]);
  });

  it('fails with a duplicate key when nothing was assumed', async () => {
    const failed = mongo.transaction((session) =>
      Promise.resolve(mongo.defer(session, [counted(1), lap('bob'), lap('ann')])),
    );
    const error: unknown = await failed.catch((thrown: unknown) => thrown);
    expect(isDuplicateKey(error)).toBe(true);
    expect(await stored('laps')).toHaveLength(1);
    expect(await stored('drivers')).toEqual([{ _id: 'ann', laps: 1 }]);
  });

  it('fails without writing when an update without assumptions finds no record', async () => {
    const failed = mongo.transaction((session) => Promise.resolve(mongo.defer(session, [lap('bob'), counted(5)])));
    await expect(failed).rejects.toThrow('changed 0 instead of 1 records');
    expect(await stored('laps')).toHaveLength(1);
  });
});
