import type { ErrorCode } from '@paddock/contract/core/errors';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { rawRefusal, refusal } from '../infrastructure/errors/raw-refusal.js';

const codeOfParser: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** How long the socket stays open after the reply, so that a client that still sends gets the reply. */
const lingerMs = 1000;

/** Replies to a request that the HTTP parser refuses: writes to the socket and closes the connection. */
export function refuseUnreadable(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // Data after the refused part fails again.
    if (socket.writableEnded) return;
    const { _httpMessage: reply } = socket as Socket & { _httpMessage?: { headersSent: boolean } };
    if (error.code === 'ECONNRESET' || !socket.writable || reply?.headersSent) {
      socket.destroy();
      return;
    }
    const code = codeOfParser[error.code ?? ''] ?? 'MALFORMED_REQUEST';
    socket.end(rawRefusal(code, headers));
    setTimeout(() => socket.destroy(), lingerMs).unref();
  };
}

/** Replaces Node's empty reply to an unknown `Expect` header. */
export function refuseExpectations(server: Server, headers: Readonly<Record<string, string>>): void {
  server.on('checkExpectation', (_request, response) => {
    const { status, body, head } = refusal('MALFORMED_REQUEST', headers);
    response.writeHead(status, head).end(body);
  });
}
