import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startTestServices, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { ExtensionPoints } from '../extension-points/extension-points.js';
import { Ledger } from './ledger.js';
import type { LedgerEntry } from './ledger.schema.js';

let services: TestServices;
let ledger: Ledger;
const tenant = tenantOf('motorsport');

beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats' });
  ledger = services.get(Ledger);
});
afterAll(() => services.close());

const add = (entry: Partial<LedgerEntry>, of = tenant) => {
  const usual = {
    kind: 'charge',
    from: 'member:u1',
    to: 'provider',
    amount: 500,
    currency: 'EUR',
    user: 'u1',
  } as const;
  return services
    .get(Mongo)
    .transaction((session) => ledger.add(session, of, { key: 'charge:pi_1', at: new Date(), ...usual, ...entry }));
};
const keys = async (filter: Parameters<Ledger['rows']>[1], of = tenant) => {
  const found = [];
  for await (const { key } of ledger.rows(of, filter)) found.push(key);
  return found;
};

describe(Ledger, () => {
  it('adds a row once, however often and late it comes', async () => {
    const added = await Promise.allSettled(Array.from({ length: 10 }, () => add({ key: 'charge:pi_once' })));
    expect(added.filter((one) => one.status === 'fulfilled' && one.value)).toHaveLength(1);
    expect(await add({ key: 'charge:pi_once' })).toBe(false);
  });

  it('balances: all sums of a currency add up to 0', async () => {
    await add({ key: 'charge:pi_2', amount: 700 });
    await add({ key: 'refund:re_2', kind: 'refund', from: 'provider', to: 'member:u1', amount: 200 });
    await add({ key: 'manual:1', kind: 'manual', to: 'cash', amount: 300, currency: 'JPY', workplace: 'hq' });
    expect(Object.fromEntries(await ledger.balance(tenant))).toEqual({
      ...{ 'member:u1 EUR': -1000, 'provider EUR': 1000 },
      ...{ 'member:u1 JPY': -300, 'cash JPY': 300 },
    });
    expect((await ledger.balance(tenantOf('workplace'))).size).toBe(0);
  });

  it('finds rows by due, member, time and workplace, of the own community only', async () => {
    const at = new Date('2026-03-01T00:00:00Z');
    await add({ key: 'charge:pi_3', due: 'd3', user: 'u3', at, workplace: 'hq' });
    await add({ key: 'charge:pi_3', due: 'd3', user: 'u3' }, tenantOf('workplace'));
    expect(await keys({ due: 'd3' })).toEqual(['charge:pi_3']);
    expect(await keys({ user: 'u3', workplace: '' })).toEqual([]);
    expect(await keys({ from: at, to: new Date(+at + 1), workplace: 'hq' })).toEqual(['charge:pi_3']);
    expect(await keys({ to: at })).toEqual([]);
  });

  it.each([{ amount: 0 }, { amount: -1 }, { amount: 0.5 }, { kind: 'gift' as never }])('refuses %j', async (wrong) => {
    await expect(add({ key: 'charge:pi_wrong', ...wrong })).rejects.toThrow();
  });

  it("exports a member's own rows without the ids of others", async () => {
    const ann = await services.member();
    await add({ key: 'manual:2', kind: 'manual', user: ann.id, by: 'boss', reason: 'In cash', to: 'cash' });
    const exported = await services.get(ExtensionPoints).all('export').get('ledger')!(tenant, ann.row);
    expect(exported).toMatchObject({ payments: [{ kind: 'manual', amount: 500, reason: 'In cash' }] });
    expect(JSON.stringify(exported)).not.toContain('boss');
  });
});
