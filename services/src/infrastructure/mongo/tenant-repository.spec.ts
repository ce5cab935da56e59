import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { once, withClientId } from '../idempotency/once.js';
import { tenantOf, type Tenant } from '../tenancy/tenant.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { Mongo } from './mongo.js';
import { workplaceSchema } from './row-schema.js';
import { newId, type WorkplaceRow } from './row.js';
import { TenantRepository, type InSession, type TenantFilter } from './tenant-repository.js';

interface Lap extends WorkplaceRow {
  driver: string;
  ms: number;
  client_id: string;
}
const lapSchema = workplaceSchema<Lap>({ driver: String, ms: Number, client_id: String });
withClientId(lapSchema, 'driver');
lapSchema.index({ community: 1, workplace: 1, driver: 1 });

class Laps extends TenantRepository<Lap> {
  constructor(mongo: Mongo) {
    super(mongo, 'test_laps', lapSchema);
  }
  of = (tenant: Tenant, filter: TenantFilter<Lap>) => this.find(tenant, filter);
  one = (tenant: Tenant, filter: TenantFilter<Lap>) => this.findOne(tenant, filter);
  has = (tenant: Tenant, filter: TenantFilter<Lap>) => this.exists(tenant, filter);
  many = (tenant: Tenant, filter: TenantFilter<Lap>) => this.count(tenant, filter);
  slower = (tenant: Tenant, filter: TenantFilter<Lap>) => this.changeAll(tenant, filter, { $inc: { ms: 1 } });
  upsert = (tenant: Tenant, driver: string) =>
    this.change(tenant, { driver }, { $setOnInsert: { ms: 1, client_id: newId() } }, { upsert: true });
  drop = (tenant: Tenant, filter: TenantFilter<Lap>) => this.remove(tenant, filter);
  add = (tenant: Tenant, driver: string, ms: number, options: InSession & { client_id?: string } = {}) =>
    this.insert(tenant, { _id: newId(), driver, ms, client_id: options.client_id ?? newId() }, options);
}

let services: TestServices;
let mongo: Mongo;
let laps: Laps;
const here = tenantOf('motorsport', 'pit');
/**
 * Tenants that must neither see nor change it: the next workplace, the default one, another community with the same workplace.
 */
const outsiders = [tenantOf('motorsport', 'paddock'), tenantOf('motorsport'), tenantOf('workplace', 'pit')];

beforeAll(async () => {
  services = await startTestServices();
  mongo = services.get(Mongo);
  laps = new Laps(mongo);
  await mongo.onModuleInit();
});
afterAll(() => services.close());

describe(TenantRepository, () => {
  it('keeps tenants apart in every read and write', async () => {
    const mine = await laps.add(here, 'ann', 91_000);
    for (const tenant of outsiders) await laps.add(tenant, 'ann', 1000);
    for (const tenant of outsiders) {
      expect(await laps.one(tenant, { _id: mine._id })).toBeNull();
      expect(await laps.has(tenant, { ms: 91_000 })).toBe(false);
      expect(await laps.slower(tenant, { _id: mine._id })).toBe(0);
      expect(await laps.drop(tenant, { _id: mine._id })).toBe(0);
    }
    expect(await laps.of(here, {})).toEqual([mine]);
    expect(await laps.many(here, { driver: 'ann' })).toBe(1);
  });

  it('keeps every filter condition inside the tenant', async () => {
    const other = await laps.add(outsiders[0]!, 'bea', 92_000);
    expect(await laps.of(here, { $or: [{ _id: other._id }, { driver: 'bea' }] })).toEqual([]);
    const forged = { driver: 'bea', workplace: 'paddock' } as unknown as TenantFilter<Lap>;
    expect(await laps.of(here, forged)).toEqual([]);
  });

  it('stores the tenant in an upserted record', async () => {
    expect(await laps.upsert(here, 'cat')).toMatchObject({ community: 'motorsport', workplace: 'pit', driver: 'cat' });
    expect(await laps.has(outsiders[0]!, { driver: 'cat' })).toBe(false);
  });

  it('refuses an unknown field instead of dropping it from the filter', async () => {
    await expect(laps.of(here, { drivr: 'ann' })).rejects.toThrow('drivr');
  });
});

describe('a transaction', () => {
  it('writes all or nothing', async () => {
    const failing = mongo.transaction(async (session) => {
      await laps.add(here, 'dan', 1, { session });
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    expect(await laps.has(here, { driver: 'dan' })).toBe(false);
  });

  it('is retried after a write conflict, so that no increment is lost', async () => {
    await laps.add(here, 'eve', 0);
    const addOne = () => mongo.transaction(async () => laps.slower(here, { driver: 'eve' }));
    await Promise.all(Array.from({ length: 8 }, addOne));
    expect((await laps.one(here, { driver: 'eve' }))!.ms).toBe(8);
  });
});

describe(once, () => {
  const lapOnce = (driver: string, client_id: string, ms: number) =>
    once(
      () => laps.one(here, { driver, client_id }),
      () => mongo.transaction((session) => laps.add(here, driver, ms, { session, client_id })),
    );

  it('returns the first record for every resend, also for concurrent ones', async () => {
    const client_id = newId();
    const results = await Promise.all([1, 2, 3, 4, 5].map((ms) => lapOnce('fay', client_id, ms)));
    expect(new Set(results.map(({ row }) => row._id)).size).toBe(1);
    expect(results.filter(({ created }) => created)).toHaveLength(1);
    expect(await laps.many(here, { driver: 'fay' })).toBe(1);
  });

  it('allows two authors the same client id', async () => {
    const client_id = newId();
    const [gus, hal] = await Promise.all([lapOnce('gus', client_id, 1), lapOnce('hal', client_id, 2)]);
    expect([gus.created, hal.created]).toEqual([true, true]);
  });
});

describe(expectNoCollectionScan, () => {
  it('passes queries with an index and fails queries without one', async () => {
    const users = services.get(UserRepository);
    await expectNoCollectionScan(services, () => users.search(tenantOf('motorsport'), ['an'], 5));
    await expectNoCollectionScan(services, () => laps.of(here, { driver: 'ann' }));
    const connection = mongo.connection;
    const scan = expectNoCollectionScan(services, () => connection.models['test_laps']!.find({ ms: 7 }).lean());
    await expect(scan).rejects.toThrow('test_laps');
  });
});
