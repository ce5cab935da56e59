import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** Which notices of one namespace a member has read. */
export interface SponsorMarkRow extends WorkplaceRow {
  user: string;
  namespace: string;
  /** Notices that became visible up to this instant are read. */
  until?: Date;
  /** Ids of newer ones that are read. */
  read: string[];
}

export const sponsorMarkSchema = workplaceSchema<SponsorMarkRow>({
  user: { type: String, required: true },
  namespace: { type: String, required: true },
  until: Date,
  read: [String],
});
sponsorMarkSchema.index({ community: 1, workplace: 1, user: 1, namespace: 1 }, { unique: true });

@Injectable()
export class SponsorMarkRepository extends TenantRepository<SponsorMarkRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'sponsor_marks', sponsorMarkSchema);
  }

  of(tenant: Tenant, user: string, namespace: string): Promise<SponsorMarkRow | null> {
    return this.findOne(tenant, { user, namespace });
  }

  /** The marks of several members in one namespace, by user id. */
  async ofUsers(tenant: Tenant, users: readonly string[], namespace: string): Promise<Map<string, SponsorMarkRow>> {
    const rows = await this.find(tenant, { user: { $in: [...users] }, namespace });
    return new Map(rows.map((row) => [row.user, row]));
  }

  async markRead(tenant: Tenant, user: string, namespace: string, sponsor: string): Promise<SponsorMarkRow> {
    const update = { $addToSet: { read: sponsor }, $setOnInsert: { _id: newId() } };
    return (await this.change(tenant, { user, namespace }, update, { upsert: true }))!;
  }

  /** Replaces the ids of a mark by an instant; ids that were added since stay. */
  async shorten(tenant: Tenant, { _id, read }: SponsorMarkRow, until: Date): Promise<void> {
    await this.change(tenant, { _id }, { $max: { until }, $pullAll: { read } });
  }

  /** Never moves the mark back. */
  async markAllRead(tenant: Tenant, user: string, namespace: string, until: Date): Promise<void> {
    const update = { $max: { until }, $set: { read: [] }, $setOnInsert: { _id: newId() } };
    await this.change(tenant, { user, namespace }, update, { upsert: true });
  }

  async forget(tenant: Tenant, user: string): Promise<void> {
    await this.removeEverywhere(tenant, { user });
  }
}
