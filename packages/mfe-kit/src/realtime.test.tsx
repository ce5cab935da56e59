/**
 * A real Socket.IO server needs Node's own modules, not the browser's.
 * @jest-environment node
 * @jest-environment-options {"customExportConditions": ["workspace-source", "node", "node-addons"]}
 */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { realtimePath } from '@paddock/contract/realtime';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { createQueryClient } from './queries';
import { createRealtime, type Realtime } from './realtime';
import { createSession, type SessionService } from './session';

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
} as Storage;

let http: HttpServer;
let sockets: Server;
let sessions: SessionService[] = [];
let clients: ReturnType<typeof createQueryClient>[] = [];
let opened: ReturnType<typeof io>[] = [];

beforeEach(async () => {
  stored.clear();
  http = createServer();
  sockets = new Server(http, { path: realtimePath });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const session of sessions) session.forget();
  sessions = [];
  for (const client of clients) client.clear();
  clients = [];
  opened = [];
  await sockets.close();
});

function connect(auth: { token: string; workplace: string }) {
  const { port } = http.address() as AddressInfo;
  const socket = io(`http://127.0.0.1:${port}`, {
    path: realtimePath,
    auth,
    transports: ['websocket'],
    reconnectionDelay: 20,
    forceNew: true,
  });
  opened.push(socket);
  return Promise.resolve(socket);
}

function start() {
  const session = createSession(storage);
  sessions.push(session);
  const queryClient = createQueryClient();
  clients.push(queryClient);
  return { session, queryClient, realtime: createRealtime({ session, queryClient, connect }) };
}
const until = async (condition: () => boolean) => {
  for (let turn = 0; turn < 300 && !condition(); turn++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(condition()).toBe(true);
};
const live = (realtime: Realtime) => until(() => realtime.connection.get() === 'live');
const ann = { id: 'ann' } as never;

describe(createRealtime, () => {
  it('connects once somebody is signed in, with token and workplace', async () => {
    const seen: unknown[] = [];
    sockets.on('connection', (socket) => seen.push(socket.handshake.auth));
    const { session, realtime } = start();
    session.signIn('secret', ann);
    await live(realtime);
    expect(seen).toEqual([{ token: 'secret', workplace: '' }]);
  });

  it('passes events on until told to stop', async () => {
    const { session, realtime } = start();
    const heard: string[] = [];
    const stop = realtime.on('updating_deployment', ({ revision }) => heard.push(revision));
    session.signIn('secret', ann);
    await live(realtime);
    sockets.emit('updating_deployment', { revision: '2' });
    await until(() => heard.length === 1);
    stop();
    sockets.emit('updating_deployment', { revision: '3' });
    sockets.emit('session_ended', { code: 'TOKEN_EXPIRED' });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(heard).toEqual(['2']);
  });

  it('reads lists again after a gap, not after the first connection', async () => {
    const { session, realtime, queryClient } = start();
    let readings = 0;
    await queryClient.fetchQuery({ queryKey: ['list'], queryFn: () => ++readings });
    const state = () => queryClient.getQueryState(['list']);
    session.signIn('secret', ann);
    await live(realtime);
    expect(state()?.isInvalidated).toBe(false);
    for (const socket of opened) socket.io.engine.close();
    await until(() => realtime.connection.get() !== 'live');
    await live(realtime);
    expect(state()?.isInvalidated).toBe(true);
  });

  it('ends the connection with the session', async () => {
    const { session, realtime } = start();
    session.signIn('secret', ann);
    await live(realtime);
    session.forget();
    await until(() => sockets.sockets.sockets.size === 0);
  });

  it('takes a new connection for another workplace', async () => {
    const places: unknown[] = [];
    sockets.on('connection', (socket) => places.push(socket.handshake.auth['workplace']));
    const { session, realtime } = start();
    session.signIn('secret', ann);
    await live(realtime);
    session.switchWorkplace('crew');
    await until(() => places.length === 2);
    expect(places).toEqual(['', 'crew']);
  });
});
