import { sendEmailPin } from '@paddock/contract/calls/email-verification';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Call } from '@paddock/contract/core/call';
import { allCalls } from '../../infrastructure/calls/all-calls.js';
import { ruleOf } from '@paddock/contract/core/permissions';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';

let services: TestServices;
let member: TestMember;
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
  member = await services.member({ admin: true, email_verified: false });
});
afterAll(() => services.close());

describe('the session’s token', () => {
  const isOpen = ({ permission }: Call) => ruleOf(permission).role === 'anyone';
  const changing = allCalls.filter(({ method }) => /POST|PUT/.test(method));
  /** Whether the same address has a call for anyone, which applies without a token. */
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
  it.each(cells)('of %s is ignored: %s', async (_, field, call) => {
    // A verified member needs the password for a new address.
    const isChange = call === sendEmailPin;
    const { id, token } = isChange ? await services.member() : member;
    const ask = async (method: string, query: string, body?: object) => {
      const path = `/api${call.path.replace('{id}', id)}?${query}`;
      const headers = { authorization: `Bearer ${token}` };
      const { status, text } = await services.request(method, path, { headers, ...(body && { body }) });
      return { status, text };
    };
    const value = encodeURIComponent(JSON.stringify({ a: 1 }));
    // Only what selects the act is given, so an accepted secret would change the set of missing fields.
    const verb = isChange
      ? { email: 'new@example.org' }
      : 'verb' in call.input.shape
        ? { verb: 'change_password' }
        : {};
    expect(await ask(call.method, `${field}=${value}`, verb)).toEqual(await ask(call.method, '', verb));
    // Given twice with different values, an accepted secret would be refused.
    expect((await ask(call.method, `${field}=${value}`, { ...verb, [field]: 'x' })).text).not.toContain('ID_MISMATCH');
    if (call.method === 'DELETE')
      expect(await ask('GET', `method=delete&${field}=${value}`)).toEqual(await ask('GET', 'method=delete'));
  });
});
