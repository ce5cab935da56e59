import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Outbound } from './outbound.js';
import { isPublicAddress } from './private-address.js';

describe(isPublicAddress, () => {
  it.each(['1.1.1.1', '93.184.216.34', '172.15.255.255', '172.32.0.1', '2606:4700::1111', '2a00:1450:4001::200e'])(
    '%s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  );

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fe80::1',
    'ff02::1',
    'localhost',
    '',
  ])('%s is not', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe(Outbound, () => {
  let server: Server;
  let port: number;
  let asked: string[] = [];
  let answer: RequestListener;
  const toStop: Outbound[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization ?? ''}`.trim());
      answer(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(async () => {
    await Promise.all(toStop.map((outbound) => outbound.onApplicationShutdown()));
    await new Promise((resolve) => server.close(resolve));
  });

  function outbound(allow: string[] = [], addresses = ['127.0.0.1']): Outbound {
    asked = [];
    answer = (_request, response) => response.end('hello');
    const found = addresses.map((address) => ({ address, family: 4 }));
    const made = new Outbound({ outboundAllow: allow }, (_host, _options, done) => done(null, found));
    toStop.push(made);
    return made;
  }
  const reason = (work: Promise<unknown>) =>
    work.then(
      () => 'answered',
      (error: Error) => String((error.cause as Error | undefined)?.message ?? error.message),
    );

  it.each([
    ['an address of this machine', () => `http://127.0.0.1:${port}/`],
    ['it in one number', () => `http://2130706433:${port}/`],
    ['it in hexadecimal', () => `http://0x7f.1:${port}/`],
    ['it in version 6', () => `http://[::1]:${port}/`],
    ['it mapped into version 6', () => `http://[::ffff:7f00:1]:${port}/`],
    ['a cloud machine’s own data', () => 'http://169.254.169.254/latest/meta-data'],
  ])('refuses %s', async (_, address) => {
    expect(await reason(outbound().fetch(address()))).toContain('is not a public address');
    expect(asked).toEqual([]);
  });

  it('refuses inner addresses in each of their spellings', async () => {
    const addresses = innerAddresses();
    expect(addresses.length).toBeGreaterThan(200);
    const open = outbound();
    for (const address of addresses)
      expect([address, await reason(open.fetch(`http://${address}:${port}/`))]).toEqual([
        address,
        expect.stringMatching(/is not a public address|has no public address/),
      ]);
    expect(asked).toEqual([]);
  });

  it('refuses a name that resolves to a private address when the connection is made', async () => {
    expect(await reason(outbound().fetch(`http://rebound.example:${port}/`))).toContain('has no public address');
    expect(asked).toEqual([]);
  });

  it.each(['file:///etc/passwd', 'ftp://example.org/', 'data:text/plain,a'])('refuses %s', async (address) => {
    expect(await reason(outbound().fetch(address))).toContain('is not fetched');
  });

  it('refuses a password in the address', async () => {
    expect(await reason(outbound().fetch('https://ann:secret@example.org/'))).toContain('with a password');
  });

  it('fetches an allowed private address, and no other port of it', async () => {
    const open = outbound([`127.0.0.1:${port}`]);
    expect(await (await open.fetch(`http://127.0.0.1:${port}/a`)).text()).toBe('hello');
    expect(await reason(open.fetch(`http://127.0.0.1:${port + 1}/`))).toContain('is not a public address');
  });

  it('checks each redirection', async () => {
    const open = outbound([`127.0.0.1:${port}`]);
    answer = (_request, response) => response.writeHead(302, { location: `http://localhost:${port}/inside` }).end();
    expect(await reason(open.fetch(`http://127.0.0.1:${port}/`))).toContain('has no public address');
    expect(asked).toEqual(['GET /']);
  });

  it('follows no redirection of a POST, and sends no header of one server to another', async () => {
    const open = outbound([`127.0.0.1:${port}`, `localhost:${port}`]);
    answer = ({ url }, response) =>
      url === '/end' ? response.end() : response.writeHead(307, { location: `http://localhost:${port}/end` }).end();
    const headers = { authorization: 'Bearer secret' };
    expect((await open.fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: 'a' })).status).toBe(307);
    expect((await open.fetch(`http://127.0.0.1:${port}/`, { headers })).status).toBe(200);
    expect(asked).toEqual(['POST / Bearer secret', 'GET / Bearer secret', 'GET /end']);
  });

  it('gives up after five redirections', async () => {
    const open = outbound([`127.0.0.1:${port}`]);
    answer = (_request, response) => response.writeHead(302, { location: '/again' }).end();
    expect(await reason(open.fetch(`http://127.0.0.1:${port}/`))).toContain('too many redirections');
    expect(asked.length).toBe(6);
  });

  it('aborts a response that is too long or too late', async () => {
    const open = outbound([`127.0.0.1:${port}`]);
    answer = (_request, response) => response.end('x'.repeat(2000));
    const long = await open.fetch(`http://127.0.0.1:${port}/`, { maxBytes: 1000 });
    expect(await reason(long.text())).toContain('more than 1000 bytes');
    answer = () => undefined;
    const late = open.fetch(`http://127.0.0.1:${port}/`, { timeoutMs: 100 });
    expect(await reason(late)).toMatch(/timeout|aborted/i);
  });
});

/** Addresses of this machine, its network and its cloud in all forms that a URL allows. */
function innerAddresses(): string[] {
  const numbers = ['127.0.0.1', '127.8.9.10', '10.1.2.3', '172.16.0.1', '172.31.9.9', '192.168.1.1', '169.254.169.254'];
  numbers.push('100.64.0.1', '0.0.0.0', '198.18.0.1', '224.0.0.1', '240.0.0.1', '255.255.255.255');
  const spelled = numbers.flatMap((address) => {
    const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
    const whole = ((a * 256 + b) * 256 + c) * 256 + d;
    const hex = (number: number) => `0x${number.toString(16)}`;
    const octal = (number: number) => `0${number.toString(8)}`;
    const high = (a * 256 + b).toString(16);
    const low = (c * 256 + d).toString(16);
    return [
      ...[address, `${address}.`, String(whole), hex(whole), octal(whole)],
      ...[[a, b, c, d].map(hex).join('.'), [a, b, c, d].map(octal).join('.'), `${hex(a)}.${octal(b)}.${c}.${d}`],
      ...[`${a}.${b}.${c * 256 + d}`, `${a}.${(b * 256 + c) * 256 + d}`, `${hex(a)}.${hex((b * 256 + c) * 256 + d)}`],
      ...[
        `[::ffff:${address}]`,
        `[::ffff:${high}:${low}]`,
        `[0:0:0:0:0:ffff:${high}:${low}]`,
        `[64:ff9b::${high}:${low}]`,
      ],
      ...[`[2002:${high}:${low}::1]`, `[::${address}]`],
      address.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      address.replaceAll('.', '。'),
    ];
  });
  const names = ['localhost', 'LOCALHOST', 'localhost.', 'inner.localhost', 'router.local', 'metadata.google.internal'];
  return [...spelled, ...names, '[::]', '[::1]', '[fc00::1]', '[fd12:3456::1]', '[fe80::1]', '[fec0::1]', '[ff02::1]'];
}
