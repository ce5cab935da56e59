import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { readCalendarAddress } from '@paddock/contract/calls/event-calendar';
import { readEvents } from '@paddock/contract/calls/events';
import { resumableUploadPath } from '@paddock/contract/calls/files';
import type { ErrorReply } from '@paddock/contract/core/errors';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createEventAs, eventOf } from '../../../test/events-scenario.js';
import { startTestDatabase, type TestDatabase } from '../../../test/test-database.js';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { storedFilesOf, uploadFile } from '../../../test/uploads.js';
import { Deadline } from '../../infrastructure/calls/deadline.js';

/** A database whose replies can be held back. */
class SlowDatabase {
  private readonly pairs: [Socket, Socket][] = [];

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
      slow.pairs.push([client, upstream]);
      client.pipe(upstream).pipe(client);
      client.on('close', () => upstream.destroy());
    });
    return slow;
  }

  hold() {
    for (const socket of this.pairs.flat()) socket.unpipe();
  }

  release() {
    for (const [client, upstream] of this.pairs) client.pipe(upstream).pipe(client);
  }

  async stop() {
    for (const socket of this.pairs.flat()) socket.destroy();
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

it('a call whose session is found after the deadline writes nothing', async () => {
  const [ann, bob] = [await services.member({ admin: true }), await services.member({ admin: true })];
  const deadline = services.get(Deadline);
  const { ms } = deadline;
  deadline.ms = 500;
  database.hold();
  const late = await Promise.all([
    uploadFile(services, ann, { name: 'late.txt', content: 'mine' }),
    createEventAs(services, bob, { title: 'Late' }),
  ]);
  deadline.ms = ms;
  database.release();
  expect(late.map(({ status }) => status)).toEqual([503, 503]);
  // The late calls have passed the guard before these.
  await uploadFile(services, ann, { name: 'timely.txt', content: 'mine' });
  await eventOf(services, bob, { title: 'Timely' });
  expect(await storedFilesOf(services)).toHaveLength(1);
  const { events } = (await services.call(readEvents, {}, { as: bob })).body;
  expect(events.map(({ title }) => title)).toEqual(['Timely']);
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
