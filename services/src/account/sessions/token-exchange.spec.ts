import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { exchangeToken, readSessions } from '@paddock/contract/calls/sessions';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { IdentityRepository } from '../identities/identity.repository.js';
import { TokenExchange } from './token-exchange.js';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

const motorsport = tenantOf('motorsport');
const exchange = (login_token: string, host?: string) =>
  services.call(exchangeToken, { login_token }, host ? { host } : {});
const status = async (member: TestMember, token: string) =>
  (await services.call(readSelf, {}, { as: { ...member, token } })).status;
async function loginToken(user: string, lifetimeMs = 120_000) {
  const identities = services.get(IdentityRepository);
  const account = { issuer: 'https://id.example', subject: randomUUID() };
  const { _id: identity } = await services
    .get(Mongo)
    .transaction((session) => identities.link(motorsport, account, user, { session }));
  return services.get(LinkTokens).make(motorsport, { kind: 'login', user, facts: { identity }, lifetimeMs });
}
const refusal = { code: 'INVALID_TOKEN', message: 'Please sign in.' };

describe(TokenExchange, () => {
  const kinds: [string, (member: TestMember) => Promise<string>][] = [
    ['a session’s token', async ({ token }) => token],
    ['a login token', ({ id }) => loginToken(id)],
  ];

  it.each(kinds)('exchanges %s for a new session, once', async (_, tokenOf) => {
    const member = await services.member();
    const original = await tokenOf(member);
    const { body } = await exchange(original);
    expect(body.user.id).toBe(member.id);
    expect(body.token).not.toBe(original);
    expect(await status(member, body.token)).toBe(200);
    expect(await status(member, original)).toBe(401);
    const again = await exchange(original);
    expect([again.status, again.body]).toEqual([401, refusal]);
    expect(await status(member, body.token)).toBe(200);
  });

  it.each(kinds)('opens one session for %s in ten concurrent calls', async (_, tokenOf) => {
    const member = await services.member();
    const original = await tokenOf(member);
    const replies = await Promise.all(Array.from({ length: 10 }, () => exchange(original)));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...Array<number>(9).fill(401)]);
    const { token } = replies.find((reply) => reply.status === 200)!.body;
    const { sessions } = (await services.call(readSessions, {}, { as: { ...member, token } })).body;
    const isSession = original === member.token;
    expect(sessions).toHaveLength(isSession ? 1 : 2);
  });

  it('returns the same error for every bad token', async () => {
    const member = await services.member();
    const stranger = await services.member({ community: 'workplace' });
    const lapsed = await services.member();
    const { connection } = services.get(Mongo);
    await connection.collection('sessions').updateOne({ user: lapsed.id }, { $set: { expires: new Date(0) } });
    const links = services.get(LinkTokens);
    const reset = await links.make(motorsport, { kind: 'reset_password', user: member.id, lifetimeMs: 60_000 });
    const bad = [
      'nothing',
      stranger.token,
      lapsed.token,
      await loginToken(member.id, -1),
      await loginToken('nobody'),
      reset,
      `${member.token}x`,
    ];
    for (const token of bad) {
      const reply = await exchange(token);
      expect([reply.status, reply.body]).toEqual([401, refusal]);
    }
    expect((await exchange(await loginToken(member.id), 'workplace.localhost')).body.code).toBe('INVALID_TOKEN');
    expect(await status(member, member.token)).toBe(200);
  });

  it('logs no part of the token', async () => {
    const member = await services.member();
    const { body } = await exchange(member.token);
    for (const token of [member.token, body.token]) expect(services.log.join('')).not.toContain(token);
  });
});
