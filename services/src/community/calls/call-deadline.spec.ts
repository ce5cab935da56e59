import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { readCalendarAddress } from '@paddock/contract/calls/event-calendar';
import { resumableUploadPath } from '@paddock/contract/calls/files';
import type { ErrorReply } from '@paddock/contract/core/errors';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { uploadFile } from '../../../test/uploads.js';
import { Deadline } from '../../infrastructure/calls/deadline.js';

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
      for (const socket of [client, upstream]) slow.sockets.add(socket.on('error', () => undefined));
      client.pipe(upstream).pipe(client);
      client.on('close', () => upstream.destroy());
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
  services = await startTestServices({ MONGODB_URI: database.uri, SERVICES: 'account,events' });
});
afterAll(async () => {
  await database.stop();
  await services.close();
});

it('a call, a file, a calendar and the start of an upload are refused after the deadline when the database does not answer', async () => {
  const ann = await services.member();
  const { body: file } = await uploadFile(services, ann, { name: 'a.txt', content: 'mine' });
  const { body: calendar } = await services.call(readCalendarAddress, {}, { as: ann });
  const addresses = [file.safeFilePath, new URL(calendar.address).pathname];
  for (const address of addresses) expect((await services.request('GET', address)).status).toBe(200);
  // No cache has the session of a new member.
  const bob = await services.member();
  services.get(Deadline).ms = 500;
  database.hold();
  const start = Date.now();
  const headers = { authorization: `Bearer ${bob.token}`, 'tus-resumable': '1.0.0', 'upload-length': '1' };
  const replies = await Promise.all([
    services.call(readSelf, { verify_subscription: true }, { as: ann }),
    ...[
      ...addresses.map((address) => services.request('GET', address)),
      services.request('POST', resumableUploadPath, { headers }),
    ].map(async (reply) => {
      const { status, text } = await reply;
      return { status, body: JSON.parse(text) as ErrorReply };
    }),
    uploadFile(services, bob, { name: 'b.txt', content: 'mine' }),
  ]);
  expect(replies.map(({ status, body }) => [status, body.code])).toEqual(
    replies.map(() => [503, 'SERVICE_UNAVAILABLE']),
  );
  expect(Date.now() - start).toBeLessThan(5000);
});
