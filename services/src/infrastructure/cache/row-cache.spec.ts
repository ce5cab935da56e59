import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readSelf } from '@paddock/contract/calls/account';
import { passTime } from '../../../test/pass-time.js';
import { startTestServices, tenantOfMember, type TestServices } from '../../../test/start-test-services.js';
import { ENVIRONMENT, type Environment } from '../environment/environment.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { SessionRepository } from '../../community/sessions/session.repository.js';
import { Mongo } from '../mongo/mongo.js';
import type { Row } from '../mongo/row.js';
import { CommitLog, type Recent, type Snapshot } from '../outbox/commit-log.js';
import { OutboxRepository } from '../outbox/outbox.repository.js';
import { testTimes } from '../outbox/sole-process.js';
import { tenantOf } from '../tenancy/tenant.js';
import { RowCache } from './row-cache.js';

interface Named extends Row {
  name: string;
}

const here = tenantOf('motorsport');
const pit = tenantOf('motorsport', 'pit');
const recent = {} as Recent;

/** A table, which records the ids of each query. */
function table(...ids: string[]) {
  const names = new Map(ids.map((id) => [id, id]));
  const loads: string[][] = [];
  const cache = RowCache.byId<Named>(1000, async (_, wanted) => {
    loads.push([...wanted]);
    return wanted.flatMap((_id) => (names.has(_id) ? [{ _id, community: 'motorsport', name: names.get(_id)! }] : []));
  });
  return { names, loads, cache };
}

describe(RowCache, () => {
  it('loads the misses of one event-loop turn in one query per tenant', async () => {
    const { cache, loads } = table('a', 'b', 'c');
    const rows = await Promise.all([
      ...['a', 'b', 'c', 'a'].map((id) => cache.get(recent, here, id)),
      cache.get(recent, pit, 'a'),
    ]);
    expect(rows.map((row) => row?.name)).toEqual(['a', 'b', 'c', 'a', 'a']);
    expect(loads).toEqual([['a', 'b', 'c'], ['a']]);
  });

  it('returns the existing rows of some ids in their order, and queries the missing ones once', async () => {
    const { cache, loads } = table('a', 'b');
    await cache.get(recent, here, 'a');
    const many = async () => (await cache.getMany(recent, here, ['b', 'x', 'a'])).map(({ name }) => name);
    expect(await Promise.all([many(), many()])).toEqual([
      ['b', 'a'],
      ['b', 'a'],
    ]);
    expect([await many(), loads]).toEqual([
      ['b', 'a'],
      [['a'], ['b', 'x']],
    ]);
  });

  it('returns the same object until its row is dropped', async () => {
    const { cache, names } = table('a', 'b');
    const [a, b] = await cache.getMany(recent, here, ['a', 'b']);
    names.set('a', 'new').set('b', 'new');
    cache.drop(here, 'a');
    const [newA, sameB] = await cache.getMany(recent, here, ['a', 'b']);
    expect([newA!.name, sameB]).toEqual(['new', b]);
    expect(newA).not.toBe(a);
  });

  it('keeps no failed load', async () => {
    let isDown = true;
    const cache = RowCache.byId<Row>(2, async (_, ids) => {
      if (isDown) throw new Error('down');
      return ids.map((_id) => ({ _id, community: 'motorsport' }));
    });
    await expect(cache.getMany(recent, here, ['a', 'b'])).rejects.toThrow('down');
    isDown = false;
    expect(await cache.getMany(recent, here, ['a', 'b'])).toHaveLength(2);
  });

  it('demands the proof that the events were read', () => {
    const { cache } = table('a');
    // @ts-expect-error -- a reader without it would return old rows.
    void cache.get({}, here, 'a');
    // @ts-expect-error -- counters need a reading that began after the request.
    const snapshot: Snapshot = recent;
    expect(snapshot).toBe(recent);
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
    const there = new SessionRepository(elsewhere, services.get(CommitLog));
    const [session] = await there.ofUser(tenantOf(member.community), member.id);
    const tenant = tenantOf(member.community);
    await elsewhere.transaction(async (transaction) => {
      await there.end(tenant, [session!._id], { session: transaction });
      const event = {
        kind: 'SessionEnded',
        tenant,
        user: member.id,
        session: session!._id,
        code: 'INVALID_TOKEN',
      } as const;
      await new OutboxRepository(elsewhere, testTimes).add(transaction, [event]);
    });
    passTime(1000);
    expect(await me()).toBe(401);
  });
});
