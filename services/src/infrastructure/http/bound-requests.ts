import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refusal } from '../errors/raw-refusal.js';

/**
 * Requests of one connection that may be in work at the same time. Browsers and proxies send one after another; only pipelining clients
 * send more.
 */
export const maxInFlight = 16;

/** A connection's requests without a finished reply. */
interface InFlight {
  count: number;
  /** The connection sent more than it may: it closes after its replies, and nothing else of it is handled. */
  isRefused: boolean;
}

/**
 * Bounds the requests in work of each connection. At the bound, reading from the connection stops until a reply is finished. What one
 * packet holds beyond the bound is parsed already: the first such request gets 429, which closes the connection, and the others get
 * nothing.
 */
export function boundRequests(server: Server, headers: Readonly<Record<string, string>>): void {
  const connections = new WeakMap<Socket, InFlight>();

  const mayRun = (request: IncomingMessage, response: ServerResponse): boolean => {
    const { socket } = request;
    const inFlight = connections.get(socket) ?? { count: 0, isRefused: false };
    connections.set(socket, inFlight);
    if (inFlight.isRefused) return false;
    if (inFlight.count >= maxInFlight) {
      inFlight.isRefused = true;
      const { status, body, head } = refusal('TOO_MANY_REQUESTS', headers);
      response.writeHead(status, head).end(body);
      return false;
    }
    // Node reads on at the end of each request, so pause after it.
    if (++inFlight.count === maxInFlight) process.nextTick(() => inFlight.count >= maxInFlight && socket.pause());
    response.once('close', () => {
      if (inFlight.count-- === maxInFlight && !inFlight.isRefused) socket.resume();
    });
    return true;
  };

  // Before the server listens, others add their listeners, and Engine.IO wraps those that it finds.
  server.once('listening', () => {
    const handlers = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      if (mayRun(request, response)) for (const handle of handlers) handle.call(server, request, response);
    });
  });
}
