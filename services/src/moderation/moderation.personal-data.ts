import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { FilesService } from '../community/files/files.service.js';
import { LOGGER } from '../infrastructure/environment/logger-token.js';
import type { Logger } from '../infrastructure/logging/logger.js';
import { Loop } from '../infrastructure/outbox/loop.js';
import { Communities } from '../infrastructure/tenancy/communities.js';
import { type Tenant, tenantOf } from '../infrastructure/tenancy/tenant.js';
import { AuditRepository } from './audit.repository.js';
import { ReportCaseRepository } from './report-case.repository.js';
import type { ReportCaseRow } from './report-case.schema.js';
import { ReportRepository } from './report.repository.js';

const dayMs = 24 * 3_600_000;
/** How long a decided case stays, with the content as it was reported. */
const keptMs = 180 * dayMs;
const everyMs = 3_600_000;

/** Exports a member's reports and acts as an admin; erases names and content with the account, and cases after their retention. */
@Injectable()
export class ModerationPersonalData implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop(() => this.sweep(), everyMs);

  constructor(
    private readonly cases: ReportCaseRepository,
    private readonly reports: ReportRepository,
    private readonly audit: AuditRepository,
    private readonly files: FilesService,
    private readonly communities: Communities,
    private readonly extensions: ExtensionPoints,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

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

  onApplicationBootstrap() {
    this.loop.wake();
  }

  beforeApplicationShutdown() {
    return this.loop.stop();
  }

  /** Erases decided cases after their retention. */
  async sweep(now = new Date()): Promise<void> {
    try {
      for (const { id } of this.communities.all())
        for (const [place, rows] of await this.cases.decidedBefore(tenantOf(id), new Date(now.getTime() - keptMs)))
          for (const row of rows) await this.erase(place, row);
    } catch (err) {
      this.logger.error({ module: 'moderation', err }, 'old cases could not be erased');
    }
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
    for (const [place, rows] of await this.cases.ofAuthor(tenant, user))
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
