import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { logAccess, maskAddress } from './access-log.js';

const running: TestServices[] = [];
const start = async (variables: Record<string, string>) => {
  const services = await startTestServices({ TRUSTED_PROXY: '127.0.0.1', ...variables });
  running.push(services);
  return services;
};
afterAll(() => Promise.all(running.map((services) => services.close())));

type Line = Record<'module' | 'client' | 'method' | 'path' | 'request' | 'status' | 'ms' | 'bytes', string | number>;
const linesOf = ({ log }: TestServices, module = 'access') =>
  log.map((line) => JSON.parse(line) as Line).filter((line) => line.module === module);

async function lineFor(services: TestServices, path: string, headers: Record<string, string> = {}) {
  const before = linesOf(services).length;
  await services.request('GET', path, { headers });
  // The line follows the reply.
  while (linesOf(services).length === before) await new Promise((resolve) => setTimeout(resolve, 5));
  return linesOf(services).at(-1)!;
}

describe(logAccess, () => {
  let services: TestServices;
  beforeAll(async () => void (services = await start({ ACCESS_LOG: 'full' })));
  afterEach(() => void services.log.splice(0));

  it('logs client, method, path, status, duration and bytes of a reply', async () => {
    expect(await lineFor(services, '/live', { 'x-forwarded-for': '203.0.113.9' })).toMatchObject({
      client: '203.0.113.9',
      method: 'GET',
      path: '/live',
      status: 200,
      ms: expect.any(Number),
      bytes: expect.any(Number),
    });
    const [first, second] = [await lineFor(services, '/live'), await lineFor(services, '/live')];
    expect(second.bytes).toBe(first.bytes);
    expect(first.bytes).toBeGreaterThan('{"ok":true}'.length);
  });

  it('has the id that the proxy sent, as the line about the call has, and a new one in place of any other text', async () => {
    const { request } = await lineFor(services, '/api/boot', { 'x-request-id': '9b2e1c0d74a2993a' });
    expect(request).toBe('9b2e1c0d74a2993a');
    expect(linesOf(services, 'http').at(-1)?.request).toBe(request);
    for (const id of ['short', 'x'.repeat(65), '{"level":"error"}'])
      expect((await lineFor(services, '/live', { 'x-request-id': id })).request).toMatch(/^[\da-f-]{36}$/);
  });

  const token = 's3cretvalue'.repeat(4);
  it.each([
    [`/api/boot?token=${token}`, '/api/boot'],
    [`/api/calendars/${token}`, '/api/calendars/:token'],
    [`/api/files/${token}/${token}?signature=${token}`, '/api/files/:viewer/:file'],
    [`/api/groups/${token}`, '/api/groups/:id'],
    [`/api/usernames/${token}`, '/api/usernames/:username'],
    [`/api/nothing/${token}`, '/api/…'],
    [`/activation/${token}`, '/activation/…'],
    [`/activation/${token}.html`, '/activation/…'],
    [`/reset_password/a/${token}`, '/reset_password/…'],
    [`/login;${token}`, '/login'],
    ['/api/groups/6540a1b2c3d4e5f601234567', '/api/groups/6540a1b2c3d4e5f601234567'],
    ['/assets/shell.js', '/assets/shell.js'],
    ['/', '/'],
  ])('logs %s as %s', async (path, logged) => {
    expect((await lineFor(services, path)).path).toBe(logged);
    expect(services.log.join()).not.toContain('s3cretvalue');
  });

  it('logs the network only where addresses are shortened, and nothing by default', async () => {
    const short = await start({ ACCESS_LOG: 'short' });
    expect((await lineFor(short, '/live', { 'x-forwarded-for': '203.0.113.9' })).client).toBe('203.0.113.0/24');
    expect(short.log.join()).not.toContain('203.0.113.9');
    const silent = await start({});
    await silent.request('GET', '/live');
    expect(linesOf(silent)).toEqual([]);
  });
});

describe(maskAddress, () => {
  it.each([
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::6', '2001:db8:0::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
  ])('shortens %s to %s', (address, network) => expect(maskAddress(address)).toBe(network));
});
