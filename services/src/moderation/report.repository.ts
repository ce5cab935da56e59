import { Injectable } from '@nestjs/common';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession, type NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { reportSchema, type ReportRow } from './report.schema.js';

@Injectable()
export class ReportRepository extends TenantRepository<ReportRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'reports', reportSchema);
  }

  byClientId(tenant: Tenant, user: string, client_id: string): Promise<ReportRow | null> {
    return this.findOne(tenant, { user, client_id });
  }

  hasReported(tenant: Tenant, caseId: string, user: string): Promise<boolean> {
    return this.exists(tenant, { case: caseId, user });
  }

  /** Throws a duplicate key error for a second one of the member in the case. */
  add(tenant: Tenant, report: NewRow<ReportRow>, options: InSession): Promise<ReportRow> {
    return this.insert(tenant, report, options);
  }

  /** The newest reports of a case. */
  ofCase(tenant: Tenant, caseId: string, limit: number): Promise<ReportRow[]> {
    return this.find(tenant, { case: caseId }, { sort: { _id: -1 }, limit });
  }

  /** Ids of the members who reported a case. */
  async reportersOf(tenant: Tenant, caseId: string): Promise<string[]> {
    const rows = await this.findParts(tenant, { case: caseId, user: { $exists: true } }, ['user']);
    return rows.flatMap(({ user }) => user ?? []);
  }

  /** All reports by a member, in all workplaces. */
  async ofUser(tenant: Tenant, user: string): Promise<ReportRow[]> {
    return this.findEverywhere(tenant, { user });
  }

  /** Leaves reports of a member without name and text, in all workplaces. */
  async forgetUser(tenant: Tenant, user: string): Promise<void> {
    for (const place of await this.tenantsWithRows(tenant))
      await this.changeAll(place, { user }, { $unset: { user: 1, text: 1 } });
  }

  async eraseCase(tenant: Tenant, caseId: string): Promise<void> {
    await this.remove(tenant, { case: caseId });
  }
}
