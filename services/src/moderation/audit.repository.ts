import { Injectable } from '@nestjs/common';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession, type NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { auditSchema, type AuditRow } from './audit.schema.js';

/** Adds and reads entries. The only change of one is the erasure of its reason. */
@Injectable()
export class AuditRepository extends TenantRepository<AuditRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'audit', auditSchema);
  }

  /** Newest first. */
  page(tenant: Tenant, limit: number, before?: number): Promise<AuditRow[]> {
    const filter = before === undefined ? {} : { seq: { $lt: before } };
    return this.find(tenant, filter, { sort: { seq: -1 }, limit });
  }

  last(tenant: Tenant, options: InSession): Promise<AuditRow | null> {
    return this.findOne(tenant, {}, { sort: { seq: -1 }, ...options });
  }

  hasEvent(tenant: Tenant, event: string): Promise<boolean> {
    return this.exists(tenant, { event });
  }

  /** Throws a duplicate key error for a position that is taken. */
  add(tenant: Tenant, entry: NewRow<AuditRow>, options: InSession): Promise<AuditRow> {
    return this.insert(tenant, entry, options);
  }

  /** The acts of an admin, in all workplaces. */
  async ofAdmin(tenant: Tenant, admin: string): Promise<AuditRow[]> {
    return this.findEverywhere(tenant, { admin });
  }

  /** Erases the reasons of decisions about a member's content. */
  async forgetReasons(tenant: Tenant, member: string): Promise<void> {
    for (const place of await this.tenantsWithRows(tenant))
      await this.changeAll(place, { member }, { $unset: { reason: 1 } });
  }
}
