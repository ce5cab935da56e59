import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import type { Environment } from '../environment/environment.js';
import { Mongo } from './mongo.js';

/** The sockets that this process has opened. */
const sockets: Socket[] = [];
const opened = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);

let database: TestDatabase;
let mongo: Mongo;
beforeAll(async () => {
  subscribe('net.client.socket', opened);
  database = await startTestDatabase();
});
beforeEach(async () => {
  mongo = await new Mongo({ mongoUri: database.uri, mongoDb: database.name } as Environment).connect();
  await rows().insertOne({ name: 'before' });
});
afterEach(() => mongo.onApplicationShutdown());
afterAll(async () => {
  unsubscribe('net.client.socket', opened);
  await database.stop();
});

/** `pending` if the promise does not settle. A busy machine takes seconds for a large command. */
const settled = (promise: Promise<unknown>) =>
  Promise.race([
    promise.then(
      () => 'done',
      (error: Error) => error.name,
    ),
    wait(30_000, 'pending', { ref: false }),
  ]);

const rows = () => mongo.connection.collection('rows');

describe('a command on a connection that closes', () => {
  it('settles if it is sent between the end of the socket and its close event', async () => {
    for (const socket of sockets) socket.destroy();
    const commands = [rows().findOne({}), rows().insertOne({ name: 'meanwhile' }), mongo.ping()];
    expect(await Promise.all(commands.map(settled))).not.toContain('pending');
  });

  it('settles if the socket closes while a large command waits for it to drain', async () => {
    const large = settled(rows().insertOne({ name: 'large', text: 'x'.repeat(12_000_000) }));
    while (!sockets.some((socket) => socket.writableNeedDrain)) await wait(0);
    for (const socket of sockets) socket.destroy();
    expect(await large).not.toBe('pending');
  });
});
