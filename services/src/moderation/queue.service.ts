import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { decideReport, readReport, readReports, ReportDetail } from '@paddock/contract/calls/moderation';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../community/calls/caller.js';
import { FilesService } from '../community/files/files.service.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import { AuditTrail } from './audit-trail.js';
import { CaseViews } from './case-views.js';
import { Removals } from './removals.js';
import { ReportCaseRepository } from './report-case.repository.js';
import { isAbout, type ReportCaseRow } from './report-case.schema.js';
import { Reportables } from './reportables.js';

/** The queue of reported content, for the workplace's admins. */
@Injectable()
export class QueueService implements OnModuleInit {
  constructor(
    private readonly cases: ReportCaseRepository,
    private readonly views: CaseViews,
    private readonly reportables: Reportables,
    private readonly removals: Removals,
    private readonly audit: AuditTrail,
    private readonly outbox: Outbox,
    private readonly files: FilesService,
  ) {}

  onModuleInit() {
    this.files.attachedTo('report', async (tenant, viewer, id) => {
      if (!isWorkplaceAdmin(viewer, tenant.workplace)) return false;
      const row = await this.cases.byId(tenant, id);
      return row !== null && !isAbout(row, viewer._id);
    });
  }

  async list(
    caller: SignedInCaller,
    { status, count, page = '0' }: CallArguments<typeof readReports>,
  ): Promise<CallReply<typeof readReports>> {
    const { tenant, user } = caller;
    const from = page.length === 24 ? page : Number(page) * count;
    const span = { open: status === 'open', without: user._id, from, limit: count + 1 };
    const [found, open] = await Promise.all([this.cases.page(tenant, span), this.cases.countOpen(tenant, user._id)]);
    const rows = found.slice(0, count);
    const next = found.length > count ? rows.at(-1)!.order : null;
    return { reports: await this.views.list(caller, rows), open, next };
  }

  async read(caller: SignedInCaller, { id }: CallArguments<typeof readReport>): Promise<ReportDetail> {
    return this.views.detail(caller, await this.found(caller, id));
  }

  /** The first decision wins; a later call returns it. */
  async decide(
    caller: SignedInCaller,
    { id, decision, reason }: CallArguments<typeof decideReport>,
  ): Promise<ReportDetail> {
    const { tenant, user } = caller;
    const { open, kind, subject, author: member } = await this.found(caller, id);
    if (decision === 'delete' && !reason)
      throw new PaddockError('INVALID_INPUT', { fields: { reason: 'reason_REQUIRED' } });
    if (open && decision === 'delete') await this.reportables.of(kind).checkRemoval(tenant, user, subject);
    if (open)
      await this.audit.transaction(tenant, async (session) => {
        const decided = { decision, ...(reason && { reason }), admin: user._id, at: new Date() };
        if (!(await this.cases.decide(tenant, id, decided, { session }))) return;
        const action = decision === 'keep' ? 'report_kept' : 'report_deleted';
        await this.audit.add(tenant, { action, admin: user._id, kind, subject, member, reason }, session);
        await this.outbox.add(session, { kind: 'ReportDecided', tenant, case: id, by: user._id });
      });
    await this.removals.carryOut(tenant, id);
    return this.read(caller, { id });
  }

  /** @throws NOT_FOUND also for a case about the admin or their content */
  private async found({ tenant, user }: SignedInCaller, id: string): Promise<ReportCaseRow> {
    const row = await this.cases.byId(tenant, id);
    if (!row || isAbout(row, user._id)) throw new PaddockError('NOT_FOUND');
    return row;
  }
}
