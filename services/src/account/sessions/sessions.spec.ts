import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, logout, readSelf } from '@paddock/contract/calls/account';
import { endSession, readSessions } from '@paddock/contract/calls/sessions';
import { dayMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { until } from '../../../test/test-smtp.js';
import { underFlags } from '../../../test/under-flags.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { SessionService } from '../../community/sessions/session.service.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { memberWithPassword, testPassword } from '../../../test/member-with-password.js';
import { SessionsService } from './sessions.service.js';

interface Metrics {
  commands: Record<string, { total: number } | undefined>;
}

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: '' });
});
afterAll(() => services.close());

const motorsport = tenantOf('motorsport');
const withPassword = (community = 'motorsport') => memberWithPassword(services, { community });
const me = (as: TestMember) => services.call(readSelf, {}, { as });
const devices = async (as: TestMember) => (await services.call(readSessions, {}, { as })).body.sessions;
const rows = () => services.get(Mongo).connection.collection<{ _id: string; user: string }>('sessions');

async function signInWith(member: TestMember, headers: Record<string, string>, more: object = {}): Promise<TestMember> {
  const body = { username_or_email: member.username, password: testPassword, ...more };
  const { text } = await services.request('PUT', '/api/users/login', { headers, body });
  return { ...member, token: (JSON.parse(text) as { token: string }).token };
}

describe(SessionsService, () => {
  describe('signing out', () => {
    it('ends this session and no other', async () => {
      const member = await withPassword();
      const { body } = await services.call(login, { username_or_email: member.username, password: testPassword });
      const second = { ...member, token: body.token };
      expect((await services.call(logout, {}, { as: member })).body).toEqual({ ok: true });
      expect((await me(member)).body.code).toBe('INVALID_TOKEN');
      expect((await me(second)).status).toBe(200);
    });

    it('ignores a HEAD request', async () => {
      const member = await services.member();
      const headers = { authorization: `Bearer ${member.token}` };
      expect((await services.request('HEAD', '/api/users/logout', { headers })).status).toBe(404);
      expect((await me(member)).status).toBe(200);
    });
  });

  describe('the member’s devices', () => {
    it('are listed with their user agent, the current one marked, and no IP address stored', async () => {
      const member = await withPassword();
      const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
      const browser = await signInWith(member, { 'user-agent': firefox, 'x-forwarded-for': '198.51.100.77' });
      const facts = { 'device-platform': 'Android', 'device-model': 'Pixel 9', 'device-version': '16' };
      const app = await signInWith(member, { 'user-agent': 'Paddock/1.0' }, facts);
      const listed = await devices(app);
      expect(listed.map(({ device, current }) => [device, current])).toEqual([
        ['Pixel 9, Android 16', true],
        ['Firefox, Windows', false],
        ['', false],
      ]);
      expect((await devices(browser)).find(({ current }) => current)?.device).toBe('Firefox, Windows');
      const kept = await rows().find({ user: member.id }).toArray();
      expect(JSON.stringify(kept)).not.toMatch(/127\.0\.0\.1|198\.51/);
      expect(JSON.stringify(kept)).not.toContain(app.token);
    });

    it('can be signed out one by one, and their ids are no tokens', async () => {
      const member = await withPassword();
      const lost = await signInWith(member, {});
      const [one] = (await devices(member)).filter(({ current }) => !current);
      const given = one!.id;
      expect((await me({ ...member, token: given })).body.code).toBe('INVALID_TOKEN');
      expect((await services.call(endSession, { id: given }, { as: member })).body).toEqual({ ok: true });
      expect((await me(lost)).body.code).toBe('INVALID_TOKEN');
      expect((await me(member)).status).toBe(200);
      expect((await services.call(endSession, { id: given }, { as: member })).body.code).toBe('NOT_FOUND');
    });

    it('are the member’s own only, and cannot be ended by their stored id', async () => {
      const [member, other] = [await withPassword(), await withPassword()];
      const [theirs] = await devices(other);
      const [row] = await rows().find({ user: member.id }).toArray();
      for (const id of [theirs!.id, row!._id, 'nothing']) {
        const { status, body } = await services.call(endSession, { id }, { as: member });
        expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
      }
      expect((await me(other)).status).toBe(200);
    });

    it('are limited to a hundred: the least recently used one is signed out', async () => {
      const member = await services.member();
      const sessions = services.get(SessionService);
      for (let index = 0; index < 100; index++) await sessions.open(motorsport, member.id);
      expect((await sessions.list(motorsport, member.id)).length).toBe(100);
      expect((await me(member)).body.code).toBe('INVALID_TOKEN');
    });
  });

  describe('the lifetime', () => {
    const rowOf = async (member: TestMember) => (await rows().find({ user: member.id }).toArray())[0]!;
    const age = async (member: TestMember, lastUsed: number, expires: number) => {
      const set = { last_used: new Date(Date.now() + lastUsed), expires: new Date(Date.now() + expires) };
      await rows().updateOne({ user: member.id }, { $set: set });
      services.get(Mongo).wrote('sessions', undefined);
    };

    it('is put off for all sessions of a burst, with a few writes', async () => {
      const members = await Promise.all(Array.from({ length: 40 }, () => services.member()));
      const ids = members.map(({ id }) => id);
      await rows().updateMany({ user: { $in: ids } }, { $set: { last_used: new Date(Date.now() - 2 * 60_000) } });
      services.get(Mongo).wrote('sessions', undefined);
      const updates = async () => {
        const { metrics } = await services.get(Mongo).connection.db!.admin().command({ serverStatus: 1 });
        const { update, findAndModify } = (metrics as Metrics).commands;
        return Number(update?.total ?? 0) + Number(findAndModify?.total ?? 0);
      };
      const before = await updates();
      for (const { status } of await Promise.all(members.map(me))) expect(status).toBe(200);
      const since = new Date(Date.now() - 60_000);
      await until(async () => (await rows().countDocuments({ user: { $in: ids }, last_used: { $gt: since } })) === 40);
      expect((await updates()) - before).toBeLessThan(40);
    });

    it('restarts with each use', async () => {
      const member = await services.member();
      await age(member, -2 * 60_000, dayMs);
      expect((await me(member)).status).toBe(200);
      await until(async () => {
        const { expires } = (await rowOf(member)) as unknown as { expires: Date };
        return expires.getTime() - Date.now() > 89 * dayMs;
      });
    });

    it('ends without use, and later use does not revive the session', async () => {
      const member = await services.member();
      await age(member, -100 * dayMs, -1000);
      for (let index = 0; index < 2; index++) {
        const { status, body } = await me(member);
        expect([status, body.code]).toEqual([401, 'TOKEN_EXPIRED']);
      }
      const other = { ...member, token: await services.get(SessionService).open(motorsport, member.id) };
      expect(await devices(other)).toHaveLength(1);
    });
  });

  it('returns what is new, and the mails about direct messages only where there are any', async () => {
    const member = await services.member({ preferences: { mailing_dm: false, mailing_event: false } });
    const { body } = await me(member);
    expect(body).toMatchObject({ mailing_dm: false, event_new_receipts: expect.any(Number) });
    expect(body.classified_new_receipts).toEqual(expect.any(Number));
    expect(body.sponsor_new_receipts).toMatchObject({ '0': expect.any(Number) });
    await underFlags(services, 'motorsport', { direct_messages_enabled: false }, async () => {
      const without = (await me(member)).body;
      expect(without.mailing_event).toBe(false);
      expect('mailing_dm' in without).toBe(false);
    });
  });

  it('returns the own record without a plan unless asked to verify it', async () => {
    const [member, plan] = [await services.member(), randomUUID()];
    const subscribed = await services.member({ subscription: plan });
    const verified = async (as: TestMember, verify_subscription: boolean | 'true' | 'false') =>
      (await services.call(readSelf, { verify_subscription }, { as })).body;
    expect(await verified(member, true)).toMatchObject({ id: member.id });
    await underFlags(services, 'motorsport', { subscription_required: true }, async () => {
      expect((await me(member)).status).toBe(200);
      expect(await verified(member, false)).toMatchObject({ id: member.id });
      expect(await verified(member, true)).toMatchObject({ code: 'SUBSCRIPTION_REQUIRED' });
      expect(await verified(member, 'true')).toMatchObject({ code: 'SUBSCRIPTION_REQUIRED' });
      expect(await verified(subscribed, true)).toMatchObject({ id: subscribed.id, subscription: plan });
      expect(await verified(await services.member({ admin: true }), true)).toMatchObject({ admin: true });
      // Other missing access comes first: the record says what is missing.
      const unverified = await services.member({ email_verified: false });
      expect(await verified(unverified, true)).toMatchObject({ email_verified: false });
    });
  });
});
