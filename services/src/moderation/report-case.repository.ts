import { Injectable } from '@nestjs/common';
import type { ReportKind, ReportReason } from '@paddock/contract/calls/moderation';
import type { ReportableContent } from '../community/extension-points/reportable.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { newId } from '../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { reportCaseSchema, type ReportCaseRow } from './report-case.schema.js';

/** Maximal number of versions kept of the same content; the newest stay. */
const maxVersions = 10;
const sweepBatch = 100;

const notAbout = (admin: string) => ({ author: { $ne: admin }, organizer: { $ne: admin } });

@Injectable()
export class ReportCaseRepository extends TenantRepository<ReportCaseRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'report_cases', reportCaseSchema);
  }

  byId(tenant: Tenant, id: string): Promise<ReportCaseRow | null> {
    return this.findOne(tenant, { _id: id });
  }

  byIds(tenant: Tenant, ids: readonly string[]): Promise<ReportCaseRow[]> {
    return this.find(tenant, { _id: { $in: [...ids] } });
  }

  /** The newest case about some content. */
  latest(tenant: Tenant, kind: ReportKind, subject: string): Promise<ReportCaseRow | null> {
    return this.findOne(tenant, { subject, kind }, { sort: { _id: -1 } });
  }

  /** The open case about some content; adds it if there is none. A concurrent one throws a duplicate key error. */
  async openOf(
    tenant: Tenant,
    {
      kind,
      subject,
      author,
      organizer,
    }: Pick<ReportCaseRow, 'kind' | 'subject'> & Pick<ReportableContent, 'author' | 'organizer'>,
    options: InSession,
  ): Promise<ReportCaseRow> {
    const found = await this.findOne(tenant, { kind, subject, open: true }, options);
    if (found) return found;
    const [_id, now] = [newId(), new Date()];
    const counts = { versions: [], reports: 0, reasons: {}, first: now, last: now, open: true, order: _id };
    return this.insert(
      tenant,
      { _id, kind, subject, ...(author && { author }), ...(organizer && { organizer }), ...counts },
      options,
    );
  }

  async countReport(
    tenant: Tenant,
    id: string,
    { reason, version, at }: { reason: ReportReason; version: ReportableContent | undefined; at: Date },
    options: InSession,
  ): Promise<void> {
    const pushed = version && { $push: { versions: { $each: [version], $slice: -maxVersions } } };
    const counted = { $inc: { reports: 1, [`reasons.${reason}`]: 1 }, $set: { last: at } };
    await this.change(tenant, { _id: id }, { ...counted, ...pushed }, options);
  }

  /** Newest first, without cases about this admin; `from` is an order, or a number of cases to skip. */
  page(
    tenant: Tenant,
    { open, without, from, limit }: { open: boolean; without: string; from: string | number; limit: number },
  ): Promise<ReportCaseRow[]> {
    const behind = typeof from === 'string' ? { order: { $lt: from } } : {};
    const skip = typeof from === 'number' ? from : 0;
    return this.find(tenant, { open, ...notAbout(without), ...behind }, { sort: { order: -1 }, limit, skip });
  }

  countOpen(tenant: Tenant, without: string): Promise<number> {
    return this.count(tenant, { open: true, ...notAbout(without) });
  }

  /** Number of decided cases about the same content. */
  countDecided(tenant: Tenant, { kind, subject, _id }: ReportCaseRow): Promise<number> {
    return this.count(tenant, { kind, subject, open: false, _id: { $ne: _id } });
  }

  /** Null if the case was decided before. */
  decide(
    tenant: Tenant,
    id: string,
    decision: NonNullable<ReportCaseRow['decision']>,
    options: InSession,
  ): Promise<ReportCaseRow | null> {
    const change = { $set: { open: false, order: newId(), decision } };
    return this.change(tenant, { _id: id, open: true }, change, options);
  }

  async setRemoved(tenant: Tenant, id: string): Promise<void> {
    await this.change(tenant, { _id: id }, { $set: { removed: true } });
  }

  /** Cases that were decided before this instant, in all workplaces; some at a time. */
  decidedBefore(tenant: Tenant, instant: Date): Promise<{ place: Tenant; rows: ReportCaseRow[] }[]> {
    return this.findByTenant(tenant, { 'decision.at': { $lt: instant } }, { limit: sweepBatch });
  }

  /** Cases about a member or their content, in all workplaces. */
  ofAuthor(tenant: Tenant, author: string): Promise<{ place: Tenant; rows: ReportCaseRow[] }[]> {
    return this.findByTenant(tenant, { author });
  }

  /** Leaves the numbers and the decision of a case. */
  async forgetContent(tenant: Tenant, id: string): Promise<void> {
    await this.change(tenant, { _id: id }, {
      $set: { versions: [] },
      $unset: { author: 1, 'decision.reason': 1 },
    } as never);
  }

  async erase(tenant: Tenant, id: string): Promise<void> {
    await this.remove(tenant, { _id: id });
  }
}
