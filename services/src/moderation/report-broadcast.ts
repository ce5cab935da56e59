import { Injectable, type OnModuleInit } from '@nestjs/common';
import { UserRepository } from '../community/users/user.repository.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import { Realtime } from '../infrastructure/realtime/realtime.js';
import { ReportCaseRepository } from './report-case.repository.js';
import { isAbout } from './report-case.schema.js';

/** Informs the admins' windows of new reports and decisions. */
@Injectable()
export class ReportBroadcast implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly users: UserRepository,
    private readonly cases: ReportCaseRepository,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'reports-realtime',
      kinds: ['ContentReported', 'ReportDecided'],
      handle: async ({ tenant, case: id }) => {
        const row = await this.cases.byId(tenant, id);
        const admins = await Promise.all([
          this.users.admins(tenant, [tenant.workplace]),
          this.users.admins(tenant, 'community'),
        ]);
        for (const user of new Set(admins.flat().map(({ _id }) => _id)))
          if (!row || !isAbout(row, user))
            this.realtime.emitTo(tenant, { user }, 'updating_reports', { workplace: tenant.workplace, id });
      },
    });
  }
}
