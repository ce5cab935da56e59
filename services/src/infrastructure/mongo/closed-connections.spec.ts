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

/** `pending` if the promise does not settle within the time that a call may take. */
const settled = (promise: Promise<unknown>, withinMs = 4000) =>
  Promise.race([
    promise.then(
      () => 'done',
      (error: Error) => error.name,
    ),
    wait(withinMs, 'pending', { ref: false }),
  ]);

const rows = () => mongo.connection.collection('rows');

describe('a command on a connection that closes', () => {
  it('settles if it is sent between the end of the socket and its close event', async () => {
    for (const socket of sockets) socket.destroy();
    const commands = [rows().findOne({}), rows().insertOne({ name: 'meanwhile' }), mongo.ping()];
    expect(await Promise.all(commands.map((command) => settled(command)))).not.toContain('pending');
  });

  it('settles if the socket closes while a large command waits for it to drain', async () => {
    const insert = () => rows().insertOne({ name: 'large', text: 'x'.repeat(12_000_000) });
    // The driver sends it again, which takes seconds on a busy machine.
    const began = performance.now();
    await insert();
    const large = settled(insert(), 4000 + 10 * (performance.now() - began));
    while (!sockets.some((socket) => socket.writableNeedDrain)) await wait(0);
    for (const socket of sockets) socket.destroy();
    expect(await large).not.toBe('pending');
  });
});
