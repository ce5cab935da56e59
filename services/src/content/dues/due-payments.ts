import { Injectable } from '@nestjs/common';
import type { createPaymentIntent } from '@paddock/contract/calls/dues';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DueAccess, type DueViewer } from './due-access.js';
import { type DueMemberKey, DuePaymentRepository } from './due-payment.repository.js';
import { DueProvider, type OpenIntent } from './due-provider.js';
import { DueRepository } from './due.repository.js';
import type { DueRow } from './due.schema.js';
import { DueSettlement, lockOf, newSide, type Side, sideOf } from './due-settlement.js';

type Refusal = 'DUE_PAID' | 'PAYMENT_UNDER_WAY' | 'DUE_CHANGED';

/** Begins payments by card: one intent for a member and a due, however many windows ask for it. */
@Injectable()
export class DuePayments {
  constructor(
    private readonly dues: DueRepository,
    private readonly payments: DuePaymentRepository,
    private readonly access: DueAccess,
    private readonly provider: DueProvider,
    private readonly settlement: DueSettlement,
    private readonly mutex: KeyedMutex,
  ) {}

  /** @throws DUE_NOT_FOUND, FORBIDDEN, DUE_CHANGED, DUE_PAID, PAYMENT_UNDER_WAY, PAYMENT_FAILED */
  async begin(
    caller: SignedInCaller,
    { id, amount, currency }: CallArguments<typeof createPaymentIntent>,
  ): Promise<CallReply<typeof createPaymentIntent>> {
    const { tenant, user } = caller;
    const due = await this.access.findOwed(caller, id);
    const isOther = amount !== undefined && amount !== due.amount;
    if (isOther || (currency !== undefined && currency.toUpperCase() !== due.currency))
      throw new PaddockError('DUE_CHANGED');
    const account = this.provider.account(tenant);
    const key = { due: id, user: user._id };
    const row = await this.payments.of(tenant, key);
    checkOpen(due, row ?? newSide(key));
    const { secret } = await this.openIntent(caller, due, row ? sideOf(row) : newSide(key));
    return { account, secret, amount: due.amount, currency: due.currency };
  }

  /** Reads from the provider what became of the member's payment. @throws DUE_NOT_FOUND, PAYMENT_FAILED */
  async check(caller: SignedInCaller, id: string): Promise<void> {
    const { tenant, user } = caller;
    await this.access.find(caller, id);
    const key = { due: id, user: user._id };
    const row = await this.payments.of(tenant, key);
    if (row?.intent === undefined) return;
    await this.settlement.settle(tenant, key, await this.provider.read(tenant, row.intent));
  }

  private async openIntent({ tenant, user }: SignedInCaller, due: DueRow, side: Side): Promise<OpenIntent> {
    const { intent, version } = side;
    let { attempts } = side;
    if (intent !== undefined && version === due.version) {
      const found = await this.provider.resume(tenant, intent);
      if ('open' in found) return found.open;
      if (found.charge.status !== 'canceled') {
        await this.settlement.settle(tenant, side, found.charge);
        throw new PaddockError(found.charge.status === 'succeeded' ? 'DUE_PAID' : 'PAYMENT_UNDER_WAY');
      }
      attempts += 1;
    }
    // An earlier version's is cancelled before the due changes; this makes sure of it.
    else if (intent !== undefined) await this.cancelFormer(tenant, side, intent);
    const open = await this.provider.begin(tenant, side, due, { version: due.version, attempts });
    const refusal = await this.keep({ tenant, user }, side, { intent: open.id, version: due.version, attempts });
    // The intent stays as it is: its secret has not left the server, and the same key would return a cancelled one again.
    if (refusal) throw new PaddockError(refusal);
    return open;
  }

  private async cancelFormer(tenant: Tenant, side: DueMemberKey, intent: string): Promise<void> {
    const charge = await this.provider.cancel(tenant, intent);
    if (charge.status === 'canceled') return;
    await this.settlement.settle(tenant, side, charge);
    throw new PaddockError(charge.status === 'succeeded' ? 'DUE_PAID' : 'PAYMENT_UNDER_WAY');
  }

  /** Stores the intent before the member gets its secret. The due may have changed, and the member have paid, since they were read. */
  private keep(
    { tenant, user }: DueViewer,
    key: DueMemberKey,
    begun: Required<Pick<Side, 'intent' | 'version' | 'attempts'>>,
  ): Promise<Refusal | undefined> {
    return this.mutex.transaction(lockOf(key.due), async (session): Promise<Refusal | undefined> => {
      // A write, so that it conflicts with a change or deletion of the due in another process.
      const due = await this.dues.noteBegun(tenant, key.due, { session });
      const row = await this.payments.of(tenant, key, { session });
      if (due?.version !== begun.version || !(await this.access.owes(tenant, due, user))) return 'DUE_CHANGED';
      const side = row ? sideOf(row) : newSide(key);
      const refusal = refusalOf(due, side);
      if (refusal) return refusal;
      // Another window's intent is of a later attempt.
      if (side.version === begun.version && side.attempts > begun.attempts) return 'PAYMENT_UNDER_WAY';
      await this.payments.store(tenant, key, { ...side, ...begun, changed: new Date() }, { session });
      return undefined;
    });
  }
}

/** Why a payment by card cannot begin; undefined if it can. */
function refusalOf({ held_until }: DueRow, { state }: Side): Refusal | undefined {
  if (state === 'paid' || state === 'refunded') return 'DUE_PAID';
  if (state === 'processing') return 'PAYMENT_UNDER_WAY';
  return held_until !== undefined && held_until > new Date() ? 'DUE_CHANGED' : undefined;
}

function checkOpen(due: DueRow, side: Side): void {
  const refusal = refusalOf(due, side);
  if (refusal) throw new PaddockError(refusal);
}
