/**
 * A real Socket.IO server needs Node's own modules, not the browser's.
 * @jest-environment node
 * @jest-environment-options {"customExportConditions": ["workspace-source", "node", "node-addons"]}
 */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { type RealtimeSocket, withReconnects } from './socket';

let http: HttpServer;
let sockets: Server;
let opened: RealtimeSocket | undefined;

beforeEach(async () => {
  http = createServer();
  sockets = new Server(http);
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  opened?.disconnect();
  await sockets.close();
});

function connect(): RealtimeSocket {
  const { port } = http.address() as AddressInfo;
  opened = withReconnects(io(`http://127.0.0.1:${port}`, { transports: ['websocket'], forceNew: true }), 20);
  return opened;
}

/** The server refuses these handshakes, in order, and admits later ones. Counts all. */
function refuse(...refusals: { code: string; retry_after?: number }[]) {
  const seen = { handshakes: 0 };
  sockets.use((_socket, next) => {
    const data = refusals[seen.handshakes++];
    next(data && Object.assign(new Error(data.code), { data }));
  });
  return seen;
}

const until = async (condition: () => boolean) => {
  for (let turn = 0; turn < 500 && !condition(); turn++) await wait(10);
  expect(condition()).toBe(true);
};

describe(withReconnects, () => {
  it.each(['INTERNAL_ERROR', 'TOO_MANY_REQUESTS', 'SERVICE_UNAVAILABLE'])('connects again after %s', async (code) => {
    const seen = refuse({ code }, { code });
    const socket = connect();
    await until(() => socket.connected);
    expect(seen.handshakes).toBe(3);
  });

  it('waits for the seconds that the server names', async () => {
    const seen = refuse({ code: 'TOO_MANY_REQUESTS', retry_after: 1 });
    const socket = connect();
    await until(() => seen.handshakes === 1);
    const refused = performance.now();
    await until(() => socket.connected);
    expect(performance.now() - refused).toBeGreaterThan(900);
  });

  it('does not connect again without a session', async () => {
    const seen = refuse({ code: 'INVALID_TOKEN' });
    connect();
    await until(() => seen.handshakes === 1);
    await wait(200);
    expect(seen.handshakes).toBe(1);
  });

  it('connects again after the server closed the socket', async () => {
    const socket = connect();
    await until(() => socket.connected);
    const [former] = sockets.sockets.sockets.keys();
    sockets.disconnectSockets(true);
    await until(() => socket.connected && !sockets.sockets.sockets.has(former!));
  });

  it('stays closed once it is disconnected, also while it waits', async () => {
    const seen = refuse({ code: 'INTERNAL_ERROR' });
    const socket = connect();
    // Behind the listener that begins the wait.
    socket.on('connect_error', () => socket.disconnect());
    await until(() => seen.handshakes === 1);
    await wait(200);
    expect(seen.handshakes).toBe(1);
  });
});
