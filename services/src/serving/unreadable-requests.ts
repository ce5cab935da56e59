import { errorCatalogue, type ErrorCode } from '@paddock/contract/core/errors';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { messageOf } from '../infrastructure/errors/messages.js';

const codeOfParser: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'HEADERS_TOO_LARGE',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'BODY_TOO_LARGE',
  ERR_HTTP_REQUEST_TIMEOUT: 'REQUEST_TIMEOUT',
};

/** How long a client may go on sending what nobody reads, so that it gets the reply before the connection breaks. */
const lingerMs = 1000;

/** The reply of a request that the HTTP parser refuses, written to the socket itself. The connection ends with it. */
export function refuseUnreadable(headers: Readonly<Record<string, string>>) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    // What the client sends after the refused part fails again.
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

/** Replaces the empty reply that Node gives to an expectation it does not know. */
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
