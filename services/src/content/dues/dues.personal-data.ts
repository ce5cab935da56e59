import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DuePaymentRepository } from './due-payment.repository.js';
import type { DuePaymentRow } from './due-payment.schema.js';
import { DueProvider } from './due-provider.js';
import { DueRepository } from './due.repository.js';
import { DueSettlement, lockOf } from './due-settlement.js';

/**
 * Exports a member's payments and the dues that they wrote. Erasure ends what they have begun to pay; what was paid stays, as bookkeeping
 * asks for, with an id that leads to no person (ADR 0018).
 */
@Injectable()
export class DuesPersonalData implements OnModuleInit {
  constructor(
    private readonly dues: DueRepository,
    private readonly payments: DuePaymentRepository,
    private readonly provider: DueProvider,
    private readonly settlement: DueSettlement,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'dues', async (tenant, { _id: user }) => ({
      payments: (await this.payments.ofMember(tenant, user)).flatMap(({ rows }) => rows.map(exported)),
      dues: (await this.dues.about(tenant, user))
        .filter(({ author }) => author === user)
        .map(({ _id: id, workplace, title, desc, amount, currency, created }) => ({
          ...{ id, workplace, title, desc, amount, currency, created },
        })),
    }));
    this.extensions.provide('forget', 'dues', async (tenant, { _id: user }) => {
      for (const { place, rows } of await this.payments.ofMember(tenant, user))
        for (const row of rows) await this.forget(place, row);
      await this.dues.forget(tenant, { users: user });
    });
    this.outbox.subscribe({
      name: 'dues-erased-group',
      kinds: ['GroupErased'],
      durable: true,
      handle: ({ tenant, group }) => this.dues.forget(tenant, { groups: group }),
    });
  }

  private async forget(tenant: Tenant, row: DuePaymentRow): Promise<void> {
    if (row.intent !== undefined && row.state === 'open' && this.provider.isOn(tenant))
      await this.settlement.settle(tenant, row, await this.provider.cancel(tenant, row.intent));
    await this.mutex.transaction(lockOf(row.due), async (session) => {
      const current = await this.payments.of(tenant, row, { session });
      if (current?.paid_amount === 0 && current.state === 'open')
        await this.payments.removeById(tenant, current._id, { session });
    });
  }
}

function exported({
  workplace,
  due,
  state,
  paid_amount,
  refunded_amount,
  paid,
  method,
  reason,
  receipt,
}: DuePaymentRow) {
  return { workplace, due, state, paid_amount, refunded_amount, paid, method, reason, receipt };
}
