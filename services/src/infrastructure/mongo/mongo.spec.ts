import { afterEach, describe, expect, it } from '@jest/globals';
import { Schema } from 'mongoose';
import { startMongoStandIn } from '../../../test/mongo-stand-in.js';
import { startTestDatabase } from '../../../test/test-database.js';
import type { Environment } from '../environment/environment.js';
import { StartError } from '../start-error.js';
import { Mongo } from './mongo.js';

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

async function connected(mongoUri: string, mongoDb = 'paddock'): Promise<Mongo> {
  const mongo = await new Mongo({ mongoUri, mongoDb } as Environment).connect();
  undo.push(() => mongo.onApplicationShutdown());
  return mongo;
}

/** Connects to a server that says this of itself. */
async function connectedTo(version: string, topology: Record<string, unknown>): Promise<Mongo> {
  const { uri, stop } = await startMongoStandIn({
    hello: () => ({ isWritablePrimary: true, ismaster: true, ...topology }),
    buildinfo: () => ({ version }),
  });
  undo.push(stop);
  return connected(uri);
}

const replicaSet = { setName: 'rs0', hosts: ['127.0.0.1:27017'], logicalSessionTimeoutMinutes: 30 };
const mongos = { msg: 'isdbgrid', logicalSessionTimeoutMinutes: 30 };

describe('a start', () => {
  it.each([
    ['a replica set', replicaSet, 'replica_set'],
    ['a sharded cluster', mongos, 'sharded'],
  ])('accepts %s of the oldest version', async (_, topology, kind) => {
    const mongo = await connectedTo('7.0.0', topology);
    expect(await mongo.facts()).toMatchObject({ kind, version: '7.0.0' });
  });

  it.each([
    ['an older version', '6.0.19', replicaSet, 'has version 6.0.19, and Paddock needs 7.0 or later'],
    [
      'a server without transactions',
      '8.0.4',
      { logicalSessionTimeoutMinutes: 30 },
      'is a single server, and Paddock needs the transactions of a replica set or a sharded cluster',
    ],
  ])('refuses %s with a sentence', async (_, version, topology, problem) => {
    const refused = connectedTo(version, topology);
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(
      `The database at MONGODB_URI ${problem}: see docs/how-to/run-against-mongodb.md.`,
    );
  });

  it('acknowledges writes by the majority, whatever MONGODB_URI says', async () => {
    const database = await startTestDatabase();
    undo.push(() => database.stop());
    const mongo = await connected(`${database.uri}&w=1&journal=false&monitorCommands=true`, database.name);
    const concerns: unknown[] = [];
    mongo.connection.getClient().on('commandStarted', ({ command }) => concerns.push(command['writeConcern']));
    await mongo.connection.collection('rows').insertOne({ name: 'one' });
    expect(concerns).toEqual([{ w: 'majority', j: true }]);
  });
});

describe('the indexes of the models', () => {
  it('are built while writes go on, and named where they were missing', async () => {
    const database = await startTestDatabase();
    undo.push(() => database.stop());
    const monitored = `${database.uri}${database.uri.includes('?') ? '&' : '/?'}monitorCommands=true`;
    const mongo = await connected(monitored, database.name);
    const schema = new Schema({ _id: Number, name: String });
    const rows = mongo.model('rows', schema).collection;
    expect(await mongo.buildMissing()).toEqual(['rows._id_']);
    await rows.insertMany(Array.from({ length: 20_000 }, (_, id) => ({ _id: id, name: `row ${id}` })) as never[]);
    schema.index({ name: 1 });
    const build = { began: false, ended: false };
    const client = mongo.connection.getClient();
    client.on('commandStarted', ({ commandName }) => (build.began ||= commandName === 'createIndexes'));
    client.on('commandSucceeded', ({ commandName }) => (build.ended ||= commandName === 'createIndexes'));
    const built = mongo.buildMissing();
    let [writes, during] = [0, 0];
    for (let id = 20_000; !build.ended; id++, writes++) {
      await rows.insertOne({ _id: id, name: 'meanwhile' } as never);
      if (build.began && !build.ended) during++;
    }
    expect(await built).toEqual(['rows.name_1']);
    expect(during).toBeGreaterThan(1);
    expect(await rows.countDocuments({ name: 'meanwhile' }, { hint: 'name_1' })).toBe(writes);
    expect(await mongo.buildMissing()).toEqual([]);
  });
});
