import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { logout } from '@paddock/contract/calls/account';
import { writeLog } from '@paddock/contract/calls/boot';
import { allCalls } from '../calls/all-calls.js';
import { sendInvitations } from '@paddock/contract/calls/invitations';
import { sendResetPasswordLink } from '@paddock/contract/calls/password-reset';
import { randomUUID } from 'node:crypto';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { readEnvironment } from '../environment/environment.js';
import { Mongo } from '../mongo/mongo.js';
import { callLimits, type Limit } from './limits.js';
import { RateLimits } from './rate-limits.js';

const settings = { MONGODB_URI: 'mongodb://unused', SECRET: 'x'.repeat(32) };

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
});
afterAll(() => services.close());

const ask = (email: string, host?: string) => services.call(sendResetPasswordLink, { email }, host ? { host } : {});
const anyone = (ip = '203.0.113.9') => ({ tenant: { community: 'motorsport' }, ip }) as never;
const tooMany = { code: 'TOO_MANY_REQUESTS' };

describe(RateLimits, () => {
  it('names existing calls only', () => {
    const names: string[] = allCalls.map((call) => call.name);
    for (const name of Object.keys(callLimits)) expect(names).toContain(name);
  });

  it('counts all spellings of an account together, and other accounts separately', async () => {
    const spellings = ['driver@example.org', 'Driver@example.org', ' driver@example.org', '\u00a0DRIVER@EXAMPLE.ORG\n'];
    for (const spelling of spellings) expect((await ask(spelling)).status).toBe(200);
    for (const spelling of spellings) {
      const { status, body } = await ask(spelling);
      expect([status, body.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
      expect(body.retry_after).toBeGreaterThan(3500);
      expect(body.retry_after).toBeLessThanOrEqual(3600);
      expect(body.message).toBe('That was too often. Please try again in 60 minutes.');
    }
    expect((await ask('crew@example.org')).status).toBe(200);
    expect((await ask('driver@example.org', 'workplace.localhost')).status).toBe(200);
  });

  it('counts across processes, without storing names or addresses', async () => {
    const other = new RateLimits(services.get(Mongo), readEnvironment(settings));
    const input = { email: 'driver@example.org' };
    await expect(other.takeCall(sendResetPasswordLink.name, anyone(), input)).rejects.toMatchObject(tooMany);
    const rows = await services.get(Mongo).connection.collection('rate_limits').find().toArray();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/driver|127\.0\.0\.1/);
  });

  it('allows 300 sign-ups an hour from one address of a known network, 30 from others', async () => {
    const environment = readEnvironment({ ...settings, KNOWN_NETWORKS: '198.51.100.0/24' });
    const limits = new RateLimits(services.get(Mongo), environment);
    const allowed = async (ip: string) => {
      for (let count = 0; ; count++)
        try {
          await limits.takeCall('account.sign_up', anyone(ip), {});
        } catch (error) {
          expect(error).toMatchObject(tooMany);
          return count;
        }
    };
    expect(await allowed('198.51.100.7')).toBe(300);
    expect(await allowed('203.0.113.77')).toBe(30);
  });

  it('allows a known network no more guesses at an account', async () => {
    const environment = readEnvironment({ ...settings, KNOWN_NETWORKS: '198.51.100.0/24' });
    const limits = new RateLimits(services.get(Mongo), environment);
    const limit: Limit = { by: 'account', points: 2, seconds: 60, shared: true };
    const take = () => limits.take('guessed', limit, 'motorsport', '198.51.100.7');
    await take();
    await take();
    await expect(take()).rejects.toMatchObject(tooMany);
  });

  it('refunds a point and resets a count', async () => {
    const limits = services.get(RateLimits);
    const limit: Limit = { by: 'account', points: 2, seconds: 60, shared: true };
    const subject = randomUUID();
    const take = () => limits.take('tried', limit, 'motorsport', subject);
    for (let index = 0; index < 5; index++) {
      await take();
      await limits.giveBack('tried', limit, 'motorsport', subject);
    }
    await take();
    await take();
    await expect(take()).rejects.toMatchObject(tooMany);
    await limits.forget('tried', limit, 'motorsport', subject);
    await take();
  });

  it('counts ads that were stored, and not those that were refused', async () => {
    const limits = services.get(RateLimits);
    const caller = { tenant: { community: 'motorsport' }, ip: '127.0.0.1', user: { _id: randomUUID() } } as never;
    const create = () => limits.takeCall('classifieds.create', caller, {});
    for (let index = 0; index < 40; index++) {
      await create();
      await limits.giveBackCall('classifieds.create', caller, {});
    }
    for (let index = 0; index < 30; index++) await create();
    await expect(create()).rejects.toMatchObject(tooMany);
  });

  it('bounds how often a member makes the service ask a payment provider', async () => {
    const limits = services.get(RateLimits);
    const caller = (user: string) =>
      ({ tenant: { community: 'motorsport' }, ip: '127.0.0.1', user: { _id: user } }) as never;
    const [ann, bob] = [randomUUID(), randomUUID()];
    for (const [call, points] of [
      ['dues.payment_intent', 60],
      ['dues.receipt', 60],
      ['subscription.checkout', 30],
      ['subscription.restore', 10],
    ] as const) {
      for (let index = 0; index < points; index++) await limits.takeCall(call, caller(ann), {});
      await expect(limits.takeCall(call, caller(ann), {})).rejects.toMatchObject(tooMany);
      await limits.takeCall(call, caller(bob), {});
    }
  });

  it('refunds a refused invitation', async () => {
    const ann = await services.member();
    const send = (emails: string[]) => services.call(sendInvitations, { emails }, { as: ann });
    for (let index = 0; index < 35; index++) expect((await send(['not an address'])).status).toBe(400);
    expect((await send(['guest@example.org'])).status).toBe(200);
  });

  it('takes points from several limits together or from none', async () => {
    const limits = services.get(RateLimits);
    const one = (points: number) => ({
      name: 'several',
      limit: { by: 'account', points, seconds: 60, shared: true } as const,
      subject: randomUUID(),
    });
    const [wide, narrow] = [one(5), { ...one(1), name: 'narrow' }];
    await limits.takeAll('motorsport', [wide, narrow]);
    for (let index = 0; index < 10; index++)
      await expect(limits.takeAll('motorsport', [wide, narrow])).rejects.toMatchObject(tooMany);
    for (let index = 0; index < 4; index++) await limits.takeAll('motorsport', [wide]);
    await expect(limits.takeAll('motorsport', [wide])).rejects.toMatchObject(tooMany);
  });

  it('counts a member’s calls for that member alone', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const limits = services.get(RateLimits);
    const caller = (user: typeof ann) =>
      ({ tenant: { community: 'motorsport' }, ip: '127.0.0.1', user: user.row }) as never;
    for (let index = 0; index < 60; index++) await limits.takeCall('shouts.create', caller(ann), {});
    await expect(limits.takeCall('shouts.create', caller(ann), {})).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    await limits.takeCall('shouts.create', caller(bob), {});
    await limits.takeCall('shouts.like', caller(ann), {});
    expect((await services.call(logout, {}, { as: ann })).status).toBe(200);
  });

  it('can be turned off, but never in production', async () => {
    const off = readEnvironment({ ...settings, RATE_LIMITS: 'off' });
    const limits = new RateLimits(services.get(Mongo), off);
    const caller = { tenant: { community: 'motorsport' }, ip: '203.0.113.10' } as never;
    for (let index = 0; index < 130; index++) await limits.takeCall(writeLog.name, caller, {});
    expect(readEnvironment({ ...settings, RATE_LIMITS: 'off', NODE_ENV: 'production' }).rateLimits).toBe(true);
  });
});
