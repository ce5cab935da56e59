import type { ServerEvent, ServerEventPayload } from '@paddock/contract/calls/realtime';
import { missingAccess } from '@paddock/contract/calls/users';
import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { hasNetwork } from '../kit/api-error';
import { type Connection, type Realtime, type SessionService, useKit } from '../kit/kit-context';
import { notify } from '../kit/notify';
import { createStore, type Store, useStore } from '../kit/store';
import type { RealtimeSocket } from './socket';

export type { RealtimeSocket } from './socket';

/** True when calls can reach the server. */
export const isConnected = (connection: Connection): connection is 'live' | 'polling' =>
  connection === 'live' || connection === 'polling';

/** Milliseconds between the requests of a list while there is no socket (A §9). */
export const POLLING_INTERVAL = 6000;
/** Milliseconds that the page's first socket waits for a list. */
const firstScreenMs = 1000;
/** Milliseconds from a lost socket to a check, between checks, and at most between reconnects (A §9, connection check). */
const connectionCheckMs = 3000;

export interface RealtimeSettings {
  session: SessionService;
  /** Says whether a plan is required. */
  deployment: Pick<Store<Parameters<typeof missingAccess>[1]>, 'get' | 'subscribe'>;
  queryClient: QueryClient;
  connect?: (auth: { token: string; workplace: string }) => Promise<RealtimeSocket>;
  /** Checks whether the server replies at all; a failed call may be due to a single service. */
  probe: () => Promise<boolean>;
  /** Milliseconds that the first connection waits at most; 1000. */
  firstScreen?: number;
}

/**
 * The page's only socket. It opens after the first list and closes when the session, the workplace or the member's access to the
 * community ends: the server refuses members without access. Each connection refetches every list, so that no earlier event is missed.
 */
export function createRealtime(settings: RealtimeSettings): Realtime {
  const { session, deployment, queryClient, connect = connectSocket, probe, firstScreen = firstScreenMs } = settings;
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
    doubt = setTimeout(() => void check(), connectionCheckMs);
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
    const admitted = user !== null && missingAccess(user, deployment.get()) === undefined;
    const nextKey = admitted ? JSON.stringify([token, workplace]) : '';
    if (nextKey === key) return;
    key = nextKey;
    socket?.disconnect();
    socket = undefined;
    clearTimeout(doubt);
    if (token === null || !admitted) return connection.set('polling');
    const late = setTimeout(begin, firstScreen);
    await begun;
    clearTimeout(late);
    if (nextKey !== key) return;
    // Its chunk may fail to load when the network drops: lists poll until a retry succeeds.
    const made = await connect({ token, workplace }).catch(() => undefined);
    if (nextKey !== key) return void made?.disconnect();
    if (made === undefined) {
      key = '';
      return void setTimeout(() => void follow(), connectionCheckMs);
    }
    socket = made;
    made.on('connect', () => {
      live();
      void readAgain(queryClient);
    });
    made.on('disconnect', () => socket === made && lost());
    made.on('connect_error', () => socket === made && connection.get() === 'live' && lost());
    made.onAny((event, payload) => {
      notify(listeners.get(event) ?? [], payload as never);
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
 * Refetches everything that was read before the connection. A first load continues and is refetched after its reply; if it fails, it
 * stays failed, since a retry would hide the error.
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

/** Loads socket.io late: the first screen needs only the API. */
const connectSocket = async (auth: { token: string; workplace: string }): Promise<RealtimeSocket> =>
  (await import(/* webpackChunkName: "later" */ './socket')).connectSocket(auth);

/** Calls the handler for each event while the component is mounted. */
export function useRealtime<E extends ServerEvent>(event: E, handler: (payload: ServerEventPayload<E>) => void): void {
  const { realtime } = useKit();
  const latest = useRef(handler);
  useEffect(() => {
    latest.current = handler;
  });
  useEffect(() => realtime.on(event, (payload) => latest.current(payload)), [realtime, event]);
}

/** Returns the function that sends an event, e.g. a typing signal. */
export function useEmit(): Realtime['emit'] {
  const { realtime } = useKit();
  return useCallback((event, payload) => realtime.emit(event, payload), [realtime]);
}

/** The current {@link Connection}. */
export function useConnection(): Connection {
  return useStore(useKit().realtime.connection);
}
