import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from 'node:net';
import { startTestServices, type TestServices } from '../../test/start-test-services.js';
import { refuseUnreadable } from './unreadable-requests.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

/** What is written back to these bytes until the connection ends. */
function exchange(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(services.port, '127.0.0.1', () => socket.write(text));
    let reply = '';
    socket.on('data', (data) => (reply += data.toString()));
    socket.on('close', () => resolve(reply));
    socket.on('error', reject);
  });
}

const host = 'Host: motorsport.localhost';
const security = [
  /^content-security-policy: /im,
  /^x-content-type-options: nosniff/im,
  /^permissions-policy: .*camera=\(self\)/im,
];

describe(refuseUnreadable, () => {
  it.each([
    [
      'headers that are too long',
      `GET / HTTP/1.1\r\n${host}\r\nx: ${'a'.repeat(100_000)}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    [
      'an address that is too long',
      `GET /${'a'.repeat(100_000)} HTTP/1.1\r\n${host}\r\n\r\n`,
      431,
      'HEADERS_TOO_LARGE',
    ],
    ['a method that does not exist', `FETCH / HTTP/1.1\r\n${host}\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
    ['no HTTP', 'hello\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['an unknown version of HTTP', `GET / HTTP/9.9\r\n${host}\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
    [
      'two lengths',
      `POST /api/logs HTTP/1.1\r\n${host}\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx`,
      400,
      'MALFORMED_REQUEST',
    ],
    ['a broken header', `GET / HTTP/1.1\r\n${host}\r\nx y: z\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
    ['no host', 'GET /api/boot HTTP/1.1\r\n\r\n', 400, 'MALFORMED_REQUEST'],
    ['an unknown expectation', `GET / HTTP/1.1\r\n${host}\r\nExpect: wonders\r\n\r\n`, 400, 'MALFORMED_REQUEST'],
  ])('replies to %s with the catalogue’s body and closes', async (_, text, status, code) => {
    const reply = await exchange(text);
    expect(reply).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const [head = '', body = ''] = reply.split('\r\n\r\n');
    expect(JSON.parse(body)).toEqual({ code, message: expect.any(String) });
    expect(head).toMatch(/^connection: close$/im);
    for (const header of security) expect(head).toMatch(header);
  });

  it('continues to serve requests', async () => expect((await services.request('GET', '/api/boot')).status).toBe(200));
});

describe('a refused WebSocket upgrade', () => {
  const upgrade = (query: string, ...lines: string[]) =>
    [
      `GET /api/realtime/?EIO=4&${query} HTTP/1.1`,
      host,
      'Connection: Upgrade',
      'Upgrade: websocket',
      ...lines,
      '\r\n',
    ].join('\r\n');
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  const version = 'Sec-WebSocket-Version: 13';

  it.each([
    ['an unknown session', upgrade('transport=websocket&sid=unknown', key, version)],
    ['an unknown transport', upgrade('transport=pigeon', key, version)],
    ['no key', upgrade('transport=websocket', version)],
    ['an unknown version', upgrade('transport=websocket', key, 'Sec-WebSocket-Version: 99')],
  ])('with %s has the catalogue’s body and the security headers', async (_, text) => {
    const [head = '', body = ''] = (await exchange(text)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(JSON.parse(body)).toEqual({ code: 'MALFORMED_REQUEST', message: expect.any(String) });
    for (const header of [...security, /^connection: close$/im]) expect(head).toMatch(header);
  });
});

describe('the security headers', () => {
  it.each([
    ['the page', '/', 200],
    ['a call', '/api/boot', 200],
    ['a refused call', '/api/users/me', 401],
    ['an address that is no address', '/api/%zz', 400],
    ['a handshake by polling, which is off', '/api/realtime/?EIO=4&transport=polling', 400],
    ['a refusal of Engine.IO', '/api/realtime/?EIO=4&transport=websocket&sid=nobody', 400],
    ['an unknown transport', '/api/realtime/?EIO=4&transport=pigeon', 400],
  ])('are on %s', async (_, path, status) => {
    const reply = await services.request('GET', path);
    expect(reply.status).toBe(status);
    const head = Object.entries(reply.headers)
      .map(([name, value]) => `${name}: ${String(value)}`)
      .join('\n');
    for (const header of security) expect(head).toMatch(header);
  });
});
