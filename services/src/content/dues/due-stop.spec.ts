import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createPaymentIntent, deleteDue, type Due, readDue, updateDue } from '@paddock/contract/calls/dues';
import { type DuesScenario, rowsOf, startDues } from '../../../test/dues-scenario.js';
import { tenantOfMember, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { DueStop } from './due-stop.js';
import { DueRepository } from './due.repository.js';

let dues: DuesScenario;
let services: TestServices;
let boss: TestMember;
let ann: TestMember;
let bob: TestMember;
let due: Due;
beforeAll(async () => {
  dues = await startDues();
  ({ services } = dues);
});
beforeEach(async () => {
  boss = await services.member({ admin: true });
  [ann, bob] = [await services.member(), await services.member()];
  due = await dues.add(boss, { users: [ann.id, bob.id] });
});
afterEach(() => {
  Object.assign(dues.cards.controls, { delayMs: 0, breaks: undefined });
});
afterAll(() => services.close());

const update = (input: object) => services.call(updateDue, { id: due.id, ...input }, { as: boss });
const begin = (as: TestMember) => services.call(createPaymentIntent, { id: due.id }, { as });
const ledgerRows = () => rowsOf(services, 'ledger').countDocuments({ due: due.id });
const statusOf = async (user: TestMember) => {
  const row = await rowsOf(services, 'due_payments').findOne({ due: due.id, user: user.id });
  const { stripe, options } = dues.cards.access();
  return (await stripe.paymentIntents.retrieve(String(row!['intent']), {}, options)).status;
};
async function eventually(isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 30_000;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error('it did not happen in time');
    await new Promise((go) => setTimeout(go, 50));
  }
}

describe('payments that were begun with other keys of the provider', () => {
  const withOtherKeys = () =>
    rowsOf(services, 'due_payments').updateMany({ due: due.id }, { $set: { intent: 'pi_other' } });

  it('do not keep a due from being changed, paid, noted as paid and deleted', async () => {
    await dues.begin(ann, due);
    await withOtherKeys();
    expect((await update({ amount: 9000 })).status).toBe(200);
    await dues.begin(bob, due);
    await withOtherKeys();
    expect((await dues.pay(ann, due)).own).toMatchObject({ state: 'paid', paid_amount: 9000 });
    expect((await dues.mark(boss, due, bob)).code).toBe('ok');
    await withOtherKeys();
    expect((await dues.refund(boss, due, ann)).code).toBe('PAYMENT_FAILED');
    expect((await dues.member(boss, due, ann))?.refunded_amount).toBe(0);
    expect((await services.call(deleteDue, { id: due.id }, { as: boss })).status).toBe(200);
  });
});

describe(DueStop, () => {
  it('cancels what a member has begun to pay when the due no longer names them, and nothing else', async () => {
    const { secret } = await dues.begin(ann, due);
    await dues.begin(bob, due);
    expect((await update({ users: [bob.id] })).status).toBe(200);
    await eventually(async () => (await statusOf(ann)) === 'canceled');
    await dues.cards.confirm(secret);
    await dues.cards.settle();
    expect([await ledgerRows(), await statusOf(bob)]).toEqual([0, 'requires_payment_method']);
  });

  it('cancels it also when the provider is down at first', async () => {
    await dues.begin(ann, due);
    dues.cards.controls.breaks = 'before';
    expect((await update({ users: [bob.id] })).status).toBe(200);
    dues.cards.controls.breaks = undefined;
    await eventually(async () => (await statusOf(ann)) === 'canceled');
  });

  it('refuses a payment that begins while the due is changed to name others', async () => {
    dues.cards.controls.delayMs = 400;
    const begun = begin(ann);
    await new Promise((go) => setTimeout(go, 200));
    expect((await update({ users: [bob.id] })).status).toBe(200);
    expect((await begun).body).toMatchObject({ code: 'DUE_CHANGED' });
    expect((await begun).body.secret).toBeUndefined();
  });

  it('keeps payments from beginning while one admin changes the amount and another one the title', async () => {
    await services.get(DueStop).repricing(tenantOfMember(boss), due.id);
    expect((await update({ title: 'New title' })).status).toBe(200);
    expect((await begin(ann)).body.code).toBe('DUE_CHANGED');
  });

  it('changes no amount once the time in which no payment begins is over', async () => {
    await dues.begin(ann, due);
    dues.cards.controls.delayMs = 600;
    const repricing = update({ amount: 20_000 });
    const isHeld = { _id: due.id as never, held_until: { $exists: true } };
    await eventually(async () => (await rowsOf(services, 'dues').countDocuments(isHeld)) === 1);
    await rowsOf(services, 'dues').updateOne(isHeld, { $set: { held_until: new Date(Date.now() - 1) } });
    expect((await repricing).body.code).toBe('PAYMENT_UNDER_WAY');
    expect((await services.call(readDue, { id: due.id }, { as: boss })).body.due.amount).toBe(12_000);
  });

  it('lets members pay at the first attempt after a change that was given up', async () => {
    const tenant = tenantOfMember(boss);
    dues.cards.controls.delayMs = 400;
    const begun = begin(ann);
    await new Promise((go) => setTimeout(go, 200));
    await services.get(DueStop).repricing(tenant, due.id);
    expect((await begun).body.code).toBe('DUE_CHANGED');
    dues.cards.controls.delayMs = 0;
    await services.get(DueRepository).release(tenant, due.id);
    expect((await dues.pay(ann, due)).own).toMatchObject({ state: 'paid' });
  });
});
