import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** What a member has read of a workplace's events, and the version of their calendar address. */
export interface MemberStateRow extends WorkplaceRow {
  user: string;
  /** Events created up to this instant are read. */
  read_until?: Date;
  /** Ids of newer events that are read. */
  read: string[];
  /** Raised to revoke the calendar address; a missing one counts as 0. */
  calendar_version?: number;
}

export const memberStateSchema = workplaceSchema<MemberStateRow>({
  user: { type: String, required: true },
  read_until: Date,
  read: [String],
  calendar_version: Number,
});
memberStateSchema.index({ community: 1, workplace: 1, user: 1 }, { unique: true });

@Injectable()
export class MemberStateRepository extends TenantRepository<MemberStateRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'event_member_states', memberStateSchema);
  }

  of(tenant: Tenant, user: string): Promise<MemberStateRow | null> {
    return this.findOne(tenant, { user });
  }

  ofUsers(tenant: Tenant, users: readonly string[]): Promise<MemberStateRow[]> {
    return this.find(tenant, { user: { $in: [...users] } });
  }

  async markRead(tenant: Tenant, user: string, events: readonly string[]): Promise<MemberStateRow> {
    const update = { $addToSet: { read: { $each: [...events] } }, $setOnInsert: { _id: newId() } };
    return (await this.change(tenant, { user }, update, { upsert: true }))!;
  }

  /** Replaces the ids of read events by an instant; ids that were added since stay. */
  async shorten(tenant: Tenant, { _id, read }: MemberStateRow, until: Date): Promise<void> {
    await this.change(tenant, { _id }, { $max: { read_until: until }, $pullAll: { read } });
  }

  /** Never moves the mark back. */
  async markAllRead(tenant: Tenant, user: string, until: Date): Promise<void> {
    const update = { $max: { read_until: until }, $set: { read: [] }, $setOnInsert: { _id: newId() } };
    await this.change(tenant, { user }, update, { upsert: true });
  }

  /** Revokes the calendar address; returns the new version. */
  async raiseCalendarVersion(tenant: Tenant, user: string): Promise<number> {
    const update = { $inc: { calendar_version: 1 }, $setOnInsert: { _id: newId() } };
    return (await this.change(tenant, { user }, update, { upsert: true }))?.calendar_version ?? 0;
  }

  async forget(tenant: Tenant, user: string): Promise<void> {
    await this.removeEverywhere(tenant, { user });
  }
}
