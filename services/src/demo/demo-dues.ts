import type { Deployment } from '@paddock/contract/core/deployment';
import { dateAfter, wallClock } from '@paddock/contract/core/time-zones';
import { zoneOfWorkplace } from '@paddock/contract/core/workplaces';
import { randomUUID } from 'node:crypto';
import type { LedgerRow } from '../community/payments/ledger.schema.js';
import { toProviderAmount } from '../community/payments/provider-amounts.js';
import { newTestId, seconds } from '../community/payments/test-provider/test-object.js';
import type { TestObjectRow } from '../community/payments/test-provider/test-object.repository.js';
import type { UserRow } from '../community/users/user.schema.js';
import type { DuePaymentRow } from '../content/dues/due-payment.schema.js';
import type { DueRow } from '../content/dues/due.schema.js';
import { dayMs } from '@paddock/contract/core/durations';
import { newId } from '../infrastructure/mongo/row.js';
import type { NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { DemoContent } from './demo-content.js';
import type { MembersOf } from './people.js';
import { pick } from './pick.js';

export interface DemoDues {
  dues: NewRow<DueRow>[];
  payments: NewRow<DuePaymentRow>[];
  ledger: NewRow<LedgerRow>[];
  /** What the test provider knows of the payments by card, so that they can be refunded. */
  provided: TestObjectRow[];
}
type DemoDue = DemoContent['dues'][number];
type DemoPayment = DemoDue['payments'][number];

interface Scene {
  community: string;
  users: ReadonlyMap<string, NewRow<UserRow>>;
  groups: ReadonlyMap<string, string>;
  membersOf: MembersOf;
  now: Date;
}

/** The dues of each workplace, with payments that agree with the ledger and the test provider. The super admin added them. */
export function demoDues(
  { dues }: Pick<DemoContent, 'dues'>,
  config: Pick<Deployment, 'flags' | 'workplaces'>,
  scene: Scene,
): { of: (workplace: string) => DemoDues; receipts: number } {
  const made = new Map<string, DemoDues>();
  let receipts = 0;
  for (const one of dues) {
    const { workplace } = one;
    const own = made.get(workplace) ?? { dues: [], payments: [], ledger: [], provided: [] };
    made.set(workplace, own);
    const zone = zoneOfWorkplace(config, workplace);
    const due = dueRow(one, zone, scene);
    own.dues.push(due);
    for (const payment of paymentsOf(one, scene)) {
      receipts += 1;
      addPayment(own, due, payment, { ...scene, workplace, receipt: receipts });
    }
  }
  return { of: (workplace) => made.get(workplace) ?? { dues: [], payments: [], ledger: [], provided: [] }, receipts };
}

function dueRow(
  { title, desc, amount, currency, payable_in_days, reminders, days_ago, users, groups }: DemoDue,
  zone: string | undefined,
  scene: Scene,
): NewRow<DueRow> {
  const admin = [...scene.users.values()].find((user) => user.admin)?._id ?? '';
  const today = new Date(wallClock(+scene.now, zone ?? 'UTC')).toISOString().slice(0, 10);
  const groupIds = groups.map((key) => scene.groups.get(key));
  if (groupIds.includes(undefined)) throw new Error(`demo content: no group '${groups.join(', ')}'`);
  return {
    ...{
      _id: newId(),
      title,
      desc,
      amount,
      currency,
      reminders,
      reminder_answers: [],
      version: 0,
      begun: 0,
      changes: 0,
    },
    ...(payable_in_days !== undefined && { payable_until: dateAfter(today, payable_in_days) }),
    users: users.map((username) => memberOf(username, scene)._id),
    groups: groupIds as string[],
    sums: { paid: 0, processing: 0, paid_amount: 0, refunded_amount: 0 },
    ...{ author: admin, client_id: randomUUID(), created: new Date(+scene.now - days_ago * dayMs) },
  };
}

/** Those that the content names, and of the other members a part. */
function paymentsOf({ title, payments, percent, workplace, days_ago }: DemoDue, { membersOf }: Scene): DemoPayment[] {
  const named = new Set([...payments.map(({ by }) => by), 'driver', 'crew', 'chief', 'steward', 'super']);
  const others = membersOf(workplace).filter(
    ({ username, pending }) => !pending && !named.has(username) && pick(`${title} ${username}`, 100) < percent,
  );
  return [
    ...payments,
    ...others.map(({ username }) => ({
      by: username,
      method: 'card' as const,
      days_ago: (days_ago * pick(`${username} ${title}`, 100)) / 100,
    })),
  ];
}

function addPayment(
  own: DemoDues,
  due: NewRow<DueRow>,
  { by, method, days_ago, reason, refunded = 0 }: DemoPayment,
  { workplace, receipt, ...scene }: Scene & { workplace: string; receipt: number },
): void {
  const { amount, currency } = due;
  const { _id: user } = memberOf(by, scene);
  const at = new Date(+scene.now - days_ago * dayMs);
  const isCard = method === 'card';
  const purpose = { kind: 'due', community: scene.community, workplace, due: due._id, user };
  const charged = isCard ? chargedAtProvider({ amount, currency, refunded, at }, purpose) : undefined;
  if (charged) own.provided.push(...charged.objects);
  const about = { currency, place: workplace, due: due._id, due_title: due.title, user, at };
  const [member, other] = [`member:${user}`, isCard ? 'provider' : 'cash'];
  const noted = { ...(reason !== undefined && { reason }), by: due.author };
  const payment = isCard
    ? { key: `charge:${charged!.intent}`, kind: 'charge' as const, intent: charged!.intent }
    : { key: `manual:${randomUUID()}`, kind: 'manual' as const, ...noted };
  own.ledger.push({ _id: newId(), ...about, ...payment, from: member, to: other, amount });
  const refund = refunded > 0 ? (charged?.refund ?? `manual_refund:${randomUUID()}`) : undefined;
  if (refund !== undefined) {
    const kind = isCard ? ('refund' as const) : ('manual_refund' as const);
    const key = isCard ? `refund:${refund}` : refund;
    own.ledger.push({ _id: newId(), ...about, ...noted, key, kind, from: other, to: member, amount: refunded });
  }
  const state = refunded >= amount ? ('refunded' as const) : ('paid' as const);
  own.payments.push({
    ...{ _id: newId(), due: due._id, user, state, attempts: 0, paid_amount: amount, refunded_amount: refunded },
    ...{ paid: at, method, orders: [], refunds: refund === undefined ? [] : [{ id: refund }], receipt, changed: at },
    ...(isCard ? { intent: charged!.intent, version: due.version } : noted),
  });
  due.sums.paid += Number(state === 'paid');
  due.sums.paid_amount += amount;
  due.sums.refunded_amount += refunded;
}

/** A succeeded payment intent with its charge and refund. */
function chargedAtProvider(
  { amount, currency, refunded, at }: { amount: number; currency: string; refunded: number; at: Date },
  metadata: Readonly<Record<string, string>>,
) {
  const [intent, charge, refund] = [newTestId('pi'), newTestId('ch'), newTestId('re')];
  const [sum, back] = [toProviderAmount(amount, currency), refunded > 0 ? toProviderAmount(refunded, currency) : 0];
  const base = { created: seconds(at), livemode: false, currency: currency.toLowerCase(), metadata };
  const row = (body: TestObjectRow['body'], owner: string): TestObjectRow => ({
    ...{ _id: body.id, object: body.object, account: '', owner, created: at, body },
  });
  const objects = [
    row(
      {
        ...{ ...base, id: intent, object: 'payment_intent', amount: sum, amount_received: sum, status: 'succeeded' },
        ...{ client_secret: `${intent}_${newTestId('secret')}`, latest_charge: charge, customer: null },
        ...{ payment_method: null, next_action: null, last_payment_error: null },
      },
      '',
    ),
    row(
      {
        ...{ ...base, id: charge, object: 'charge', amount: sum, amount_captured: sum, amount_refunded: back },
        ...{ captured: true, paid: true, payment_intent: intent, refunded: back === sum, status: 'succeeded' },
      },
      intent,
    ),
  ];
  if (back > 0) {
    const body = { ...base, id: refund, object: 'refund', amount: back, charge, payment_intent: intent };
    objects.push(row({ ...body, status: 'succeeded', reason: null }, intent));
  }
  return { intent, refund, objects };
}

function memberOf(username: string, { users }: Pick<Scene, 'users'>): NewRow<UserRow> {
  const user = users.get(username);
  if (!user) throw new Error(`demo content: no member '${username}'`);
  return user;
}
