import { errorCatalogue, type ErrorCode } from '@paddock/contract/core/errors';
import { STATUS_CODES } from 'node:http';
import { messageOf } from './messages.js';

type Headers = Readonly<Record<string, string>>;

/** The catalogue's reply to a request that reaches no handler; it closes the connection. */
export function refusal(code: ErrorCode, headers: Headers, more: { retry_after?: number } = {}) {
  const body = JSON.stringify({ code, message: messageOf(code), ...more });
  const head = {
    ...headers,
    'cache-control': 'no-store',
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { status: errorCatalogue[code], body, head };
}

/** {@link refusal} as text for a socket without a response object. */
export function rawRefusal(code: ErrorCode, headers: Headers): string {
  const { status, body, head } = refusal(code, headers);
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}
