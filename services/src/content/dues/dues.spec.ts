import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  checkPayment,
  createDue,
  createPaymentIntent,
  deleteDue,
  exportPayments,
  readDue,
  readDueMembers,
  readDues,
  readReceipt,
  remindDue,
  updateDue,
} from '@paddock/contract/calls/dues';
import type { CallInput } from '@paddock/contract/core/call';
import { randomUUID } from 'node:crypto';
import { testCards } from '../../../test/card-payments.js';
import { type DuesScenario, startDues } from '../../../test/dues-scenario.js';
import type { TestMember, TestServices } from '../../../test/start-test-services.js';
import { DuesService } from './dues.service.js';

let dues: DuesScenario;
let services: TestServices;
let boss: TestMember;
let ann: TestMember;
beforeAll(async () => {
  dues = await startDues();
  ({ services } = dues);
});
beforeEach(async () => {
  boss = await services.member({ admin: true });
  ann = await services.member();
});
afterAll(() => services.close());

const status = async (as: TestMember, id: string) =>
  (await services.call(readDue, { id }, { as })).body.due?.own?.state;

describe(DuesService, () => {
  it.each([
    [1234, 'EUR', '12.34 EUR'],
    [500, 'JPY', '500 JPY'],
    [12_340, 'KWD', '12.340 KWD'],
  ])('shows %i %s as %s', async (amount, currency, label) => {
    const due = await dues.add(boss, { amount, currency });
    expect(due).toMatchObject({ amount, currency, pay_label: label, can_edit: true, can_delete: true });
    expect((await dues.list(ann)).find(({ id }) => id === due.id)).toMatchObject({
      pay_label: label,
      own: { state: 'open', paid_amount: 0 },
      can_edit: false,
    });
  });

  it('sums what a member owes by currency, and orders open dues by their day', async () => {
    const late = await dues.add(boss, { users: [ann.id], payable_until: '2031-02-01', title: 'Late' });
    const early = await dues.add(boss, { users: [ann.id], payable_until: '2030-02-01', title: 'Early' });
    const { body } = await services.call(readDues, {}, { as: ann });
    const ids = body.dues.map(({ id }) => id);
    expect(ids.indexOf(early.id)).toBeLessThan(ids.indexOf(late.id));
    expect(body.open.find(({ currency }) => currency === 'EUR')!.amount).toBeGreaterThanOrEqual(24_000);
    expect(body.card_public_key).toBe('pk_test_paddock');
  });

  it.each<[string, Partial<CallInput<typeof createDue>>, Record<string, string>]>([
    ['no title', { title: ' ' }, { title: 'title_REQUIRED' }],
    ['an amount of 0', { amount: 0 }, { amount: 'amount_INVALID_PATTERN' }],
    ['a negative amount', { amount: -5 }, { amount: 'amount_INVALID_PATTERN' }],
    ['a part of a cent', { amount: 0.005 }, { amount: 'amount_INVALID_PATTERN' }],
    ['10¹²', { amount: 1e12 }, { amount: 'amount_LENGTH_PATTERN' }],
    ['no number', { amount: Number.NaN }, { amount: 'amount_INVALID_PATTERN' }],
    ['an unknown currency', { currency: 'XXQ' }, { currency: 'currency_INVALID_PATTERN' }],
    ['a third decimal that cards refuse', { amount: 1234, currency: 'KWD' }, { amount: 'amount_INVALID_PATTERN' }],
    ['a day that does not exist', { payable_until: '2030-02-30' }, { payable_until: 'payable_until_INVALID_PATTERN' }],
    ['a description of 251 characters', { desc: 'a'.repeat(251) }, { desc: 'desc_LENGTH_PATTERN' }],
  ])('refuses %s and changes nothing', async (_, input, fields) => {
    const due = await dues.add(boss);
    const given = { client_id: randomUUID(), title: 'Fee', amount: 100, currency: 'EUR', ...input };
    const created = await services.call(createDue, given, { as: boss });
    expect([created.status, created.body.fields]).toEqual([400, fields]);
    const updated = await services.call(updateDue, { id: due.id, ...input }, { as: boss });
    expect([updated.status, updated.body.fields]).toEqual([400, fields]);
    expect((await services.call(readDue, { id: due.id }, { as: boss })).body.due).toMatchObject({ title: due.title });
  });

  it('creates one due for a resend', async () => {
    const client_id = randomUUID();
    const made = await Promise.all([1, 2, 3].map(() => dues.add(boss, { client_id })));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
  });

  it('refuses members and groups that do not exist', async () => {
    const given = { client_id: randomUUID(), title: 'Fee', amount: 100, currency: 'EUR' };
    const unknown = 'a'.repeat(24);
    const users = await services.call(createDue, { ...given, users: [unknown] }, { as: boss });
    expect([users.body.code, users.body.fields]).toEqual(['USER_NOT_FOUND', { users: 'USER_NOT_FOUND' }]);
    const groups = await services.call(createDue, { ...given, groups: [unknown] }, { as: boss });
    expect([groups.body.code, groups.body.fields]).toEqual(['GROUP_NOT_FOUND', { groups: 'GROUP_NOT_FOUND' }]);
  });

  it('hides a due of other members from all but admins', async () => {
    const bob = await services.member();
    const due = await dues.add(boss, { users: [bob.id] });
    for (const call of [readDue, createPaymentIntent, checkPayment, readReceipt])
      expect((await services.call(call, { id: due.id }, { as: ann })).body.code).toBe('DUE_NOT_FOUND');
    expect((await dues.list(ann)).map(({ id }) => id)).not.toContain(due.id);
    expect((await services.call(createPaymentIntent, { id: due.id }, { as: boss })).body.code).toBe('FORBIDDEN');
    const own = (await services.call(readDue, { id: due.id }, { as: bob })).body;
    expect([own.due.users, own.due.totals, own.users]).toEqual([undefined, undefined, []]);
  });

  it('is owed by current members of its groups', async () => {
    const group = await services.group(boss, [ann]);
    const due = await dues.add(boss, { groups: [group._id] });
    expect(await status(ann, due.id)).toBe('open');
    expect((await services.call(readDue, { id: due.id }, { as: await services.member() })).body.code).toBe(
      'DUE_NOT_FOUND',
    );
  });

  it('lists who owes and who has paid, page by page', async () => {
    const others = await Promise.all([1, 2, 3].map(() => services.member()));
    const users = [ann, ...others].map(({ id }) => id);
    const due = await dues.add(boss, { users });
    await dues.pay(ann, due);
    const read = async (input: object) =>
      (await services.call(readDueMembers, { id: due.id, ...input }, { as: boss })).body;
    const first = await read({ count: 3 });
    const second = await read({ count: 3, after: first.next });
    const found = [...first.members, ...second.members];
    expect(found.map(({ user }) => user).sort()).toEqual([...users].sort());
    expect([second.next, first.totals]).toEqual([
      undefined,
      { members: 4, paid: 1, processing: 0, paid_amount: 12_000, refunded_amount: 0 },
    ]);
    expect((await read({ state: 'paid' })).members).toMatchObject([
      { user: ann.id, email: ann.row.email, former: false },
    ]);
    expect((await read({ state: 'open' })).members).toHaveLength(3);
    expect((await read({ after: 'nonsense' })).members).toEqual([]);
  });

  it('finds members without accents and in other forms of a letter', async () => {
    const names = ['Łukasz Müller', 'أحمد الكعبي'];
    const users = await Promise.all(names.map((fullname) => services.member({ fullname })));
    const due = await dues.add(boss, { users: users.map(({ id }) => id) });
    const found = async (query: string) =>
      (await services.call(readDueMembers, { id: due.id, query }, { as: boss })).body.members.map(({ user }) => user);
    expect(await found('lukasz mul')).toEqual([users[0]!.id]);
    expect(await found('احمد')).toEqual([users[1]!.id]);
  });

  it('reminds each member who owes it once a day, and answers a resend', async () => {
    const bob = await services.member();
    const due = await dues.add(boss, { users: [ann.id, bob.id] });
    await dues.pay(ann, due);
    const client_id = randomUUID();
    const remind = (id = client_id) => services.call(remindDue, { id: due.id, client_id: id }, { as: boss });
    const replies = await Promise.all([remind(), remind(), remind()]);
    expect(replies.map(({ body }) => body.reminded)).toEqual([1, 1, 1]);
    expect((await remind(randomUUID())).body.reminded).toBe(0);
    expect((await dues.member(boss, due, bob))?.reminded).toBeDefined();
    const other = await services.call(remindDue, { id: due.id, client_id: randomUUID(), user: boss.id }, { as: boss });
    expect(other.body.code).toBe('USER_NOT_FOUND');
  });

  it('exports the ledger as CSV in which no cell is a formula', async () => {
    const due = await dues.add(boss, { title: '=HYPERLINK("x")', users: [ann.id] });
    await dues.pay(ann, due);
    await dues.refund(boss, due, ann, { amount: 2000 });
    const { csv } = (await services.call(exportPayments, { due: due.id }, { as: boss })).body;
    const lines = csv.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain(`"'=HYPERLINK(""x"")","charge","120.00","EUR"`);
    expect(lines[2]).toContain('"refund","-20.00","EUR"');
  });

  it('deletes a due, and keeps what was paid in the ledger', async () => {
    const due = await dues.add(boss, { users: [ann.id] });
    await dues.pay(ann, due);
    expect((await services.call(deleteDue, { id: due.id }, { as: boss })).status).toBe(200);
    expect((await services.call(deleteDue, { id: due.id }, { as: boss })).body.code).toBe('DUE_NOT_FOUND');
    expect((await services.call(readDue, { id: due.id }, { as: ann })).body.code).toBe('DUE_NOT_FOUND');
    expect((await dues.balance()).get(`member:${ann.id} EUR`)).toBe(-12_000);
    expect((await services.call(exportPayments, {}, { as: boss })).body.csv).toContain(ann.row.email);
  });

  it('has a receipt for its member and admins, with a number that no other has', async () => {
    const bob = await services.member();
    const due = await dues.add(boss, { users: [ann.id, bob.id] });
    expect((await services.call(readReceipt, { id: due.id }, { as: ann })).body.code).toBe('NOT_FOUND');
    await Promise.all([dues.pay(ann, due), dues.pay(bob, due)]);
    const [own, others] = [
      (await services.call(readReceipt, { id: due.id }, { as: ann })).body,
      (await services.call(readReceipt, { id: due.id, user: bob.id }, { as: boss })).body,
    ];
    expect(own.name).toMatch(/^Receipt \d{6}\.pdf$/);
    expect(own.name).not.toBe(others.name);
    const file = await services.request('GET', own.url);
    expect([file.status, file.text.slice(0, 5)]).toEqual([200, '%PDF-']);
    expect((await services.call(readReceipt, { id: due.id, user: bob.id }, { as: ann })).body.code).toBe('FORBIDDEN');
  });

  it('takes what a declined card holds as still open', async () => {
    const due = await dues.add(boss, { users: [ann.id] });
    expect((await dues.pay(ann, due, testCards.declined)).own).toMatchObject({ state: 'open', paid_amount: 0 });
    expect((await dues.pay(ann, due)).own).toMatchObject({ state: 'paid', method: 'card', receipt: true });
  });
});
