import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readDue } from '@paddock/contract/calls/dues';
import { testCards } from '../../../test/card-payments.js';
import { type DuesScenario, rowsOf, startDues } from '../../../test/dues-scenario.js';
import { tenantOfMember, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { DuesPersonalData } from './dues.personal-data.js';

let dues: DuesScenario;
let services: TestServices;
let boss: TestMember;
let ann: TestMember;
let bob: TestMember;
beforeAll(async () => {
  dues = await startDues();
  ({ services } = dues);
});
beforeEach(async () => {
  boss = await services.member({ admin: true });
  [ann, bob] = [await services.member(), await services.member()];
});
afterAll(() => services.close());

const forget = (user: TestMember) =>
  services.get(ExtensionPoints).all('forget').get('dues')!(tenantOfMember(user), {
    _id: user.id,
    username_key: user.username,
  });
const exported = async (user: TestMember) =>
  (await services.get(ExtensionPoints).all('export').get('dues')!(tenantOfMember(user), user.row)) as {
    payments: object[];
    dues: object[];
  };
const codeFor = async (as: TestMember, id: string) => (await services.call(readDue, { id }, { as })).body.code ?? 'ok';
const rows = (user: TestMember) => rowsOf(services, 'due_payments').find({ user: user.id }).toArray();

describe(DuesPersonalData, () => {
  it('exports what a member paid, and no one else’s payments', async () => {
    const due = await dues.add(boss, { users: [ann.id, bob.id] });
    await dues.pay(ann, due);
    await dues.mark(boss, due, bob);
    const { payments, dues: written } = await exported(ann);
    expect(payments).toMatchObject([{ due: due.id, state: 'paid', paid_amount: 12_000, method: 'card' }]);
    expect(written).toEqual([]);
    expect((await exported(boss)).dues).toMatchObject([{ id: due.id, title: 'Season fee', amount: 12_000 }]);
    expect(JSON.stringify(await exported(boss))).not.toContain(bob.id);
  });

  it('erasure cancels what was begun and keeps what was paid, also when it runs twice', async () => {
    const [paid, begun] = [await dues.add(boss), await dues.add(boss)];
    await dues.pay(ann, paid);
    const { secret } = await dues.begin(ann, begun);
    await forget(ann);
    await forget(ann);
    await dues.cards.confirm(secret);
    await dues.cards.settle();
    expect((await rows(ann)).map((row) => [row['due'], row['state']])).toEqual([[paid.id, 'paid']]);
    expect((await dues.balance()).get(`member:${ann.id} EUR`)).toBe(-12_000);
  });

  it('erasure takes over a payment that the bank confirms afterwards', async () => {
    const due = await dues.add(boss);
    await dues.pay(ann, due, testCards.later);
    await forget(ann);
    await dues.cards.advance(60_000);
    await dues.cards.settle();
    expect(await rows(ann)).toMatchObject([{ due: due.id, state: 'paid', paid_amount: 12_000 }]);
  });

  it('makes a due of an erased member no one else’s', async () => {
    const [alone, together] = [
      await dues.add(boss, { users: [ann.id] }),
      await dues.add(boss, { users: [ann.id, bob.id] }),
    ];
    const stranger = await services.member();
    await forget(ann);
    expect(await codeFor(stranger, alone.id)).toBe('DUE_NOT_FOUND');
    expect(await codeFor(bob, alone.id)).toBe('DUE_NOT_FOUND');
    expect([await codeFor(bob, together.id), await codeFor(stranger, together.id)]).toEqual(['ok', 'DUE_NOT_FOUND']);
    const { users } = (await services.call(readDue, { id: together.id }, { as: boss })).body.due;
    expect(users).toEqual([bob.id]);
  });

  it('makes a due of an erased group no one else’s', async () => {
    const tenant = tenantOfMember(boss);
    const { _id: group } = await services.group(boss, [ann]);
    const [alone, together] = [
      await dues.add(boss, { groups: [group] }),
      await dues.add(boss, { groups: [group], users: [bob.id] }),
    ];
    await services
      .get(Mongo)
      .transaction((session) => services.get(Outbox).add(session, { kind: 'GroupErased', tenant, group }));
    const groupsOf = async ({ id }: { id: string }) =>
      (await services.call(readDue, { id }, { as: boss })).body.due.groups;
    const end = Date.now() + 30_000;
    while ((await groupsOf(together))!.length > 0 && Date.now() < end) await new Promise((go) => setTimeout(go, 50));
    expect(await groupsOf(together)).toEqual([]);
    expect(await codeFor(await services.member(), alone.id)).toBe('DUE_NOT_FOUND');
  });
});
