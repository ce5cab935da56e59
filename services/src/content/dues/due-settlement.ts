import { Inject, Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { isDeepStrictEqual } from 'node:util';
import { Ledger } from '../../community/payments/ledger.js';
import type { LedgerEntry } from '../../community/payments/ledger.schema.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { type DueMemberKey, DuePaymentRepository } from './due-payment.repository.js';
import type { DuePaymentRow } from './due-payment.schema.js';
import type { Charge, ChargeRefund } from './due-provider.js';
import { DueReceiptNumbers } from './due-receipt-numbers.js';
import { DueRepository } from './due.repository.js';
import type { DueRow, DueSums } from './due.schema.js';

/** A member's side of a due, with what the ledger has of it. */
export type Side = Omit<DuePaymentRow, '_id' | 'community' | 'workplace'>;
/** What a transaction knows of a member's side of a due. */
interface Settling {
  tenant: Tenant;
  due: DueRow | null;
  side: Side;
  session: ClientSession;
}
type Movement = Pick<LedgerEntry, 'key' | 'kind' | 'amount' | 'currency'> &
  Partial<Pick<LedgerEntry, 'by' | 'reason' | 'intent'>>;

/**
 * Takes over what the provider says of a payment. A charge and each refund becomes one row of the ledger, by the provider's id, however
 * often and in any order its states arrive; a member's side, the sums of the due and the ledger change in one transaction.
 */
@Injectable()
export class DueSettlement {
  constructor(
    private readonly dues: DueRepository,
    private readonly payments: DuePaymentRepository,
    private readonly ledger: Ledger,
    private readonly receipts: DueReceiptNumbers,
    private readonly outbox: Outbox,
    private readonly mutex: KeyedMutex,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** In a transaction of its own. */
  settle(tenant: Tenant, key: DueMemberKey, charge: Charge): Promise<void> {
    return this.mutex.transaction(lockOf(key.due), (session) => this.settleIn(tenant, key, charge, session));
  }

  async settleIn(tenant: Tenant, key: DueMemberKey, charge: Charge, session: ClientSession): Promise<void> {
    const [due, row] = [
      await this.dues.byId(tenant, key.due, { session }),
      await this.payments.of(tenant, key, { session }),
    ];
    // An unpaid intent without a row: its due or account was deleted.
    if (!row && charge.amount === 0) return;
    const side = row ? sideOf(row) : newSide(key);
    const settling = { tenant, due, side: { ...side }, session };
    await this.takeCharge(settling, charge);
    for (const refund of charge.refunds) await this.takeRefund(settling, charge, refund);
    settling.side.state = stateOf(settling.side, charge);
    if (!isDeepStrictEqual(settling.side, side)) await this.store(settling, side);
  }

  /** Stores a changed side with the sums of its due, and notifies windows. */
  async store({ tenant, due, side, session }: Settling, before: Side): Promise<DuePaymentRow> {
    const { due: id, user } = side;
    if (side.paid_amount > 0 && side.receipt === undefined)
      side.receipt = await this.receipts.next(tenant, { session });
    const stored = await this.payments.store(tenant, { due: id, user }, { ...side, changed: new Date() }, { session });
    if (due) await this.dues.addSums(tenant, id, difference(sumsOf(before), sumsOf(side)), { session });
    await this.outbox.add(session, { kind: 'DuePaymentChanged', tenant, due: id, user });
    return stored;
  }

  /** Adds a movement of money between a member and the provider, or the cash; false if the ledger has it. */
  async move({ tenant, due, side, session }: Settling, movement: Movement, isCash = false): Promise<boolean> {
    const { due: id, user } = side;
    const [member, other] = [`member:${user}`, isCash ? 'cash' : 'provider'];
    const isPayment = movement.kind === 'charge' || movement.kind === 'manual';
    return this.ledger.add(session, tenant, {
      ...movement,
      ...(isPayment ? { from: member, to: other } : { from: other, to: member }),
      ...{ at: new Date(), workplace: tenant.workplace, due: id, user },
      ...(due && { due_title: due.title }),
    });
  }

  private async takeCharge(settling: Settling, { intent, status, amount, currency }: Charge): Promise<void> {
    const { tenant, due, side } = settling;
    if (status !== 'succeeded' || amount <= 0) return;
    const movement = { key: `charge:${intent}`, kind: 'charge', amount, currency, intent } as const;
    if (!(await this.move(settling, movement))) return;
    const isOwnCurrency = !due || due.currency === currency;
    if (isOwnCurrency) side.paid_amount += amount;
    Object.assign(side, { intent, paid: new Date(), method: 'card' });
    const isFull = due !== null && isOwnCurrency && side.paid_amount >= due.amount;
    if (isFull) side.state = 'paid';
    if (!isFull || side.paid_amount !== due.amount) {
      side.differs = true;
      const facts = { module: 'dues', ...tenant, due: side.due, intent, amount, currency };
      this.logger.error(facts, 'what was charged is not what the due asks for');
    }
    const what = { due: side.due, user: side.user, amount, currency };
    await this.outbox.add(settling.session, { kind: 'DuePaid', tenant, ...what, payment: `charge:${intent}` });
  }

  private async takeRefund(settling: Settling, { intent, currency }: Charge, refund: ChargeRefund): Promise<void> {
    const { tenant, due, side, session } = settling;
    const { id, status, amount, client_id } = refund;
    const isDone = status === 'succeeded';
    const isFailed = status === 'failed' || status === 'canceled';
    if (!isDone && !isFailed) return;
    const order = side.orders.find((one) => one.client_id === client_id);
    side.orders = side.orders.filter((one) => one !== order);
    const isOwnCurrency = !due || due.currency === currency;
    const about = { amount, currency, intent, ...(order && { by: order.by, reason: order.reason }) };
    if (isDone && (await this.move(settling, { key: `refund:${id}`, kind: 'refund', ...about }))) {
      if (isOwnCurrency) side.refunded_amount += amount;
      side.refunds = [...side.refunds, { id, ...(client_id !== undefined && { client_id }) }];
      const what = { due: side.due, user: side.user, amount, currency };
      await this.outbox.add(session, { kind: 'DueRefunded', tenant, ...what, refund: `refund:${id}` });
    }
    // It had arrived as done: the money is back at the provider.
    if (isFailed && side.refunds.some((one) => one.id === id)) {
      await this.move(settling, { key: `refund_failed:${id}`, kind: 'charge', ...about });
      if (isOwnCurrency) side.refunded_amount -= amount;
      side.refunds = side.refunds.filter((one) => one.id !== id);
    }
  }
}

/** Serializes the transactions on a due. */
export const lockOf = (due: string): string => `due ${due}`;

/** A member's side without the tenant, which repositories add. */
export function sideOf({ _id, community: _community, workplace: _workplace, ...side }: DuePaymentRow): Side {
  return side;
}

export function newSide({ due, user }: DueMemberKey): Side {
  const nothing = { attempts: 0, paid_amount: 0, refunded_amount: 0, orders: [], refunds: [] };
  return { due, user, state: 'open', ...nothing, changed: new Date() };
}

/** The state of a side after a charge was read. An older reading can arrive late, so none undoes a payment. */
function stateOf(side: Side, { intent, status }: Charge): Side['state'] {
  const { state, paid_amount, refunded_amount, differs = false } = side;
  if (paid_amount > 0 && refunded_amount >= paid_amount) return 'refunded';
  // A refund that failed later leaves a payment.
  if (state === 'paid' || state === 'refunded') return 'paid';
  // Less than the due, or another currency: an admin refunds it or notes it as paid.
  if (differs) return 'processing';
  if (side.intent !== intent) return state;
  return status === 'processing' ? 'processing' : 'open';
}

function sumsOf({ state, paid_amount, refunded_amount }: Side): DueSums {
  return { paid: Number(state === 'paid'), processing: Number(state === 'processing'), paid_amount, refunded_amount };
}

function difference(before: DueSums, after: DueSums): DueSums {
  const names = Object.keys(before) as (keyof DueSums)[];
  return Object.fromEntries(names.map((name) => [name, after[name] - before[name]])) as unknown as DueSums;
}
