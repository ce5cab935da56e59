import { errorCatalogue, type ErrorCode } from '@paddock/contract/core/errors';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { messageOf } from '../infrastructure/errors/messages.js';

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
    const { status, body, head } = refusal(code, headers);
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
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

function refusal(code: ErrorCode, headers: Readonly<Record<string, string>>) {
  const body = JSON.stringify({ code, message: messageOf(code) });
  const head = {
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { status: errorCatalogue[code], body, head };
}
