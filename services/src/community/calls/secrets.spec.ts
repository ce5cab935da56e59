import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Call } from '@paddock/contract/core/call';
import { allCalls } from '@paddock/contract/calls/contract-calls';
import { permissions } from '@paddock/contract/core/permissions';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';

let services: TestServices;
let member: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  // What a deployment can turn on is on: a call that is off refuses before it looks at its input.
  await services.configure('motorsport', (file) => {
    const third_party_auth = { title: 'Club', issuer: 'https://id.example.org', client_id: 'paddock' };
    Object.assign(file.flags, { passkeys: true, totp: true, third_party_auth });
  });
});
beforeEach(async () => {
  member = await services.member({ admin: true, email_verified: false });
});
afterAll(() => services.close());

describe('the session’s token', () => {
  const isOpen = ({ permission }: Call) => permissions[permission].role === 'anyone';
  const changing = allCalls.filter(({ method }) => /POST|PUT/.test(method));
  /** Without a token it is a call that anyone may make, at the same address. */
  const isOpenWithout = ({ path }: Call) => changing.some((call) => call.path === path && isOpen(call));
  const signedIn = changing.filter((call) => !isOpen(call));

  it.each(signedIn.map((call) => [call.method, call.name, call] as const))(
    'in the query of a %s counts as none: %s',
    async (method, _, call) => {
      const { path, files } = call;
      const form = new FormData();
      if (files) form.append(files.field, new Blob(['lap,time']), 'a.csv');
      const sent = files ? new Response(form) : Response.json({});
      const headers = { 'content-type': sent.headers.get('content-type')! };
      const body = await sent.text();
      const ask = async (query: string) => {
        const reply = await services.request(method, `/api${path.replace(/\{\w+\}/g, '0')}${query}`, { headers, body });
        return [reply.status, reply.text];
      };
      const refused = await ask(`?token=${member.token}`);
      expect(refused).toEqual(await ask(''));
      expect(refused[1]).toContain(isOpenWithout(call) ? 'INVALID_FILE' : 'INVALID_TOKEN');
    },
  );

  it('counts in the query of a GET, and of a DELETE sent as one', async () => {
    const me = await services.request('GET', `/api/users/me?token=${member.token}`);
    expect([me.status, me.text.includes(member.username)]).toEqual([200, true]);
    const left = await services.request('GET', `/api/users?method=delete&token=${member.token}`);
    expect(left.text).toContain('MISSING_PASSWORD');
  });
});

const cells = allCalls.flatMap((call) => call.inBody.map((field) => [call.name, field, call] as const));

describe('a secret in the query', () => {
  it.each(cells)('of %s counts as none: %s', async (_, field, call) => {
    const ask = async (method: string, query: string, body?: object) => {
      const path = `/api${call.path.replace('{id}', member.id)}?${query}`;
      const headers = { authorization: `Bearer ${member.token}` };
      const { status, text } = await services.request(method, path, { headers, ...(body && { body }) });
      return { status, text };
    };
    const value = encodeURIComponent(JSON.stringify({ a: 1 }));
    // Nothing else is given but the verb: a secret that counted would change what is missed.
    const verb = 'verb' in call.input.shape ? { verb: 'change_password' } : {};
    expect(await ask(call.method, `${field}=${value}`, verb)).toEqual(await ask(call.method, '', verb));
    // Of two that count, one that says something else is refused.
    expect((await ask(call.method, `${field}=${value}`, { ...verb, [field]: 'x' })).text).not.toContain('ID_MISMATCH');
    if (call.method === 'DELETE')
      expect(await ask('GET', `method=delete&${field}=${value}`)).toEqual(await ask('GET', 'method=delete'));
  });
});
