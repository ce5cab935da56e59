import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { CallRoutes } from './call-routes.js';

/** A database whose replies can be held back. */
class SlowDatabase {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly database: TestDatabase,
    private readonly server: Server,
    readonly uri: string,
  ) {}

  static async start(): Promise<SlowDatabase> {
    const database = await startTestDatabase();
    const uri = new URL(database.uri);
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const { host, hostname } = uri;
    const slow = new SlowDatabase(database, server, `${database.uri.replace(host, `127.0.0.1:${port}`)}`);
    server.on('connection', (client) => {
      const upstream = connect(Number(uri.port), hostname);
      for (const socket of [client, upstream]) socket.on('error', () => undefined);
      client.pipe(upstream).pipe(client);
      client.on('close', () => upstream.destroy());
      slow.sockets.add(upstream);
    });
    return slow;
  }

  hold() {
    for (const socket of this.sockets) socket.unpipe();
  }

  async stop() {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await this.database.stop();
  }
}

let database: SlowDatabase;
let services: TestServices;
beforeAll(async () => {
  database = await SlowDatabase.start();
  services = await startTestServices({ MONGODB_URI: database.uri });
});
afterAll(async () => {
  await database.stop();
  await services.close();
});

it('a call that the database does not answer is refused after the deadline', async () => {
  const ann = await services.member();
  expect((await services.call(readSelf, {}, { as: ann })).status).toBe(200);
  services.get(CallRoutes).deadlineMs = 500;
  database.hold();
  const start = Date.now();
  const { status, body } = await services.call(readSelf, { verify_subscription: true }, { as: ann });
  expect([status, body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
  expect(Date.now() - start).toBeLessThan(5000);
});
