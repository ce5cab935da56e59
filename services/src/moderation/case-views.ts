import { Injectable } from '@nestjs/common';
import type { ReportCase, ReportDetail, ReportedContent, ReportReason } from '@paddock/contract/calls/moderation';
import type { UserCard } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../community/calls/caller.js';
import type { Neighbour, ReportableContent } from '../community/extension-points/reportable.js';
import { type DescribedFile, FilesService } from '../community/files/files.service.js';
import { UserCards } from '../community/users/user-cards.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import type { ReportCaseRow } from './report-case.schema.js';
import { ReportCaseRepository } from './report-case.repository.js';
import { ReportRepository } from './report.repository.js';
import { Reportables } from './reportables.js';
import { isSame } from './reporting.service.js';

const maxReporters = 100;
const nothing: ReportableContent = { text: '', images: [], files: [] };

interface Shown {
  people: ReadonlyMap<string, UserCard>;
  files: ReadonlyMap<string, DescribedFile>;
}

/** Cases as admins see them. */
@Injectable()
export class CaseViews {
  constructor(
    private readonly reportables: Reportables,
    private readonly cases: ReportCaseRepository,
    private readonly reports: ReportRepository,
    private readonly cards: UserCards,
    private readonly files: FilesService,
  ) {}

  async list(caller: SignedInCaller, rows: readonly ReportCaseRow[]): Promise<ReportCase[]> {
    const contents = await Promise.all(rows.map((row) => this.contentOf(caller, row)));
    const shown = await this.shown(caller, rows, contents);
    return rows.map((row, index) => caseOf(row, contents[index]!, shown));
  }

  async detail(caller: SignedInCaller, row: ReportCaseRow): Promise<ReportDetail> {
    const { tenant } = caller;
    const reportable = this.reportables.find(row.kind);
    const [now, around, reports, earlier, can_delete] = await Promise.all([
      reportable?.now(tenant, row.subject),
      reportable?.around?.(tenant, row.subject),
      this.reports.ofCase(tenant, row._id, maxReporters),
      this.cases.countDecided(tenant, row),
      this.canDelete(caller, row),
    ]);
    const content = row.versions.at(-1) ?? now ?? nothing;
    const versions = row.versions.slice(0, -1);
    const { before, after } = around ?? {};
    const others = [before?.author, after?.author, ...reports.map(({ user }) => user)];
    const shown = await this.shown(caller, [row], [...versions, content], others);
    return {
      ...caseOf(row, content, shown),
      versions: versions.map((version) => contentOf(version, shown)),
      current: now === undefined ? 'gone' : isSame(content, now) ? 'same' : 'changed',
      ...(before && { before: neighbourOf(before, shown) }),
      ...(after && { after: neighbourOf(after, shown) }),
      reporters: reports.map(({ user, reason, text, created }) => {
        return { user: cardOf(shown, user), reason, text, at: created.toISOString() };
      }),
      earlier,
      can_delete,
    };
  }

  /** The content that still exists, for a case without versions (its author's account was deleted). */
  private async contentOf({ tenant }: SignedInCaller, row: ReportCaseRow): Promise<ReportableContent> {
    return row.versions.at(-1) ?? (await this.reportables.find(row.kind)?.now(tenant, row.subject)) ?? nothing;
  }

  private async canDelete({ tenant, user }: SignedInCaller, { kind, subject }: ReportCaseRow): Promise<boolean> {
    try {
      await this.reportables.of(kind).checkRemoval(tenant, user, subject);
      return true;
    } catch (error) {
      if (error instanceof PaddockError) return false;
      throw error;
    }
  }

  private async shown(
    { tenant, user }: SignedInCaller,
    rows: readonly ReportCaseRow[],
    contents: readonly ReportableContent[],
    others: readonly (string | undefined)[] = [],
  ): Promise<Shown> {
    const ids = [...contents.map(({ author }) => author), ...rows.map(({ decision }) => decision?.admin), ...others];
    const known = ids.filter((id) => id !== undefined);
    const [people, files] = await Promise.all([
      this.cards.cards(tenant, user._id, [...new Set(known)]),
      this.files.describe(
        tenant,
        user._id,
        contents.flatMap((content) => [...content.images, ...content.files]),
      ),
    ]);
    return { people, files };
  }
}

const cardOf = ({ people }: Shown, id: string | undefined) => (id === undefined ? undefined : people.get(id));

function neighbourOf({ author, text, created }: Neighbour, shown: Shown) {
  return { author: cardOf(shown, author), text, created: created.toISOString() };
}

function contentOf({ author, title, text, where, created, ...ids }: ReportableContent, shown: Shown): ReportedContent {
  const described = (list: readonly string[]) => list.flatMap((id) => shown.files.get(id) ?? []);
  return {
    author: cardOf(shown, author),
    title,
    text,
    where,
    images: described(ids.images),
    files: described(ids.files),
    created: created?.toISOString(),
  };
}

function caseOf(row: ReportCaseRow, content: ReportableContent, shown: Shown): ReportCase {
  const { _id: id, kind, subject, reports, first, last, decision } = row;
  const reasons = Object.entries(row.reasons) as [ReportReason, number][];
  return {
    ...{ id, kind, subject, reports },
    content: contentOf(content, shown),
    reasons: reasons.sort(([, a], [, b]) => b - a).map(([reason, count]) => ({ reason, count })),
    first: first.toISOString(),
    last: last.toISOString(),
    ...(decision && {
      decision: {
        decision: decision.decision,
        reason: decision.reason,
        admin: cardOf(shown, decision.admin),
        at: decision.at.toISOString(),
      },
    }),
  };
}
