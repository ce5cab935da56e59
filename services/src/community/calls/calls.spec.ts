import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { logout } from '@paddock/contract/calls/account';
import { pathParameters, type Call } from '@paddock/contract/core/call';
import { allCalls } from '../../infrastructure/calls/all-calls.js';
import { errorCatalogue, type ErrorReply } from '@paddock/contract/core/errors';
import { ruleOf } from '@paddock/contract/core/permissions';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { sampleInput } from '../../../test/sample-input.js';
import {
  startTestServices,
  type RawReply,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { until } from '../../../test/test-smtp.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { CallRoutes } from './call-routes.js';

let services: TestServices;
let member: TestMember;
/** Whether a call of the member has changed something: one of the calls signs out. */
let isUsed = true;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  // Every optional feature is on: a disabled call is refused before its input is checked.
  await services.configure('motorsport', (file) => {
    const third_party_auth = { title: 'Club', issuer: 'https://id.example.org', client_id: 'paddock' };
    const sold = { web_subscriptions: true, in_app_subscriptions: true };
    Object.assign(file.flags, {
      passkeys: true,
      totp: true,
      third_party_auth,
      rsvp: true,
      event_ratings: true,
      ...sold,
    });
  });
});
beforeEach(async () => {
  if (isUsed) member = await services.member({ admin: true });
  isUsed = false;
});
afterAll(() => services.close());

const named = allCalls.map((call) => [call.name, call] as const);
const signedIn = named.filter(([, call]) => ruleOf(call.permission).role !== 'anyone');
const needsToken = new Set(signedIn.map(([name]) => name).filter((name) => name !== logout.name));
const plain = named.filter(([, call]) => !call.files);
const withBody = named.filter(([, call]) => !call.files && (call.method === 'POST' || call.method === 'PUT'));
const multipart = named.filter(([, call]) => call.files);

/** Sends a call with a sample of its input, with a test's changes. */
async function send(
  call: Call,
  change: { fields?: object; query?: string; token?: string; headers?: object; body?: string },
) {
  const fields: Record<string, unknown> = { ...sampleInput(call.input), ...change.fields };
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(fields[name]));
  const rest = Object.entries(fields).filter(([name]) => !pathParameters(call.path).includes(name));
  const inQuery = call.method === 'GET' || call.method === 'DELETE';
  const query = new URLSearchParams(
    inQuery ? rest.map(([name, value]): [string, string] => [name, String(value)]) : [],
  );
  const { token = member.token } = change;
  const reply = await services.request(call.method, `/api${path}?${query.toString()}${change.query ?? ''}`, {
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(change.body !== undefined && { 'content-type': 'application/json' }),
      ...change.headers,
    },
    body: change.body ?? (inQuery || call.files ? undefined : Object.fromEntries(rest)),
  });
  // Refused for its token, a call reads none of its fields.
  if (change.token === undefined && needsToken.has(call.name)) expect(reply.text).not.toContain('"INVALID_TOKEN"');
  if (reply.status === 200 && (call.method !== 'GET' || call.name === logout.name)) isUsed = true;
  return reply;
}

const errorOf = ({ text }: RawReply) => JSON.parse(text) as ErrorReply;

/** Every refusal is a code of the catalogue with its status and without internal details. */
function expectRefusal(reply: RawReply, code: string) {
  expect({ status: reply.status, ...errorOf(reply) }).toMatchObject({
    status: errorCatalogue[code as keyof typeof errorCatalogue],
    code,
    message: expect.any(String),
  });
  expect(reply.text).not.toMatch(/\bat .*\.(js|ts):\d+|node_modules|Error:/);
}

describe('routes', () => {
  it('are one for each declared call; calls of one handler share method and path', () => {
    const routes = services.get(CallRoutes).routes();
    expect(routes.flatMap(({ calls }) => calls.map(({ name }) => name)).sort()).toEqual(
      allCalls.map(({ name }) => name).sort(),
    );
    for (const { calls } of routes)
      for (const { method, path } of calls) expect([method, path]).toEqual([calls[0].method, calls[0].path]);
  });
});

describe('every call', () => {
  it.each(plain)('%s takes the common parameters', async (_, call) => {
    const common = {
      workplace: '',
      geo: '7.2,50.3',
      preferred_lang: 'en',
      'api-version': '0.4.2',
      'local-time': '2026-05-01T10:00:00+02:00',
      'client-version': '1.0.0',
      'device-version': '1',
      'device-platform': 'web',
      'device-model': 'x',
    };
    const { fields = {} } = errorOf(await send(call, { fields: common }));
    expect(Object.keys(fields).filter((name) => name in common)).toEqual([]);
  });

  it.each(plain)('%s refuses another API version', async (_, call) => {
    expectRefusal(await send(call, { fields: { 'api-version': '0.3' } }), 'DEPRECATED_CLIENT');
  });

  it.each(plain)('%s refuses a field that it does not declare', async (_, call) => {
    const reply = await send(call, { fields: { never_declared: 'x' } });
    expectRefusal(reply, 'INVALID_INPUT');
    expect(errorOf(reply).fields).toEqual({ never_declared: 'never_declared_UNKNOWN' });
    for (const name of ['constructor', 'toString', '$where'])
      expectRefusal(await send(call, { fields: { [name]: 'x' } }), 'INVALID_INPUT');
  });

  it.each(signedIn)('%s refuses a call without token', async (_, call) => {
    expectRefusal(await send(call, { token: '' }), call.files ? 'UNSUPPORTED_MEDIA_TYPE' : 'INVALID_TOKEN');
  });

  it.each(signedIn.filter(([, call]) => !call.files))('%s refuses a dead token and a cookie', async (_, call) => {
    expectRefusal(await send(call, { token: 'dead' }), 'INVALID_TOKEN');
    const cookie = { cookie: `token=${member.token}; authorization=Bearer ${member.token}` };
    expectRefusal(await send(call, { token: '', headers: cookie }), 'INVALID_TOKEN');
  });

  it.each(withBody)('%s refuses a body that is not an object, not JSON, or too large', async (_, call) => {
    for (const body of ['{"a":', '[]', '"text"', 'null', '{"__proto__":{"admin":true}}', ''])
      expectRefusal(await send(call, { body }), 'MALFORMED_REQUEST');
    expectRefusal(await send(call, { body: JSON.stringify({ a: 'x'.repeat(600_000) }) }), 'BODY_TOO_LARGE');
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])
      expectRefusal(await send(call, { body: 'a=b', headers: { 'content-type': type } }), 'UNSUPPORTED_MEDIA_TYPE');
  });

  it.each(plain)('%s handles values of a wrong type without failing', async (_, call) => {
    for (const value of [{ $gt: '' }, ['a', ['b']], 7, true, null]) {
      const fields = Object.fromEntries(
        Object.keys(call.input.shape)
          .filter((name) => !pathParameters(call.path).includes(name))
          .map((name) => [name, value]),
      );
      const reply = await send(call, { fields });
      expect(reply.status).toBeLessThan(500);
    }
  });

  it.each(named.filter(([, call]) => pathParameters(call.path).includes('id')))(
    '%s refuses another id in query or body than in the path',
    async (_, call) => {
      expectRefusal(await send(call, { query: '&id=another' }), 'ID_MISMATCH');
      if (!call.files && (call.method === 'PUT' || call.method === 'POST'))
        expectRefusal(await send(call, { body: '{"id":"another"}' }), 'ID_MISMATCH');
    },
  );

  it('refuses a repeated field nested deeper than the stack', async () => {
    const deep = `{"client_id":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    const headers = { 'content-type': 'application/json' };
    const { status, text } = await services.request('PUT', '/api/users?client_id=[1]', { headers, body: deep });
    expect([status, text]).toEqual([400, expect.stringContaining('ID_MISMATCH')]);
  });

  it.each(multipart)('%s refuses an old client and a body that is not multipart with its file', async (_, call) => {
    expectRefusal(await send(call, { body: '{}' }), 'UNSUPPORTED_MEDIA_TYPE');
    const old = await send(call, {
      query: '&api-version=0.3',
      body: `--x\r\nContent-Disposition: form-data; name="${call.files!.field}"; filename="a.png"\r\n\r\na\r\n--x--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    });
    expectRefusal(old, 'DEPRECATED_CLIENT');
    const bodies = [
      ['multipart/form-data', ''],
      ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n'],
      ['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="parent"\r\n\r\n1\r\n--x--\r\n'],
    ] as const;
    for (const [type, body] of bodies) {
      const reply = await send(call, { body, headers: { 'content-type': type } });
      expect([reply.status, errorOf(reply).code in errorCatalogue]).toEqual([400, true]);
    }
  });
});

describe('a token', () => {
  const me = (path: string, headers = {}, host = 'motorsport.localhost') =>
    services.request('GET', `/api/users/me${path}`, { headers: { host, ...headers } });

  it('counts in the header and as the token parameter', async () => {
    expect((await me('', { authorization: `Bearer ${member.token}` })).status).toBe(200);
    expect((await me(`?token=${member.token}`)).status).toBe(200);
  });

  it('is invalid in another community', async () => {
    const headers = { authorization: `Bearer ${member.token}` };
    expectRefusal(await me('', headers, 'workplace.localhost'), 'INVALID_TOKEN');
  });

  it('reports its expiry, and is extended by use', async () => {
    const tenant = tenantOf('motorsport');
    const sessions = services.get(SessionRepository);
    const other = await services.member();
    const [session] = await sessions.ofUser(tenant, other.id);
    const anHourAgo = new Date(Date.now() - hourMs);
    await sessions.use(tenant, [session!._id], anHourAgo, new Date(Date.now() + 60_000));
    expect((await me(`?token=${other.token}`)).status).toBe(200);
    await until(async () => {
      const [used] = await sessions.ofUser(tenant, other.id);
      return used!.expires.getTime() > Date.now() + 80 * dayMs;
    });
    await sessions.use(tenant, [session!._id], anHourAgo, anHourAgo);
    expectRefusal(await me(`?token=${other.token}`), 'TOKEN_EXPIRED');
  });

  it('of a member who is not verified or approved opens their own account only', async () => {
    for (const [fields, code] of [
      [{ email_verified: false }, 'EMAIL_NOT_VERIFIED'],
      [{ pending: true }, 'PENDING_APPROVAL'],
    ] as const) {
      const as = await services.member(fields);
      expect((await me(`?token=${as.token}`)).status).toBe(200);
      expectRefusal(await services.request('GET', `/api/shouts?token=${as.token}`), code);
    }
  });
});

describe('a workplace', () => {
  const shouts = (as: TestMember, workplace: string) =>
    services.request('GET', `/api/shouts?workplace=${workplace}`, {
      headers: { host: `${as.community}.localhost`, authorization: `Bearer ${as.token}` },
    });

  it.each<[string, object, string, number]>([
    ['its member', { workplace: 'hq' }, 'hq', 200],
    ['the member of another', { workplace: 'porto' }, 'hq', 403],
    ['a super admin', { admin: true }, 'hq', 200],
    ['a super admin, if it does not exist', { admin: true }, 'nowhere', 403],
    ['anybody, if none is named', {}, '', 200],
  ])('is open to %s', async (_, fields, workplace, status) => {
    const as = await services.member({ community: 'workplace', ...fields });
    expect((await shouts(as, workplace)).status).toBe(status);
  });

  it('that a member has left does not block them from their account', async () => {
    const as = await services.member({ community: 'workplace' });
    const headers = { host: 'workplace.localhost', authorization: `Bearer ${as.token}` };
    expect((await services.request('GET', '/api/users/me?workplace=hq', { headers })).status).toBe(200);
  });
});

describe('method=delete', () => {
  it('turns a GET into the DELETE of its path, with the same checks', async () => {
    const path = '/api/shouts/0123456789abcdef01234567';
    expectRefusal(await services.request('GET', `${path}?method=delete`), 'INVALID_TOKEN');
    const headers = { authorization: `Bearer ${member.token}` };
    const deleted = await services.request('DELETE', path, { headers });
    expect(await services.request('GET', `${path}?method=delete`, { headers })).toMatchObject({
      status: deleted.status,
      text: deleted.text,
    });
    expectRefusal(await services.request('GET', '/api/boot?method=delete', { headers }), 'NOT_FOUND');
  });
});

describe('a host', () => {
  it('that is unknown selects the default community; a forged X-Forwarded-Host is ignored', async () => {
    const boot = async (headers: Record<string, string>) =>
      (JSON.parse((await services.request('GET', '/api/boot', { headers })).text) as { community: { id: string } })
        .community.id;
    expect(await boot({ host: 'anything.example' })).toBe('motorsport');
    expect(await boot({ host: `workplace.localhost:${services.port}` })).toBe('workplace');
    expect(await boot({ host: 'motorsport.localhost', 'x-forwarded-host': 'workplace.localhost' })).toBe('motorsport');
  });
});

describe('an unknown address', () => {
  it.each([
    ['GET', '/api/nothing', 'NOT_FOUND'],
    ['PATCH', '/api/users/me', 'NOT_FOUND'],
    ['GET', '/api/%zz', 'MALFORMED_REQUEST'],
    ['GET', `/api/chats/${'x'.repeat(500)}`, undefined],
  ])('%s %s returns a code of the catalogue', async (method, path, code) => {
    const reply = await services.request(method, path);
    expect(errorOf(reply).code in errorCatalogue).toBe(true);
    if (code) expectRefusal(reply, code);
  });
});
