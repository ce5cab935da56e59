import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createPaymentIntent, deleteDue, type Due, updateDue } from '@paddock/contract/calls/dues';
import { hourMs } from '@paddock/contract/core/durations';
import { testCards } from '../../../test/card-payments.js';
import { type DuesScenario, rowsOf, startDues } from '../../../test/dues-scenario.js';
import { report, times } from '../../../test/proofs.js';
import type { TestMember } from '../../../test/start-test-services.js';
import type { DuePaymentRow } from './due-payment.schema.js';
import type { DueRow } from './due.schema.js';

const steps = times(200, 5000);
const together = 4;
const members = 6;

let dues: DuesScenario;
beforeAll(async () => {
  dues = await startDues();
});
afterAll(() => dues.services.close());

interface Entry {
  kind: string;
  from: string;
  to: string;
  amount: number;
  due: string;
  user: string;
}

/** The ledger, members' sides and the sums of each due say the same. */
async function compare(): Promise<number> {
  const { services } = dues;
  const entries = (await rowsOf(services, 'ledger').find().toArray()) as unknown as Entry[];
  const sides = (await rowsOf(services, 'due_payments').find().toArray()) as unknown as DuePaymentRow[];
  const rows = (await rowsOf(services, 'dues').find().toArray()) as unknown as DueRow[];
  const sum = (some: readonly Entry[], kinds: readonly string[]) =>
    some.filter(({ kind }) => kinds.includes(kind)).reduce((total, { amount }) => total + amount, 0);
  for (const { due, user, state, paid_amount, refunded_amount } of sides) {
    const own = entries.filter((one) => one.due === due && one.user === user);
    expect([due, paid_amount, refunded_amount]).toEqual([
      due,
      sum(own, ['charge', 'manual']),
      sum(own, ['refund', 'manual_refund']),
    ]);
    expect(refunded_amount).toBeLessThanOrEqual(paid_amount);
    if (state === 'refunded') expect(refunded_amount).toBe(paid_amount);
    // Each member has paid a due at most once.
    expect(own.filter(({ kind }) => kind === 'charge' || kind === 'manual').length).toBeLessThanOrEqual(1);
  }
  for (const { _id, amount, sums } of rows) {
    const own = sides.filter(({ due }) => due === _id);
    expect(own.every(({ paid_amount }) => paid_amount === 0 || paid_amount === amount)).toBe(true);
    expect(sums).toEqual({
      paid: own.filter(({ state }) => state === 'paid').length,
      processing: own.filter(({ state }) => state === 'processing').length,
      paid_amount: own.reduce((total, { paid_amount }) => total + paid_amount, 0),
      refunded_amount: own.reduce((total, { refunded_amount }) => total + refunded_amount, 0),
    });
  }
  const balance = [...(await dues.balance()).values()];
  expect(balance.reduce((total, one) => total + one, 0)).toBe(0);
  const receipts = sides.flatMap(({ receipt }) => receipt ?? []).sort((a, b) => a - b);
  expect(receipts).toEqual(receipts.map((_, index) => index + 1));
  return entries.length;
}

it(
  'keeps ledger, members and dues in agreement through random histories',
  async () => {
    const { services, cards } = dues;
    const boss = await services.member({ admin: true });
    const payers = await Promise.all(Array.from({ length: members }, () => services.member()));
    const users = payers.map(({ id }) => id);
    const open: Due[] = [];
    const any = <T>(some: readonly T[]): T => some[Math.floor(Math.random() * some.length)]!;
    const pay = async (payer: TestMember, due: Due) => {
      const { body } = await services.call(createPaymentIntent, { id: due.id }, { as: payer });
      if (!body.secret) return;
      const cardOf = [testCards.pays, testCards.pays, testCards.declined, testCards.insufficient];
      await cards.confirm(body.secret, any(cardOf));
    };
    const acts: (() => Promise<unknown>)[] = [
      async () => void open.push(await dues.add(boss, { users, amount: 1000 + Math.floor(Math.random() * 1000) })),
      ...Array.from({ length: 6 }, () => () => pay(any(payers), any(open))),
      () => dues.mark(boss, any(open), any(payers)),
      () => dues.refund(boss, any(open), any(payers)),
      () => dues.refund(boss, any(open), any(payers), { amount: 1 + Math.floor(Math.random() * 900) }),
      () => services.call(updateDue, { id: any(open).id, amount: 500 + Math.floor(Math.random() * 500) }, { as: boss }),
      () => services.call(updateDue, { id: any(open).id, users: [any(users), any(users), any(users)] }, { as: boss }),
      async () => Math.random() < 0.2 && services.call(deleteDue, { id: any(open).id }, { as: boss }),
      () => cards.settle(),
    ];
    cards.controls.copies = 2;
    for (let due = 0; due < 3; due += 1) await acts[0]!();
    for (let step = 0; step < steps; step += together) {
      // Events are held back at times, and then arrive together.
      cards.controls.holdsEvents = Math.random() < 0.5;
      await Promise.all(Array.from({ length: together }, () => any(acts)()));
    }
    cards.controls.holdsEvents = false;
    for (let round = 0; round < 5; round += 1) await cards.settle();
    const entries = await compare();
    expect(entries).toBeGreaterThan(10);
    report('random-payments', { steps, entries, dues: open.length });
  },
  times(180_000, hourMs),
);
