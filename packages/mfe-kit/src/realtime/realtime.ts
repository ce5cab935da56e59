import type { Flags } from '@paddock/contract/core/flags';
import { realtimePath, type ServerEvent, type ServerEventPayload } from '@paddock/contract/calls/realtime';
import { missingAccess } from '@paddock/contract/calls/users';
import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { hasNetwork } from '../kit/api-error';
import { type Connection, type Realtime, type SessionService, useKit } from '../kit/kit-context';
import { createStore, type Store, useStore } from '../kit/store';

/** What of a socket.io client is used, so that a test can pass a real one to any server. */
export interface RealtimeSocket {
  on(event: string, listener: (payload: never) => void): unknown;
  onAny(listener: (event: string, payload: unknown) => void): unknown;
  emit(event: string, payload: unknown): unknown;
  disconnect(): unknown;
  readonly connected: boolean;
}

/** Whether calls can reach the server. */
export const isConnected = (connection: Connection): connection is 'live' | 'polling' =>
  connection === 'live' || connection === 'polling';

/** Milliseconds between the requests of a list while there is no socket (A §9). */
export const POLLING_INTERVAL = 6000;
/** Milliseconds after which the page's first socket no longer waits for a list. */
const FIRST_SCREEN = 1000;
/** Milliseconds until a lost socket leads to a check, between two checks, and at most between two attempts (A §9, connection check). */
const CONNECTION_CHECK = 3000;

export interface RealtimeSettings {
  session: SessionService;
  /** Whether a plan is needed. */
  deployment: Pick<Store<{ flags: Pick<Flags, 'subscription_required'> }>, 'get' | 'subscribe'>;
  queryClient: QueryClient;
  connect?: (auth: { token: string; workplace: string }) => Promise<RealtimeSocket>;
  /** Whether the server replies at all; a call without a reply may be due to one service alone. */
  probe: () => Promise<boolean>;
  /** Milliseconds until the first connection at the latest; 1000. */
  firstScreen?: number;
}

/**
 * The one socket of the page. It comes after the first list, and lives as long as the session, the workplace and the member's
 * access to the community: who waits for it would be refused, and a refused socket does not try again. With each connection
 * every list is read again, so that nothing sent before it is missed.
 */
export function createRealtime(settings: RealtimeSettings): Realtime {
  const { session, deployment, queryClient, connect = connectSocket, probe, firstScreen = FIRST_SCREEN } = settings;
  const connection = createStore<Connection>('polling');
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const listeners = new Map<string, Set<(payload: never) => void>>();
  let socket: RealtimeSocket | undefined;
  let key = '';
  let doubt: ReturnType<typeof setTimeout> | undefined;

  let replies = 0;
  let isChecking = false;

  const back = () => connection.set(socket?.connected ? 'live' : 'polling');
  const checkLater = () => {
    clearTimeout(doubt);
    doubt = setTimeout(() => void check(), CONNECTION_CHECK);
  };
  async function check() {
    if (isChecking) return;
    isChecking = true;
    const before = replies;
    const isReached = hasNetwork() && ((await probe()) || replies !== before);
    isChecking = false;
    if (isReached) {
      if (!isConnected(connection.get())) back();
      return;
    }
    connection.set(hasNetwork() ? 'unreachable' : 'offline');
    checkLater();
  }

  const lost = () => {
    connection.set('polling');
    checkLater();
  };
  const live = () => {
    clearTimeout(doubt);
    connection.set('live');
  };

  async function follow() {
    const { token, workplace, user } = session.get();
    const admitted = user !== null && missingAccess(user, deployment.get().flags) === undefined;
    const wanted = admitted ? JSON.stringify([token, workplace]) : '';
    if (wanted === key) return;
    key = wanted;
    socket?.disconnect();
    socket = undefined;
    clearTimeout(doubt);
    if (token === null || !admitted) return connection.set('polling');
    const late = setTimeout(begin, firstScreen);
    await begun;
    clearTimeout(late);
    if (wanted !== key) return;
    // Its code may not come, on a line that has just gone: lists poll until it does.
    const made = await connect({ token, workplace }).catch(() => undefined);
    if (wanted !== key) return void made?.disconnect();
    if (made === undefined) {
      key = '';
      return void setTimeout(() => void follow(), CONNECTION_CHECK);
    }
    socket = made;
    made.on('connect', () => {
      live();
      void readAgain(queryClient);
    });
    made.on('disconnect', () => socket === made && lost());
    made.on('connect_error', () => socket === made && connection.get() === 'live' && lost());
    made.onAny((event, payload) => {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload as never);
    });
  }

  session.subscribe(() => void follow());
  deployment.subscribe(() => void follow());
  void follow();
  globalThis.addEventListener?.('offline', () => connection.set('offline'));
  globalThis.addEventListener?.('online', () => connection.get() === 'offline' && back());

  return {
    connection,
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => void set.delete(listener);
    },
    emit: (event, payload) => void (connection.get() === 'live' && socket?.emit(event, payload)),
    heard(answered) {
      if (!answered) return void check();
      replies += 1;
      if (!isConnected(connection.get())) back();
    },
    shown: () => void whenIdle(begin),
  };
}

/**
 * Whatever was read before there was a socket. What is being read for the first time is not interrupted, but read once more after its
 * reply; without one it stays failed, since a second attempt would hide that.
 */
async function readAgain(queryClient: QueryClient): Promise<void> {
  const first = queryClient
    .getQueryCache()
    .findAll({ fetchStatus: 'fetching', predicate: ({ state }) => state.data === undefined });
  await queryClient.invalidateQueries();
  const read = first.filter(({ state }) => state.data !== undefined);
  if (read.length > 0) await queryClient.invalidateQueries({ predicate: (query) => read.includes(query) });
}

const whenIdle = (then: () => void) =>
  'requestIdleCallback' in globalThis ? requestIdleCallback(then, { timeout: 500 }) : setTimeout(then, 100);

/** socket.io comes late: the first screen needs the API only. */
async function connectSocket(auth: { token: string; workplace: string }): Promise<RealtimeSocket> {
  const { io } = await import('socket.io-client');
  return io({
    path: realtimePath,
    auth,
    transports: ['websocket'],
    reconnectionDelay: 500,
    reconnectionDelayMax: CONNECTION_CHECK,
  });
}

/** Calls the handler for each event of the specification's name while the component stands. */
export function useRealtime<E extends ServerEvent>(event: E, handler: (payload: ServerEventPayload<E>) => void): void {
  const { realtime } = useKit();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => realtime.on(event, (payload) => latest.current(payload)), [realtime, event]);
}

/** Sends an event, e.g. that this member is writing. */
export function useEmit(): Realtime['emit'] {
  const { realtime } = useKit();
  return useCallback((event, payload) => realtime.emit(event, payload), [realtime]);
}

/** Whether events come, lists poll, the device has no network, or the server does not reply. */
export function useConnection(): Connection {
  return useStore(useKit().realtime.connection);
}
