import { Injectable } from '@nestjs/common';
import type { DueMember, markDuePaid, refundDue } from '@paddock/contract/calls/dues';
import type { CallArguments } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { toProviderAmount } from '../../community/payments/provider-amounts.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DueAccess } from './due-access.js';
import { type DueMemberKey, DuePaymentRepository } from './due-payment.repository.js';
import type { DuePaymentRow, RefundOrder } from './due-payment.schema.js';
import { DueProvider } from './due-provider.js';
import type { DueRow } from './due.schema.js';
import { DueSettlement, lockOf, newSide, type Side, sideOf } from './due-settlement.js';
import { DueViews } from './due-views.js';

type Reply = Promise<{ member: DueMember }>;

/** What admins note and refund. */
@Injectable()
export class DueAdminPayments {
  constructor(
    private readonly payments: DuePaymentRepository,
    private readonly access: DueAccess,
    private readonly provider: DueProvider,
    private readonly settlement: DueSettlement,
    private readonly views: DueViews,
    private readonly users: UserRepository,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** @throws DUE_NOT_FOUND, USER_NOT_FOUND, DUE_PAID, PAYMENT_UNDER_WAY, PAYMENT_FAILED */
  async markPaid(caller: SignedInCaller, input: CallArguments<typeof markDuePaid>): Reply {
    const { tenant, user } = caller;
    const { id, client_id } = input;
    const due = await this.access.findManaged(tenant, id);
    const key = { due: id, user: input.user };
    const row = await this.payments.of(tenant, key);
    if (row?.marked_with === client_id && row.by === user._id) return this.reply(tenant, due, key);
    await this.access.findOwing(tenant, due, input.user);
    if (row) await this.stopCard(tenant, due, row);
    await this.mutex.transaction(lockOf(id), async (session) => {
      const [now, stored] = [
        await this.access.findManaged(tenant, id, { session }),
        await this.payments.of(tenant, key, { session }),
      ];
      const before = stored ? sideOf(stored) : newSide(key);
      const side: Side = { ...before };
      if (side.marked_with === client_id && side.by === user._id) return;
      checkMarkable(side, row);
      const settling = { tenant, due: now, side, session };
      const { currency } = now;
      // Read the amount from the provider's charges.
      const amount = Math.max(0, now.amount - side.paid_amount);
      const movement = { key: `manual:${id}:${input.user}:${user._id}:${client_id}`, kind: 'manual' } as const;
      const { reason } = input;
      if (amount > 0)
        await this.settlement.move(settling, { ...movement, amount, currency, by: user._id, reason }, true);
      side.paid_amount += amount;
      Object.assign(side, { state: 'paid', method: 'manual', paid: new Date(), reason, by: user._id });
      Object.assign(side, { marked_with: client_id, differs: undefined });
      await this.settlement.store(settling, before);
      const what = { due: id, user: input.user, amount: now.amount, currency, payment: movement.key };
      await this.outbox.add(session, { kind: 'DuePaid', tenant, ...what });
    });
    return this.reply(tenant, due, key);
  }

  /** @throws DUE_NOT_FOUND, USER_NOT_FOUND, NOT_FOUND, REFUND_TOO_LARGE, PAYMENT_FAILED */
  async refund(caller: SignedInCaller, input: CallArguments<typeof refundDue>): Reply {
    const { tenant, user } = caller;
    const { id, client_id } = input;
    const due = await this.access.findManaged(tenant, id);
    const key = { due: id, user: input.user };
    const order = await this.order(tenant, due, key, {
      ...{ client_id, by: user._id, reason: input.reason, at: new Date() },
      ...(input.amount !== undefined && { amount: input.amount }),
    });
    if (order) await this.carryOut(tenant, key, order);
    return this.reply(tenant, due, key);
  }

  /** Has the provider refund what an order says, which holds its amount. @throws PAYMENT_FAILED */
  async carryOut(tenant: Tenant, key: DueMemberKey, order: RefundOrder): Promise<void> {
    const row = await this.payments.of(tenant, key);
    if (row?.intent === undefined) throw new PaddockError('PAYMENT_FAILED');
    const { intent } = row;
    // It may have been carried out long ago: the provider forgets the keys of requests after a day.
    const before = await this.provider.read(tenant, intent);
    const isKnown = before.refunds.some(({ client_id }) => client_id === order.client_id);
    const charge =
      isKnown || before.status !== 'succeeded'
        ? before
        : await this.provider.refund(tenant, key, { intent, currency: before.currency }, order);
    if (charge?.status === 'succeeded') return this.settlement.settle(tenant, key, charge);
    await this.withdraw(tenant, key, order);
    throw new PaddockError('PAYMENT_FAILED');
  }

  /** Holds the amount; a refund of money that did not come by card is done by that. Undefined if there is nothing left to do. */
  private order(
    tenant: Tenant,
    due: DueRow,
    key: DueMemberKey,
    { amount: wanted, ...given }: Omit<RefundOrder, 'amount'> & { amount?: number },
  ): Promise<RefundOrder | undefined> {
    return this.mutex.transaction(lockOf(key.due), async (session) => {
      const row = await this.payments.of(tenant, key, { session });
      if (!row || row.paid_amount === 0)
        throw new PaddockError((await this.users.byId(tenant, key.user)) ? 'NOT_FOUND' : 'USER_NOT_FOUND');
      const before = sideOf(row);
      const side: Side = { ...before };
      const isOwn = (one: { client_id?: string }) => one.client_id === given.client_id;
      if (side.refunds.some(isOwn)) return undefined;
      const begun = side.orders.find(isOwn);
      if (begun) return begun;
      const ordered = side.orders.reduce((sum, one) => sum + one.amount, 0);
      const left = side.paid_amount - side.refunded_amount - ordered;
      const amount = wanted ?? left;
      if (amount > left || left <= 0)
        throw new PaddockError('REFUND_TOO_LARGE', { fields: { amount: 'REFUND_TOO_LARGE' } });
      const order = { ...given, amount };
      const settling = { tenant, due, side, session };
      if (side.method === 'card') {
        // Throws for a sum that the provider cannot charge.
        toProviderAmount(amount, due.currency);
        side.orders = [...side.orders, order];
        await this.settlement.store(settling, before);
        return order;
      }
      const { by, reason, client_id } = given;
      const id = `manual_refund:${key.due}:${key.user}:${by}:${client_id}`;
      const { currency } = due;
      await this.settlement.move(settling, { key: id, kind: 'manual_refund', amount, currency, by, reason }, true);
      side.refunds = [...side.refunds, { id, client_id }];
      side.refunded_amount += amount;
      if (side.refunded_amount >= side.paid_amount) side.state = 'refunded';
      await this.settlement.store(settling, before);
      await this.outbox.add(session, { kind: 'DueRefunded', tenant, ...key, amount, currency, refund: id });
      return undefined;
    });
  }

  /** The provider refuses it for good. */
  private withdraw(tenant: Tenant, key: DueMemberKey, { client_id }: RefundOrder): Promise<void> {
    return this.mutex.transaction(lockOf(key.due), async (session) => {
      const row = await this.payments.of(tenant, key, { session });
      if (!row) return;
      const orders = row.orders.filter((one) => one.client_id !== client_id);
      await this.payments.store(tenant, key, { ...sideOf(row), orders }, { session });
    });
  }

  /** Cancels the card payment that the member has begun. @throws DUE_PAID, PAYMENT_UNDER_WAY, PAYMENT_FAILED */
  private async stopCard(tenant: Tenant, due: DueRow, row: DuePaymentRow): Promise<void> {
    if (row.intent === undefined || row.differs || row.state === 'paid' || row.state === 'refunded') return;
    const charge = await this.provider.cancel(tenant, row.intent);
    if (charge.status === 'canceled') return;
    await this.settlement.settle(tenant, { due: due._id, user: row.user }, charge);
    if (charge.status === 'processing') throw new PaddockError('PAYMENT_UNDER_WAY');
  }

  private async reply(tenant: Tenant, due: DueRow, key: DueMemberKey): Reply {
    const [row, user] = await Promise.all([this.payments.of(tenant, key), this.users.byId(tenant, key.user)]);
    const former = !user || !(await this.access.owes(tenant, due, user));
    return { member: this.views.member(key.user, row ?? undefined, { email: user?.email, former }) };
  }
}

/** @throws DUE_PAID, PAYMENT_UNDER_WAY, also if the member has begun another payment by card meanwhile */
function checkMarkable(side: Side, read: DuePaymentRow | null): void {
  if (side.state === 'paid' || side.state === 'refunded') throw new PaddockError('DUE_PAID');
  const isOther = side.intent !== read?.intent || side.attempts !== (read?.attempts ?? 0);
  if (isOther || (side.state === 'processing' && !side.differs)) throw new PaddockError('PAYMENT_UNDER_WAY');
}
