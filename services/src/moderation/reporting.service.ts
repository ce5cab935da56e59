import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { ReportKind, reportShout } from '@paddock/contract/calls/moderation';
import type { SignedInCaller } from '../community/calls/caller.js';
import type { ReportableContent } from '../community/extension-points/reportable.js';
import { FilesService } from '../community/files/files.service.js';
import { KeyedMutex } from '../infrastructure/mongo/keyed-mutex.js';
import { newId } from '../infrastructure/mongo/row.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import { ReportCaseRepository } from './report-case.repository.js';
import { ReportRepository } from './report.repository.js';
import { Reportables } from './reportables.js';
import { retryOnDuplicate } from '../infrastructure/mongo/retry-on-duplicate.js';

type Report = CallArguments<typeof reportShout>;

/** Takes reports; those about the same content share a case. */
@Injectable()
export class ReportingService {
  constructor(
    private readonly reportables: Reportables,
    private readonly cases: ReportCaseRepository,
    private readonly reports: ReportRepository,
    private readonly files: FilesService,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  async report(caller: SignedInCaller, kind: ReportKind, report: Report): Promise<{ ok: true }> {
    const content = await this.reportables.of(kind).find(caller, report.id);
    await retryOnDuplicate(async () => {
      if (!(await this.isRepeated(caller, kind, report, content))) await this.store(caller, kind, report, content);
    });
    return { ok: true };
  }

  /** Whether the member's report is stored: a resend, or about an open case, or about unchanged content that admins kept. */
  private async isRepeated(
    { tenant, user }: SignedInCaller,
    kind: ReportKind,
    { id, client_id }: Report,
    content: ReportableContent,
  ): Promise<boolean> {
    if (await this.reports.byClientId(tenant, user._id, client_id)) return true;
    const latest = await this.cases.latest(tenant, kind, id);
    if (!latest || !(await this.reports.hasReported(tenant, latest._id, user._id))) return false;
    // A member's conduct can change while their profile does not.
    return latest.open || (kind !== 'user' && isSame(latest.versions.at(-1), content));
  }

  private async store(
    { tenant, user }: SignedInCaller,
    kind: ReportKind,
    { id: subject, client_id, reason, text }: Report,
    content: ReportableContent,
  ): Promise<void> {
    await this.mutex.transaction(`${tenant.community} ${tenant.workplace} ${subject}`, async (session) => {
      const options = { session };
      const open = await this.cases.openOf(
        tenant,
        { kind, subject, author: content.author, organizer: content.organizer },
        options,
      );
      const at = new Date();
      const own = { user: user._id, client_id, reason, ...(text?.trim() && { text: text.trim() }), created: at };
      await this.reports.add(tenant, { _id: newId(), case: open._id, ...own }, options);
      const version = isSame(open.versions.at(-1), content) ? undefined : content;
      await this.cases.countReport(tenant, open._id, { reason, version, at }, options);
      await this.files.hold(tenant, [...content.images, ...content.files], open._id, options);
      await this.outbox.add(session, { kind: 'ContentReported', tenant, case: open._id, user: user._id });
    });
  }
}

/** Whether two versions of some content are equal. */
export function isSame(a: ReportableContent | undefined, b: ReportableContent): boolean {
  const parts = ({ title, text, images, files }: ReportableContent) => JSON.stringify([title, text, images, files]);
  return a !== undefined && parts(a) === parts(b);
}
