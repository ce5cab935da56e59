import {
  type ClientEvent,
  type ClientEventPayload,
  realtimePath,
  type ServerEvent,
  type ServerEventPayload,
} from '@paddock/contract/realtime';
import type { QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { useKit } from './kit-context';
import type { SessionService } from './session';
import { createStore, type Store, useStore } from './store';

/** What of a socket.io client is used, so that a test can pass a real one to any server. */
export interface RealtimeSocket {
  on(event: string, listener: (payload: never) => void): unknown;
  onAny(listener: (event: string, payload: unknown) => void): unknown;
  emit(event: string, payload: unknown): unknown;
  disconnect(): unknown;
}

/** `live`: events come. `polling`: no socket, lists ask every 6 s. `offline`: the server does not answer. */
export type Connection = 'live' | 'polling' | 'offline';

export interface Realtime {
  connection: Store<Connection>;
  on<E extends ServerEvent>(event: E, listener: (payload: ServerEventPayload<E>) => void): () => void;
  /** Sent when there is a socket, else dropped: everything sent here (typing) is stale a second later. */
  emit<E extends ClientEvent>(event: E, payload: ClientEventPayload<E>): void;
  /** Told by the API client: an answer came, or none did. */
  heard(answered: boolean): void;
}

/** Milliseconds between the requests of a list while there is no socket (A §9). */
export const POLLING_INTERVAL = 6000;
/** Milliseconds until a lost socket counts as offline, and at most between two attempts (A §9, connection check). */
const CONNECTION_CHECK = 3000;

export interface RealtimeSettings {
  session: SessionService;
  queryClient: QueryClient;
  connect?: (auth: { token: string; workplace: string }) => Promise<RealtimeSocket>;
}

/**
 * The one socket of the page. It lives as long as the session and the workplace; after a gap every list is read again,
 * so that nothing sent meanwhile is missed.
 */
export function createRealtime({ session, queryClient, connect = connectSocket }: RealtimeSettings): Realtime {
  const connection = createStore<Connection>('polling');
  const listeners = new Map<string, Set<(payload: never) => void>>();
  let socket: RealtimeSocket | undefined;
  let key = '';
  let doubt: ReturnType<typeof setTimeout> | undefined;

  const lost = () => {
    connection.set('polling');
    clearTimeout(doubt);
    doubt = setTimeout(() => connection.set('offline'), CONNECTION_CHECK);
  };
  const live = () => {
    clearTimeout(doubt);
    connection.set('live');
  };

  async function follow() {
    const { token, workplace } = session.get();
    const wanted = token === null ? '' : JSON.stringify([token, workplace]);
    if (wanted === key) return;
    key = wanted;
    socket?.disconnect();
    socket = undefined;
    clearTimeout(doubt);
    if (token === null) return;
    const made = await connect({ token, workplace });
    if (wanted !== key) return void made.disconnect();
    socket = made;
    let before = false;
    made.on('connect', () => {
      live();
      if (before) void queryClient.invalidateQueries();
      before = true;
    });
    made.on('disconnect', () => socket === made && lost());
    made.on('connect_error', () => socket === made && connection.get() === 'live' && lost());
    made.onAny((event, payload) => {
      for (const listener of [...(listeners.get(event) ?? [])]) listener(payload as never);
    });
  }

  session.subscribe(() => void follow());
  void follow();
  globalThis.addEventListener?.('offline', () => connection.set('offline'));
  globalThis.addEventListener?.('online', () => connection.get() === 'offline' && connection.set('polling'));

  return {
    connection,
    on(event, listener) {
      const set = listeners.get(event) ?? new Set();
      listeners.set(event, set.add(listener));
      return () => void set.delete(listener);
    },
    emit: (event, payload) => void (connection.get() === 'live' && socket?.emit(event, payload)),
    heard(answered) {
      if (!answered) connection.set('offline');
      else if (connection.get() === 'offline') connection.set('polling');
    },
  };
}

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

/** Whether events come, lists poll, or the server does not answer. */
export function useConnection(): Connection {
  return useStore(useKit().realtime.connection);
}
