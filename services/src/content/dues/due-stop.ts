import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UserRepository } from '../../community/users/user.repository.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DueOwing } from './due-owing.js';
import { DuePaymentRepository } from './due-payment.repository.js';
import type { DuePaymentRow } from './due-payment.schema.js';
import { DueProvider } from './due-provider.js';
import { DueRepository } from './due.repository.js';
import { DueSettlement, lockOf } from './due-settlement.js';

/** More time than cancelling all begun payments takes. Afterwards members can pay again, even if the change was abandoned. */
const heldMs = 60_000;
/** Cancellations at the same time. */
const lanes = 10;

/**
 * Ends the payments by card that have begun, so that no member pays another sum than the due asks for: first none begins any more, then
 * the provider cancels each intent. Those of members whom a due no longer names are cancelled after the change, which refuses new ones.
 */
@Injectable()
export class DueStop implements OnModuleInit {
  constructor(
    private readonly dues: DueRepository,
    private readonly payments: DuePaymentRepository,
    private readonly provider: DueProvider,
    private readonly settlement: DueSettlement,
    private readonly mutex: KeyedMutex,
    private readonly owing: DueOwing,
    private readonly users: UserRepository,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'due-payments-of-former',
      kinds: ['DuesChanged'],
      durable: true,
      handle: ({ tenant, due }) => this.cancelOfFormer(tenant, due),
    });
  }

  /** Before the amount changes. @throws DUE_PAID, PAYMENT_UNDER_WAY, PAYMENT_FAILED */
  async repricing(tenant: Tenant, id: string): Promise<void> {
    await this.hold(tenant, id);
    await this.releasedOnError(tenant, id, async () => {
      const { paid, isProcessing } = await this.cancelAll(tenant, await this.payments.begun(tenant, id));
      const due = await this.dues.byId(tenant, id);
      if (paid || (due?.sums.paid_amount ?? 0) > 0) throw new PaddockError('DUE_PAID');
      if (isProcessing) throw new PaddockError('PAYMENT_UNDER_WAY');
    });
  }

  /** Before a due is deleted. What was paid meanwhile is recorded. @throws PAYMENT_UNDER_WAY, PAYMENT_FAILED */
  async deleting(tenant: Tenant, id: string): Promise<void> {
    await this.hold(tenant, id);
    await this.releasedOnError(tenant, id, async () => {
      const { isProcessing } = await this.cancelAll(tenant, await this.payments.begun(tenant, id));
      if (isProcessing) throw new PaddockError('PAYMENT_UNDER_WAY');
    });
  }

  private async hold(tenant: Tenant, id: string): Promise<void> {
    const until = new Date(Date.now() + heldMs);
    // A payment that begins now is stored before or after this transaction, and is cancelled or refused.
    const held = await this.mutex.transaction(lockOf(id), (session) => this.dues.hold(tenant, id, until, { session }));
    if (!held) throw new PaddockError('PAYMENT_UNDER_WAY');
  }

  private async releasedOnError(tenant: Tenant, id: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await this.dues.release(tenant, id);
      throw error;
    }
  }

  /** Cancels the begun payments of members who no longer owe the due. */
  private async cancelOfFormer(tenant: Tenant, id: string): Promise<void> {
    const due = await this.dues.byId(tenant, id);
    if (!due || !this.provider.isOn(tenant)) return;
    const begun = (await this.payments.begun(tenant, id)).filter(({ state }) => state === 'open');
    const users = await this.users.byIds(
      tenant,
      begun.map(({ user }) => user),
    );
    const owers = await this.owing.owersAmong(tenant, due, users);
    await this.cancelAll(
      tenant,
      begun.filter(({ user }) => !owers.has(user)),
    );
  }

  private async cancelAll(
    tenant: Tenant,
    begun: readonly DuePaymentRow[],
  ): Promise<{ paid: boolean; isProcessing: boolean }> {
    let [paid, isProcessing] = [false, false];
    for (let at = 0; at < begun.length; at += lanes)
      await Promise.all(
        begun.slice(at, at + lanes).map(async (row) => {
          const charge = await this.provider.cancel(tenant, row.intent!);
          if (charge.status !== 'canceled') await this.settlement.settle(tenant, row, charge);
          paid ||= charge.status === 'succeeded';
          isProcessing ||= charge.status === 'processing';
        }),
      );
    return { paid, isProcessing };
  }
}
