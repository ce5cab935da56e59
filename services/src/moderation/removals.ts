import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { LOGGER } from '../infrastructure/environment/logger-token.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import type { Logger } from '../infrastructure/logging/logger.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { ReportCaseRepository } from './report-case.repository.js';
import { Reportables } from './reportables.js';

/** Removes content that admins decided to delete: within the call, and from the outbox if its process ended before. */
@Injectable()
export class Removals implements OnModuleInit {
  constructor(
    private readonly cases: ReportCaseRepository,
    private readonly reportables: Reportables,
    private readonly outbox: Outbox,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'moderation-removals',
      kinds: ['ReportDecided'],
      durable: true,
      handle: async (event) => {
        try {
          await this.carryOut(event.tenant, event.case);
        } catch (error) {
          // A rule of the content's service forbids it by now (the last admin): repeating it changes nothing.
          if (!(error instanceof PaddockError) || error.status >= 500) throw error;
          this.logger.warn({ module: 'moderation', case: event.case, code: error.code }, 'content was not removed');
        }
      },
    });
  }

  async carryOut(tenant: Tenant, id: string): Promise<void> {
    const row = await this.cases.byId(tenant, id);
    if (row?.decision?.decision !== 'delete' || row.removed) return;
    await this.reportables.of(row.kind).remove(tenant, row.decision.admin, row.subject);
    await this.cases.setRemoved(tenant, id);
  }
}
