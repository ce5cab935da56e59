/**
 * A real Socket.IO server needs Node's own modules, not the browser's.
 * @jest-environment node
 * @jest-environment-options {"customExportConditions": ["workspace-source", "node", "node-addons"]}
 */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Boot } from '@paddock/contract/calls/boot';
import { realtimePath } from '@paddock/contract/calls/realtime';
import type { Self } from '@paddock/contract/calls/users';
import { QueryObserver } from '@tanstack/react-query';
import { Server } from 'socket.io';
import { io } from 'socket.io-client';
import { createQueryClient } from '../calls/queries';
import { createRealtime } from './realtime';
import { createSession } from '../session/session';
import { createStore } from '../kit/store';
import type { Realtime, SessionService } from '../kit/kit-context';

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

/** Whether the server replies to a check. */
let isServerUp = true;

function start(firstScreen = 0, connecting = connect) {
  const session = createSession(storage, createStore({ flags: {}, workplaces: [] } as unknown as Boot));
  sessions.push(session);
  const queryClient = createQueryClient();
  clients.push(queryClient);
  const deployment = createStore({
    flags: { subscription_required: false, workplaces_enabled: false },
    workplaces: [],
  });
  const probe = () => Promise.resolve(isServerUp);
  const realtime = createRealtime({ session, deployment, queryClient, connect: connecting, probe, firstScreen });
  return { session, deployment, queryClient, realtime };
}
const until = async (condition: () => boolean) => {
  for (let turn = 0; turn < 2000 && !condition(); turn++) await new Promise((resolve) => setTimeout(resolve, 10));
  expect(condition()).toBe(true);
};
const live = (realtime: Realtime) => until(() => realtime.connection.get() === 'live');
const ann = { id: 'ann', email_verified: true, admin: false, acl: [], workplaces: [] } as unknown as Self;

describe(createRealtime, () => {
  it('connects once a member is signed in, with token and workplace', async () => {
    const seen: unknown[] = [];
    sockets.on('connection', (socket) => seen.push(socket.handshake.auth));
    const { session, realtime } = start();
    session.signIn('secret', ann);
    await live(realtime);
    expect(seen).toEqual([{ token: 'secret', workplace: '' }]);
  });

  it('connects once a waiting member gets access, and disconnects when it ends', async () => {
    const { session, deployment, realtime } = start();
    session.signIn('secret', { ...ann, pending: true });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(opened).toHaveLength(0);
    session.update({ ...ann, pending: false });
    await live(realtime);
    deployment.set((now) => ({ ...now, flags: { ...now.flags, subscription_required: true } }));
    await until(() => opened[0]!.disconnected);
    expect(realtime.connection.get()).toBe('polling');
    session.update({ ...ann, pending: false, subscription: 'plan' });
    await live(realtime);
    expect(opened).toHaveLength(2);
  });

  it('connects later when its chunk failed to load', async () => {
    let tries = 0;
    const { session, realtime } = start(0, (auth) =>
      ++tries === 1 ? Promise.reject(new Error('the chunk did not load')) : connect(auth),
    );
    session.signIn('secret', ann);
    await live(realtime);
    expect(tries).toBe(2);
  });

  it('delivers events until the handler unsubscribes', async () => {
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

  it('waits for the first list, up to the configured time', async () => {
    const { session, realtime } = start(60_000);
    session.signIn('secret', ann);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(opened).toHaveLength(0);
    realtime.shown();
    await live(realtime);

    const other = start(150);
    other.session.signIn('secret', ann);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(opened).toHaveLength(1);
    await live(other.realtime);
  });

  it('does not connect a member who signed out before the first connection', async () => {
    const { session, realtime } = start(60_000);
    session.signIn('secret', ann);
    session.forget();
    realtime.shown();
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(opened).toHaveLength(0);
  });

  it('refetches lists on the first connection and after a gap, to include what was posted meanwhile', async () => {
    const { session, realtime, queryClient } = start();
    const posted = ['first'];
    const list = new QueryObserver(queryClient, {
      queryKey: ['list'],
      queryFn: () => [...posted],
      staleTime: Infinity,
    });
    const shown = () => list.getCurrentResult().data;
    const stop = list.subscribe(() => undefined);
    await until(() => shown()?.length === 1);
    posted.push('between the read and the first connection');
    session.signIn('secret', ann);
    await until(() => shown()?.length === 2);

    await live(realtime);
    posted.push('in a gap');
    for (const socket of opened) socket.io.engine.close();
    await until(() => shown()?.length === 3);
    stop();
  });

  it('refetches a running first load after it, without interrupting it', async () => {
    const { session, realtime, queryClient } = start();
    const readings: (() => void)[] = [];
    const queryFn = () => new Promise((resolve) => readings.push(() => resolve(readings.length)));
    const stop = new QueryObserver(queryClient, { queryKey: ['list'], queryFn }).subscribe(() => undefined);
    session.signIn('secret', ann);
    await live(realtime);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(readings).toHaveLength(1);
    readings[0]!();
    await until(() => readings.length === 2);
    readings[1]!();
    await until(() => queryClient.getQueryData(['list']) === 2);
    stop();
  });

  it('does not repeat a first load that failed while the socket connected', async () => {
    const { session, realtime, queryClient } = start();
    const failures: (() => void)[] = [];
    const queryFn = () => new Promise((_, reject) => failures.push(() => reject(new Error('no reply'))));
    const list = new QueryObserver(queryClient, { queryKey: ['list'], queryFn, retry: false });
    const stop = list.subscribe(() => undefined);
    session.signIn('secret', ann);
    await live(realtime);
    await new Promise((resolve) => setTimeout(resolve, 50));
    failures[0]!();
    await until(() => list.getCurrentResult().isError);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(failures).toHaveLength(1);
    stop();
  });

  it('is unreachable only when the server does not reply to a check either', async () => {
    const { realtime } = start();
    realtime.heard(false);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(realtime.connection.get()).toBe('polling');
    isServerUp = false;
    realtime.heard(false);
    await until(() => realtime.connection.get() === 'unreachable');
    isServerUp = true;
    await until(() => realtime.connection.get() === 'polling');
  });

  it('treats a reply during a check as proof that the server is up', async () => {
    const { realtime } = start();
    isServerUp = false;
    realtime.heard(false);
    realtime.heard(true);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(realtime.connection.get()).toBe('polling');
    isServerUp = true;
  });

  it('is offline without a network, and live once a call gets a reply while the socket is open', async () => {
    const { session, realtime } = start();
    session.signIn('secret', ann);
    await live(realtime);
    Object.defineProperty(globalThis, 'navigator', { value: { onLine: false }, configurable: true });
    realtime.heard(false);
    await until(() => realtime.connection.get() === 'offline');
    Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true });
    realtime.heard(true);
    expect(realtime.connection.get()).toBe('live');
  });

  it('delivers an event to all handlers, also after one that throws', async () => {
    const errors: unknown[] = [];
    Object.assign(globalThis, { reportError: (error: unknown) => errors.push(error) });
    const { session, realtime } = start();
    const heard: string[] = [];
    const fault = new Error('the handler of a module');
    realtime.on('updating_deployment', () => {
      throw fault;
    });
    realtime.on('updating_deployment', ({ revision }) => heard.push(revision));
    session.signIn('secret', ann);
    await live(realtime);
    sockets.emit('updating_deployment', { revision: '2' });
    await until(() => heard.length === 1);
    expect(errors).toEqual([fault]);
  });

  it('disconnects when the session ends', async () => {
    const { session, realtime } = start();
    session.signIn('secret', ann);
    await live(realtime);
    session.forget();
    await until(() => sockets.sockets.sockets.size === 0);
  });

  it('reconnects for another workplace', async () => {
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
