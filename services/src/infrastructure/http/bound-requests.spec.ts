import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readBadges } from '@paddock/contract/calls/badges';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { until } from '../../../test/test-windows.js';
import { boundRequests, maxInFlight } from './bound-requests.js';

/** A connection without an HTTP client. */
class RawClient {
  received = '';
  isClosed = false;
  readonly socket: Socket;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.on('data', (data) => (this.received += data.toString('latin1')));
    this.socket.on('error', () => undefined);
    this.socket.on('close', () => (this.isClosed = true));
  }

  /** Resolves once the system has taken the bytes. */
  send(text: string): Promise<void> {
    return new Promise((resolve) => void this.socket.write(text, () => resolve()));
  }

  /** The statuses of the replies so far. */
  statuses(): number[] {
    return [...this.received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
  }
}

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: motorsport.localhost\r\n\r\n`;
const clients: RawClient[] = [];
const open = (port: number): RawClient => {
  const client = new RawClient(port);
  clients.push(client);
  return client;
};
afterEach(() => {
  for (const { socket } of clients.splice(0)) socket.destroy();
});

describe(boundRequests, () => {
  let server: Server;
  let port: number;
  /** The requests in work. */
  let pending: ServerResponse[];

  beforeAll(async () => {
    server = createServer((_request, response) => void pending.push(response));
    boundRequests(server, {});
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  beforeEach(() => {
    pending = [];
  });
  afterAll(() => void server.close());

  it('stops reading at the bound, and reads on when a reply is finished', async () => {
    const client = open(port);
    for (let sent = 0; sent < maxInFlight; sent++) {
      await client.send(request(`/${sent}`));
      await until(() => pending.length === sent + 1);
    }
    await client.send(request('/late'));
    const other = open(port);
    await other.send(request('/other'));
    await until(() => pending.length === maxInFlight + 1);
    expect(pending.at(-1)!.req.url).toBe('/other');
    for (const response of pending.splice(0, 2)) response.end('done');
    await until(() => pending.some(({ req }) => req.url === '/late'));
    for (const response of pending) response.end('done');
    await until(() => client.statuses().length === maxInFlight + 1);
    expect(new Set(client.statuses())).toEqual(new Set([200]));
    expect(client.isClosed).toBe(false);
  });

  it('answers what is in work, refuses what one packet holds beyond the bound, and closes the connection', async () => {
    const client = open(port);
    await client.send(request('/').repeat(500));
    await until(() => pending.length === maxInFlight);
    for (const response of pending) response.end('done');
    await until(() => client.isClosed);
    expect(client.statuses()).toEqual([...Array<number>(maxInFlight).fill(200), 429]);
    expect(pending.length).toBe(maxInFlight);
  });

  it('reads the body of a request at the bound', async () => {
    const client = open(port);
    await client.send(request('/').repeat(maxInFlight - 1));
    await client.send('POST /body HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\n');
    await until(() => pending.length === maxInFlight);
    const body: Buffer[] = [];
    const last = pending.at(-1)!;
    last.req.on('data', (data: Buffer) => body.push(data));
    last.req.on('end', () => last.end('read'));
    await client.send('hello');
    await until(() => last.writableEnded);
    expect(Buffer.concat(body).toString()).toBe('hello');
  });
});

describe('the services', () => {
  let services: TestServices;
  beforeAll(async () => {
    services = await startTestServices({ RATE_LIMITS: 'off' });
  });
  afterAll(() => services.close());

  it('answer a member while others pipeline thousands of requests, whose connections end', async () => {
    const member = await services.member();
    const before = process.memoryUsage.rss();
    const flooding = ['/', '/', '/api/docs', '/api/realtime/?EIO=4&transport=polling'].map((path) => {
      const client = open(services.port);
      void client.send(request(path).repeat(3000));
      return client;
    });
    for (let made = 0; made < 20; made++)
      expect((await services.call(readBadges, {}, { as: member })).status).toBe(200);
    await until(() => flooding.every(({ isClosed }) => isClosed), 300_000);
    expect((process.memoryUsage.rss() - before) / 2 ** 20).toBeLessThan(200);
  });
});
