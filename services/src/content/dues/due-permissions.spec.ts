import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  checkPayment,
  createDue,
  createPaymentIntent,
  deleteDue,
  type Due,
  exportPayments,
  markDuePaid,
  readDue,
  readDueMembers,
  readDues,
  readReceipt,
  refundDue,
  remindDue,
  updateDue,
} from '@paddock/contract/calls/dues';
import { randomUUID } from 'node:crypto';
import { type DuesScenario, startDues } from '../../../test/dues-scenario.js';
import {
  cells,
  codesOn,
  hq,
  refusedRows,
  sameCode,
  tableCallers,
  type TableCaller,
} from '../../../test/permission-tables.js';
import type { CallOptions, TestMember, TestServices } from '../../../test/start-test-services.js';

const acts = [
  ...(['list', 'read', 'pay', 'check', 'receipt'] as const),
  ...(['update', 'members', 'mark', 'refund', 'remind', 'export', 'exportAll'] as const),
  ...(['create', 'delete'] as const),
] as const;
type Act = (typeof acts)[number];
type Caller = TableCaller | 'payer' | 'named' | 'member' | 'groupMember' | 'formerGroupMember';

let dues: DuesScenario;
let services: TestServices;
let callers: Record<Caller, CallOptions>;
let boss: TestMember;
let payer: TestMember;
let named: string[];
let group: string;

beforeAll(async () => {
  dues = await startDues();
  ({ services } = dues);
  const shared = await tableCallers(services);
  boss = shared.superAdmin.as;
  payer = await services.member(hq);
  const other = await services.member(hq);
  const [groupMember, formerGroupMember] = [await services.member(hq), await services.member(hq)];
  const made = await services.group(boss, [groupMember]);
  group = made._id;
  named = [payer.id, other.id];
  callers = {
    ...shared,
    payer: { as: payer },
    named: { as: other },
    member: { as: await services.member(hq) },
    groupMember: { as: groupMember },
    formerGroupMember: { as: formerGroupMember },
  };
});
afterAll(() => services.close());

/** A due of some members and a group, which one of them has paid. */
async function scene(): Promise<Due> {
  const due = await dues.add(boss, { users: named, groups: [group] });
  await dues.mark(boss, due, payer);
  return due;
}

const calls: Record<Act, (due: Due, options: CallOptions) => Promise<{ status: number; body: { code?: string } }>> = {
  list: (_, options) => services.call(readDues, {}, options),
  read: ({ id }, options) => services.call(readDue, { id }, options),
  pay: ({ id }, options) => services.call(createPaymentIntent, { id }, options),
  check: ({ id }, options) => services.call(checkPayment, { id }, options),
  receipt: ({ id }, options) => services.call(readReceipt, { id, user: payer.id }, options),
  update: ({ id }, options) => services.call(updateDue, { id, title: 'Changed' }, options),
  members: ({ id }, options) => services.call(readDueMembers, { id }, options),
  mark: ({ id }, options) =>
    services.call(markDuePaid, { id, client_id: randomUUID(), user: named[1]!, reason: 'In cash' }, options),
  refund: ({ id }, options) =>
    services.call(refundDue, { id, client_id: randomUUID(), user: payer.id, amount: 100, reason: 'Half' }, options),
  remind: ({ id }, options) => services.call(remindDue, { id, client_id: randomUUID() }, options),
  export: ({ id }, options) => services.call(exportPayments, { due: id }, options),
  exportAll: (_, options) => services.call(exportPayments, {}, options),
  create: (_, options) =>
    services.call(createDue, { client_id: randomUUID(), title: 'Fee', amount: 100, currency: 'EUR' }, options),
  delete: ({ id }, options) => services.call(deleteDue, { id }, options),
};

const managing = ['update', 'members', 'mark', 'refund', 'remind', 'export', 'exportAll'] as const;
const creating = ['create', 'delete'] as const;
const notManaging = sameCode([...managing, ...creating], 'FORBIDDEN');
const unseen = { list: 'ok', ...sameCode(['read', 'pay', 'check', 'receipt'] as const, 'DUE_NOT_FOUND') };
const owing = { list: 'ok', read: 'ok', pay: 'ok', check: 'ok', receipt: 'FORBIDDEN' };

const table: Record<Caller, Record<Act, string>> = {
  ...refusedRows(acts),
  payer: { ...owing, pay: 'DUE_PAID', receipt: 'ok', ...notManaging },
  named: { ...owing, ...notManaging },
  groupMember: { ...owing, ...notManaging },
  formerGroupMember: { ...unseen, ...notManaging },
  member: { ...unseen, ...notManaging },
  admin: {
    ...owing,
    ...{ pay: 'FORBIDDEN', receipt: 'ok' },
    ...sameCode(managing, 'ok'),
    ...sameCode(creating, 'FORBIDDEN'),
  },
  superAdmin: { ...owing, receipt: 'ok', ...sameCode([...managing, ...creating], 'ok') },
  adminOfAnotherWorkplace: { ...unseen, ...notManaging },
  adminInTheirOwnWorkplace: {
    ...unseen,
    ...sameCode(managing, 'DUE_NOT_FOUND'),
    exportAll: 'ok',
    ...sameCode(creating, 'FORBIDDEN'),
  },
  memberOfAnotherCommunity: { ...unseen, ...notManaging },
};

const codeOn = codesOn(scene, ['list', 'read', 'receipt', 'members', 'export', 'exportAll', 'create']);

describe('permissions of dues', () => {
  it.each(cells(table))('%s, %s: %s', async (caller, act, code) => {
    expect(await codeOn(act, (due) => calls[act](due, callers[caller]))).toBe(code);
  });

  it('shows members neither who else owes a due nor what others have paid', async () => {
    const due = await scene();
    const text = JSON.stringify((await services.call(readDue, { id: due.id }, callers.named)).body);
    for (const secret of [payer.id, group, boss.id, 'totals', 'email']) expect(text).not.toContain(secret);
  });
});
