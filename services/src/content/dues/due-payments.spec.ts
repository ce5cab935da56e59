import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  checkPayment,
  createPaymentIntent,
  deleteDue,
  type Due,
  markDuePaid,
  readDue,
  refundDue,
  updateDue,
} from '@paddock/contract/calls/dues';
import { randomUUID } from 'node:crypto';
import { testCards } from '../../../test/card-payments.js';
import { type DuesScenario, rowsOf, startDues } from '../../../test/dues-scenario.js';
import type { TestMember, TestServices } from '../../../test/start-test-services.js';
import { DuePayments } from './due-payments.js';
import { DueReconciliation } from './due-reconciliation.js';

let dues: DuesScenario;
let services: TestServices;
let boss: TestMember;
let ann: TestMember;
let due: Due;
beforeAll(async () => {
  dues = await startDues();
  ({ services } = dues);
});
beforeEach(async () => {
  boss = await services.member({ admin: true });
  ann = await services.member();
  due = await dues.add(boss, { users: [ann.id] });
});
afterEach(() => {
  Object.assign(dues.cards.controls, {
    breaks: undefined,
    delayMs: 0,
    falsify: undefined,
    copies: 1,
    holdsEvents: false,
  });
});
afterAll(() => services.close());

const code = ({ status, body }: { status: number; body: { code?: string } }) => (status === 200 ? 'ok' : body.code);
const begin = (input: { amount?: number; currency?: string } = {}) =>
  services.call(createPaymentIntent, { id: due.id, ...input }, { as: ann });
const own = async () => (await services.call(readDue, { id: due.id }, { as: ann })).body.due.own;
const update = (input: object) => services.call(updateDue, { id: due.id, ...input }, { as: boss });
const remove = () => services.call(deleteDue, { id: due.id }, { as: boss });
const rowsOfLedger = (kind: string) => rowsOf(services, 'ledger').countDocuments({ due: due.id, kind });
const age = (ms: number) =>
  rowsOf(services, 'due_payments').updateMany({ due: due.id }, { $set: { changed: new Date(Date.now() - ms) } });

describe(DuePayments, () => {
  it('gives two windows the same intent, and charges once', async () => {
    dues.cards.controls.holdsEvents = true;
    const replies = await Promise.all([begin(), begin(), begin(), begin()]);
    expect(replies.map(code)).toEqual(['ok', 'ok', 'ok', 'ok']);
    expect(new Set(replies.map(({ body }) => body.secret)).size).toBe(1);
    const { secret } = replies[0].body;
    await Promise.all([dues.cards.confirm(secret), dues.cards.confirm(secret)]);
    const checks = await Promise.all([1, 2, 3].map(() => services.call(checkPayment, { id: due.id }, { as: ann })));
    expect(checks.map(code)).toEqual(['ok', 'ok', 'ok']);
    expect(await own()).toMatchObject({ state: 'paid', method: 'card', paid_amount: 12_000 });
    expect([code(await begin()), await rowsOfLedger('charge')]).toEqual(['DUE_PAID', 1]);
  });

  it('takes a payment from the signed event alone, also when it arrives several times', async () => {
    dues.cards.controls.copies = 3;
    const { secret } = await dues.begin(ann, due);
    await dues.cards.confirm(secret);
    await dues.cards.settle();
    expect(await own()).toMatchObject({ state: 'paid' });
    expect(await rowsOfLedger('charge')).toBe(1);
  });

  it('does not take the word of the page: nothing is paid until the provider says so', async () => {
    await dues.begin(ann, due);
    expect((await services.call(checkPayment, { id: due.id }, { as: ann })).body.due.own).toMatchObject({
      state: 'open',
    });
  });

  it('refuses a sum that the member did not see', async () => {
    expect(code(await begin({ amount: 1 }))).toBe('DUE_CHANGED');
    expect(code(await begin({ amount: 12_000, currency: 'USD' }))).toBe('DUE_CHANGED');
    expect(code(await begin({ amount: 12_000, currency: 'eur' }))).toBe('ok');
  });

  it('asks for 3-D Secure, and pays after it', async () => {
    const { secret } = await dues.begin(ann, due);
    await dues.cards.confirm(secret, testCards.asks);
    expect(await own()).toMatchObject({ state: 'open' });
    expect((await begin()).body.secret).toBe(secret);
    await dues.cards.answer(secret, 'yes');
    await services.call(checkPayment, { id: due.id }, { as: ann });
    expect(await own()).toMatchObject({ state: 'paid' });
  });

  it('cancels what was begun before the amount changes, so that no member pays the former sum', async () => {
    const { secret } = await dues.begin(ann, due);
    expect(code(await update({ amount: 9000 }))).toBe('ok');
    await dues.cards.confirm(secret);
    await services.call(checkPayment, { id: due.id }, { as: ann });
    expect(await own()).toMatchObject({ state: 'open', paid_amount: 0 });
    const again = await begin();
    expect(again.body).toMatchObject({ amount: 9000 });
    expect(again.body.secret).not.toBe(secret);
    expect(code(await begin({ amount: 12_000 }))).toBe('DUE_CHANGED');
  });

  it('refuses another amount once a member has paid, known to this process or not', async () => {
    dues.cards.controls.holdsEvents = true;
    const { secret } = await dues.begin(ann, due);
    await dues.cards.confirm(secret);
    expect(code(await update({ amount: 9000 }))).toBe('DUE_PAID');
    expect(await own()).toMatchObject({ state: 'paid', paid_amount: 12_000 });
    expect(code(await update({ currency: 'USD' }))).toBe('DUE_PAID');
    expect(code(await update({ title: 'Renamed' }))).toBe('ok');
  });

  it('neither changes the amount nor deletes while the provider holds a payment, nor notes it as paid', async () => {
    dues.cards.controls.holdsEvents = true;
    const { secret } = await dues.begin(ann, due);
    await dues.cards.confirm(secret, testCards.later);
    expect([code(await update({ amount: 9000 })), code(await remove())]).toEqual([
      'PAYMENT_UNDER_WAY',
      'PAYMENT_UNDER_WAY',
    ]);
    expect((await dues.mark(boss, due, ann)).code).toBe('PAYMENT_UNDER_WAY');
    expect([(await own())?.state, code(await begin())]).toEqual(['processing', 'PAYMENT_UNDER_WAY']);
  });

  it('cannot be paid after its deletion', async () => {
    const { secret } = await dues.begin(ann, due);
    expect(code(await remove())).toBe('ok');
    await dues.cards.confirm(secret);
    await dues.cards.settle();
    expect(await rowsOfLedger('charge')).toBe(0);
  });

  it('pays what it asks for while its amount changes again and again', async () => {
    const attempts = Array.from({ length: 12 }, (_, index) =>
      index % 3 === 0 ? update({ amount: 9000 + index }).then(() => undefined) : begin().then(({ body }) => body),
    );
    const begun = (await Promise.all(attempts)).filter((one) => one?.secret !== undefined);
    for (const one of begun) await dues.cards.confirm(one!.secret);
    await services.call(checkPayment, { id: due.id }, { as: ann });
    const { body } = await services.call(readDue, { id: due.id }, { as: ann });
    if (body.due.own?.state === 'open') await dues.pay(ann, due);
    const paid = (await services.call(readDue, { id: due.id }, { as: ann })).body.due;
    expect(paid.own?.paid_amount).toBe(paid.amount);
    expect(await rowsOfLedger('charge')).toBe(1);
  });

  it('changes nothing while the provider is down, and has paid once it is back', async () => {
    dues.cards.controls.breaks = 'before';
    expect(code(await begin())).toBe('PAYMENT_FAILED');
    dues.cards.controls.breaks = 'after';
    expect(code(await begin())).toBe('PAYMENT_FAILED');
    dues.cards.controls.breaks = undefined;
    const { secret } = await dues.begin(ann, due);
    dues.cards.controls.holdsEvents = true;
    await dues.cards.confirm(secret);
    dues.cards.controls.breaks = 'before';
    expect(code(await services.call(checkPayment, { id: due.id }, { as: ann }))).toBe('PAYMENT_FAILED');
    expect(code(await update({ amount: 9000 }))).toBe('PAYMENT_FAILED');
    dues.cards.controls.breaks = undefined;
    await age(600_000);
    await services.get(DueReconciliation).run();
    expect(await own()).toMatchObject({ state: 'paid' });
  });

  it('never counts another sum or currency as paid, and shows it to admins', async () => {
    dues.cards.controls.holdsEvents = true;
    const { secret } = await dues.begin(ann, due);
    await dues.cards.confirm(secret);
    dues.cards.controls.falsify = (body) => ({ ...body, amount_received: 100 });
    await services.call(checkPayment, { id: due.id }, { as: ann });
    dues.cards.controls.falsify = undefined;
    expect(await own()).toMatchObject({ state: 'processing', paid_amount: 100 });
    expect(await dues.member(boss, due, ann)).toMatchObject({ differs: true, state: 'processing' });
    expect((await dues.mark(boss, due, ann)).code).toBe('ok');
    expect(await own()).toMatchObject({ state: 'paid', paid_amount: 12_000 });
  });
});

describe('payments that admins note', () => {
  it('answers a resend, and refuses a second note', async () => {
    const client_id = randomUUID();
    const notes = await Promise.all([1, 2, 3].map(() => dues.mark(boss, due, ann, client_id)));
    expect(notes.map((one) => one.code)).toEqual(['ok', 'ok', 'ok']);
    expect((await dues.mark(boss, due, ann)).code).toBe('DUE_PAID');
    expect(await rowsOfLedger('manual')).toBe(1);
    expect(await dues.member(boss, due, ann)).toMatchObject({ state: 'paid', method: 'manual', reason: 'In cash' });
  });

  it('cancels the card payment that was begun', async () => {
    const { secret } = await dues.begin(ann, due);
    expect((await dues.mark(boss, due, ann)).code).toBe('ok');
    await dues.cards.confirm(secret);
    await dues.cards.settle();
    expect([await rowsOfLedger('charge'), code(await begin())]).toEqual([0, 'DUE_PAID']);
  });

  it('has one payment when a member pays and an admin notes it at the same time', async () => {
    await Promise.all([
      dues.mark(boss, due, ann),
      begin().then(({ body }) => (body.secret ? dues.cards.confirm(body.secret) : undefined)),
    ]);
    await services.call(checkPayment, { id: due.id }, { as: ann });
    await dues.cards.settle();
    expect((await rowsOfLedger('manual')) + (await rowsOfLedger('charge'))).toBe(1);
  });

  it('refuses members who do not owe it', async () => {
    const bob = await services.member();
    expect((await dues.mark(boss, due, bob)).code).toBe('USER_NOT_FOUND');
    const input = { id: due.id, user: ann.id, reason: ' ', client_id: randomUUID() };
    const blank = await services.call(markDuePaid, input, { as: boss });
    expect(blank.body.fields).toEqual({ reason: 'reason_REQUIRED' });
  });
});

describe('refunds', () => {
  it('refunds a part and then the rest', async () => {
    await dues.pay(ann, due);
    expect((await dues.refund(boss, due, ann, { amount: 2000 })).code).toBe('ok');
    expect(await own()).toMatchObject({ state: 'paid', refunded_amount: 2000 });
    expect((await dues.refund(boss, due, ann, { amount: 10_001 })).code).toBe('REFUND_TOO_LARGE');
    expect((await dues.refund(boss, due, ann)).code).toBe('ok');
    expect(await own()).toMatchObject({ state: 'refunded', refunded_amount: 12_000 });
    expect((await dues.balance()).get(`member:${ann.id} EUR`)).toBe(0);
    expect((await dues.refund(boss, due, ann)).code).toBe('REFUND_TOO_LARGE');
  });

  it.each(['card', 'manual'])('lets one of two admins refund the whole of a %s payment', async (method) => {
    const other = await services.member({ admin: true });
    if (method === 'card') await dues.pay(ann, due);
    else await dues.mark(boss, due, ann);
    const codes = await Promise.all([dues.refund(boss, due, ann), dues.refund(other, due, ann)]);
    expect(codes.map((one) => one.code).sort()).toEqual(['REFUND_TOO_LARGE', 'ok']);
    expect((await own())?.refunded_amount).toBe(12_000);
  });

  it('answers a resend, also after an outage in the middle of it', async () => {
    await dues.pay(ann, due);
    const client_id = randomUUID();
    dues.cards.controls.breaks = 'after';
    expect((await dues.refund(boss, due, ann, { amount: 500, client_id })).code).toBe('PAYMENT_FAILED');
    expect((await dues.refund(boss, due, ann)).code).toBe('PAYMENT_FAILED');
    dues.cards.controls.breaks = undefined;
    expect((await dues.refund(boss, due, ann, { amount: 500, client_id })).code).toBe('ok');
    expect((await dues.refund(boss, due, ann, { amount: 500, client_id })).code).toBe('ok');
    await age(600_000);
    await services.get(DueReconciliation).run();
    expect(await own()).toMatchObject({ state: 'refunded', refunded_amount: 12_000 });
    expect(await rowsOfLedger('refund')).toBe(2);
  });

  it('refunds once though the provider has forgotten the key, and also when the due is deleted', async () => {
    await dues.pay(ann, due);
    dues.cards.controls.breaks = 'after';
    expect((await dues.refund(boss, due, ann, { amount: 500 })).code).toBe('PAYMENT_FAILED');
    dues.cards.controls.breaks = 'before';
    expect((await dues.refund(boss, due, ann, { amount: 700 })).code).toBe('PAYMENT_FAILED');
    dues.cards.controls.breaks = undefined;
    await rowsOf(services, 'test_provider_objects').deleteMany({ object: 'idempotency' });
    expect(code(await remove())).toBe('ok');
    await age(600_000);
    await services.get(DueReconciliation).run();
    expect(await rowsOfLedger('refund')).toBe(2);
    expect((await dues.balance()).get(`member:${ann.id} EUR`)).toBe(-10_800);
  });

  it('takes over a refund that was made at the provider', async () => {
    await dues.pay(ann, due);
    const row = await rowsOf(services, 'due_payments').findOne({ due: due.id });
    const { stripe, options } = dues.cards.access();
    await stripe.refunds.create({ payment_intent: String(row!['intent']), amount: 3000 }, options);
    await dues.cards.settle();
    await services.call(checkPayment, { id: due.id }, { as: ann });
    expect(await own()).toMatchObject({ state: 'paid', refunded_amount: 3000 });
  });

  it('refuses what was not paid, and bad amounts', async () => {
    expect((await dues.refund(boss, due, ann)).code).toBe('NOT_FOUND');
    await dues.pay(ann, due);
    const given = { id: due.id, user: ann.id, reason: 'x', client_id: randomUUID() };
    for (const amount of [0, -1, 0.5, 1e12]) {
      const { status, body } = await services.call(refundDue, { ...given, amount }, { as: boss });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([400, ['amount']]);
    }
  });
});
