import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { FilesService } from '../community/files/files.service.js';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { CommunityJobs } from '../infrastructure/tenancy/community-jobs.js';
import { type Tenant, tenantOf } from '../infrastructure/tenancy/tenant.js';
import { AuditRepository } from './audit.repository.js';
import { ReportCaseRepository } from './report-case.repository.js';
import type { ReportCaseRow } from './report-case.schema.js';
import { ReportRepository } from './report.repository.js';

/** How long a decided case stays, with the content as it was reported. */
const retentionMs = 180 * dayMs;
const everyMs = hourMs;

/** Exports a member's reports and acts as an admin; erases names and content with the account, and cases after their retention. */
@Injectable()
export class ModerationPersonalData implements OnModuleInit {
  /** Erases decided cases after their retention. */
  readonly sweep: (now?: Date) => Promise<void>;

  constructor(
    private readonly cases: ReportCaseRepository,
    private readonly reports: ReportRepository,
    private readonly audit: AuditRepository,
    private readonly files: FilesService,
    private readonly extensions: ExtensionPoints,
    jobs: CommunityJobs,
  ) {
    this.sweep = jobs.add({
      name: 'moderation.erase_cases',
      everyMs,
      failure: 'old cases could not be erased',
      run: async (tenant, now) => {
        for (const { place, rows } of await this.cases.decidedBefore(tenant, new Date(now.getTime() - retentionMs)))
          for (const row of rows) await this.erase(place, row);
      },
    });
  }

  onModuleInit() {
    this.extensions.provide('export', 'moderation', async (tenant, { _id: user }) => {
      const [reports, acts] = await Promise.all([this.reports.ofUser(tenant, user), this.audit.ofAdmin(tenant, user)]);
      return {
        reports: await Promise.all(reports.map((row) => this.exported(row))),
        acts_as_admin: acts.map(({ workplace, at, action, kind, subject, reason }) => {
          return { workplace, at, action, kind, subject, reason: reason?.text };
        }),
      };
    });
    this.extensions.provide('forget', 'moderation', (tenant, { _id }) => this.forget(tenant, _id));
  }

  private async exported(row: Awaited<ReturnType<ReportRepository['ofUser']>>[number]) {
    const { community, workplace, reason, text, created } = row;
    const about = await this.cases.byId(tenantOf(community, workplace), row.case);
    return { workplace, kind: about?.kind, subject: about?.subject, reason, text, created };
  }

  /** A case about the member goes; one about their content stays with what is still published. */
  private async forget(tenant: Tenant, user: string): Promise<void> {
    await this.reports.forgetUser(tenant, user);
    await this.audit.forgetReasons(tenant, user);
    for (const { place, rows } of await this.cases.ofAuthor(tenant, user))
      for (const row of rows) {
        if (row.kind === 'user') await this.erase(place, row);
        else {
          await this.files.release(place, row._id);
          await this.cases.forgetContent(place, row._id);
        }
      }
  }

  private async erase(place: Tenant, { _id }: ReportCaseRow): Promise<void> {
    await this.files.release(place, _id);
    await this.reports.eraseCase(place, _id);
    await this.cases.erase(place, _id);
  }
}
