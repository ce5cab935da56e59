import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { readSelf } from '@paddock/contract/calls/account';
import { startTestServices, tenantOfMember, type TestServices } from '../../../test/start-test-services.js';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { SessionRepository } from '../../community/sessions/session.repository.js';
import { tenantOf } from '../tenancy/tenant.js';
import { Mongo } from './mongo.js';
import { RowCache } from './row-cache.js';

describe(RowCache, () => {
  it('shares one load between concurrent and soon following calls', async () => {
    const cache = new RowCache<number>(10);
    let loads = 0;
    const get = () => cache.get('a', async () => ++loads);
    expect(await Promise.all([get(), get(), get()])).toEqual([1, 1, 1]);
    expect(await get()).toBe(1);
  });

  it('returns no value whose load began before a write dropped it', async () => {
    const cache = new RowCache<string>(10);
    let finish!: (value: string) => void;
    const early = cache.get('a', () => new Promise<string>((resolve) => (finish = resolve)));
    cache.drop('a');
    const late = cache.get('a', async () => 'new');
    finish('old');
    expect([await early, await late, await cache.get('a', async () => 'newer')]).toEqual(['old', 'new', 'new']);
  });

  it('caches no failure, and no more values than its capacity', async () => {
    const cache = new RowCache<string>(2);
    await expect(cache.get('a', () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    for (const key of ['a', 'b', 'c']) await cache.get(key, async () => key);
    expect(await cache.get('a', async () => 'again')).toBe('again');
    expect(await cache.get('c', async () => 'again')).toBe('c');
  });
});

describe('the cache of a repository', () => {
  let services: TestServices;
  let elsewhere: Mongo;
  beforeAll(async () => {
    services = await startTestServices({ RATE_LIMITS: 'off' });
    elsewhere = await new Mongo(services.get<Environment>(ENVIRONMENT as never)).connect();
  });
  afterAll(async () => {
    await elsewhere.onApplicationShutdown();
    await services.close();
  });

  it('is dropped by a transaction of the same process at once, and correct again after a rollback', async () => {
    const [owner, member] = [await services.member(), await services.member()];
    const tenant = tenantOfMember(owner);
    const { _id: group } = await services.group(owner, [member]);
    const memberships = services.get(MembershipRepository);
    const isMember = async () => (await memberships.of(tenant, group, member.id)) !== null;
    const leaving = services.get(Mongo).transaction(async (session) => {
      await memberships.leave(tenant, group, member.id, { session });
      // A concurrent call reads and caches the committed row.
      expect(await isMember()).toBe(true);
      throw new Error('changed my mind');
    });
    await expect(leaving).rejects.toThrow('changed my mind');
    expect(await isMember()).toBe(true);
    await services.get(Mongo).transaction(async (session) => {
      await memberships.leave(tenant, group, member.id, { session });
      expect(await isMember()).toBe(true);
    });
    expect(await isMember()).toBe(false);
    expect(await memberships.ofUser(tenant, member.id)).toEqual([]);
  });

  it('serves a session that another process ended for less than a second', async () => {
    const member = await services.member();
    const me = async () => (await services.call(readSelf, {}, { as: member })).status;
    expect(await me()).toBe(200);
    const there = new SessionRepository(elsewhere);
    const [session] = await there.ofUser(tenantOf(member.community), member.id);
    await elsewhere.transaction((transaction) =>
      there.end(tenantOf(member.community), [session!._id], { session: transaction }),
    );
    await wait(1000);
    expect(await me()).toBe(401);
  });
});
