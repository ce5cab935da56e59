import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { login, logout } from '@paddock/contract/account';
import { writeLog } from '@paddock/contract/boot';
import { allCalls } from '@paddock/contract/contract-calls';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { readEnvironment } from '../environment/environment.js';
import { Mongo } from '../mongo/mongo.js';
import { callLimits } from './limits.js';
import { RateLimits } from './rate-limits.js';

const settings = { MONGODB_URI: 'mongodb://unused', SECRET: 'x'.repeat(32) };

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices();
}, 60_000);
afterAll(() => services.close());

const guess = (username_or_email: string, host?: string) =>
  services.call(login, { username_or_email, password: 'guessing' }, host ? { host } : {});

describe(RateLimits, () => {
  it('should name only calls that there are', () => {
    const names: string[] = allCalls.map((call) => call.name);
    for (const name of Object.keys(callLimits)) expect(names).toContain(name);
  });

  it('should stop guessing at one account, whatever its spelling, and leave others alone', async () => {
    const answers = [];
    const spellings = ['driver', 'Driver', ' driver', 'driver\t', '\u00a0DRIVER\n'];
    for (let index = 0; index < 22; index++) answers.push(await guess(spellings[index % spellings.length]!));
    expect(answers.slice(0, 20).map(({ body }) => body.code)).toEqual(Array(20).fill('INVALID_CREDENTIALS'));
    expect(answers.slice(20).map(({ status, body }) => [status, body.code])).toEqual(
      Array(2).fill([429, 'TOO_MANY_REQUESTS']),
    );
    expect(answers[20]!.body.retry_after).toBeGreaterThan(0);
    expect(answers[20]!.body.retry_after).toBeLessThanOrEqual(900);
    expect((await guess('crew')).body.code).toBe('INVALID_CREDENTIALS');
    expect((await guess('driver', 'workplace.localhost')).body.code).toBe('INVALID_CREDENTIALS');
  });

  it('should count sign-ins for all processes together, without keeping who tried', async () => {
    const other = new RateLimits(services.get(Mongo), readEnvironment(settings));
    const caller = { tenant: { community: 'motorsport' }, ip: '203.0.113.9' } as never;
    await expect(other.takeCall('account.login', caller, { username_or_email: 'driver' })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    });
    const rows = await services.get(Mongo).connection.collection('rate_limits').find().toArray();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toMatch(/driver|127\.0\.0\.1/);
  });

  it('should count a member’s calls for that member alone', async () => {
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

  it('should be off for tests that say so, and never in production', async () => {
    const off = readEnvironment({ ...settings, RATE_LIMITS: 'off' });
    const limits = new RateLimits(services.get(Mongo), off);
    const caller = { tenant: { community: 'motorsport' }, ip: '203.0.113.10' } as never;
    for (let index = 0; index < 130; index++) await limits.takeCall(writeLog.name, caller, {});
    expect(readEnvironment({ ...settings, RATE_LIMITS: 'off', NODE_ENV: 'production' }).rateLimits).toBe(true);
  });
});
