import { realtimePath } from '@paddock/contract/calls/realtime';
import { minuteMs, secondMs } from '@paddock/contract/core/durations';
import type { ErrorCode } from '@paddock/contract/core/errors';
import type { Socket } from 'socket.io-client';

/** The used part of a socket.io client, so that a test can pass a client of any server. */
export interface RealtimeSocket {
  on(event: string, listener: (payload: never) => void): unknown;
  onAny(listener: (event: string, payload: unknown) => void): unknown;
  emit(event: string, payload: unknown): unknown;
  disconnect(): unknown;
  readonly connected: boolean;
}

/** Milliseconds before a new attempt, if the server names none; each further pause doubles up to the longest. */
const minPauseMs = 3 * secondMs;
const maxPauseMs = minuteMs;

/** Refusals that pass. The others are about session or access, of which the shell learns by its calls. */
const passingCodes: readonly string[] = [
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'STORAGE_FULL',
  'TOO_MANY_REQUESTS',
  'UNKNOWN_COMMUNITY',
] satisfies ErrorCode[];

/** Opens the page's socket. */
export async function connectSocket(auth: { token: string; workplace: string }): Promise<RealtimeSocket> {
  const { io } = await import('socket.io-client');
  return withReconnects(
    io({
      path: realtimePath,
      auth,
      transports: ['websocket'],
      reconnectionDelay: 500,
      reconnectionDelayMax: 3 * secondMs,
    }),
  );
}

/**
 * Connects again after a refusal that passes, such as while the database is away, and after the server has closed the socket: Socket.IO
 * gives up both.
 */
export function withReconnects(socket: Socket, minPause = minPauseMs): RealtimeSocket {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  const connectLater = (wait = Math.min(minPause * 2 ** attempts, maxPauseMs)) => {
    attempts += 1;
    clearTimeout(timer);
    // Windows that were refused together must not return together.
    timer = setTimeout(() => socket.connect(), wait * (1 + Math.random()));
  };
  socket.on('connect', () => (attempts = 0));
  socket.on('disconnect', (reason) => reason === 'io server disconnect' && connectLater());
  socket.on('connect_error', (refusal: Error & { data?: { code?: string; retry_after?: number } }) => {
    const { code = '', retry_after } = refusal.data ?? {};
    // An active socket connects again by itself.
    if (!socket.active && passingCodes.includes(code)) connectLater(retry_after && retry_after * secondMs);
  });
  return {
    on: (event, listener) => socket.on(event, listener as () => void),
    onAny: (listener) => socket.onAny(listener),
    emit: (event, payload) => socket.emit(event, payload),
    disconnect() {
      clearTimeout(timer);
      socket.disconnect();
    },
    get connected() {
      return socket.connected;
    },
  };
}
