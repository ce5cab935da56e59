import { Inject, Injectable } from '@nestjs/common';
import { dayMs } from '@paddock/contract/core/durations';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { CommunityJobs } from '../../infrastructure/tenancy/community-jobs.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DueAdminPayments } from './due-admin-payments.js';
import { DuePaymentRepository } from './due-payment.repository.js';
import type { DuePaymentRow } from './due-payment.schema.js';
import { DueProvider } from './due-provider.js';
import { DueSettlement } from './due-settlement.js';

const everyMs = 60_000;
/** Skips recent changes: a call may still be processing them. */
const settleMs = 60_000;
/** After this time without a result, a payment counts as abandoned. */
const maxAgeMs = 30 * dayMs;

/**
 * Asks the provider what became of payments and refunds that were begun: at the start of the process, since the last one may have ended
 * between the charge and its record, and by a job, since an event may not arrive. The pauses double with the age of a payment.
 */
@Injectable()
export class DueReconciliation {
  readonly run: (now?: Date) => Promise<void>;

  constructor(
    private readonly payments: DuePaymentRepository,
    private readonly provider: DueProvider,
    private readonly settlement: DueSettlement,
    private readonly admins: DueAdminPayments,
    @Inject(LOGGER) private readonly logger: Logger,
    jobs: CommunityJobs,
  ) {
    this.run = jobs.add({
      name: 'dues.reconcile_payments',
      everyMs,
      failure: 'payments could not be compared with the provider',
      run: (tenant, now) => this.compare(tenant, now),
    });
  }

  private async compare(community: Tenant, now: Date): Promise<void> {
    if (!this.provider.isOn(community)) return;
    const [from, to] = [new Date(+now - maxAgeMs), new Date(+now - settleMs)];
    for (const { place, rows } of await this.payments.unsettled(community, from, to))
      for (const row of rows.filter((one) => isTime(one, now)))
        await this.compareOne(place, row, now).catch((err: unknown) =>
          this.logger.warn(
            { module: 'dues', ...place, due: row.due, err },
            'payment not compared, will be tried again',
          ),
        );
  }

  private async compareOne(tenant: Tenant, row: DuePaymentRow, now: Date): Promise<void> {
    await this.payments.noteChecked(tenant, row, now);
    for (const order of row.orders) await this.admins.carryOut(tenant, row, order);
    await this.settlement.settle(tenant, row, await this.provider.read(tenant, row.intent!));
  }
}

function isTime({ changed, checked = changed }: DuePaymentRow, now: Date): boolean {
  return +now - +checked >= +checked - +changed;
}
