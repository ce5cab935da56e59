import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** A group's invitation link. Its id is the group's. The token is signed and not stored. */
export interface GroupLinkRow extends WorkplaceRow {
  /** Raised by every new link, so that earlier tokens stop working. */
  version: number;
  live: boolean;
  created: Date;
  expires?: Date;
}

const schema = workplaceSchema<GroupLinkRow>({
  version: { type: Number, required: true },
  live: { type: Boolean, required: true },
  created: { type: Date, required: true },
  expires: Date,
});

@Injectable()
export class GroupLinkRepository extends TenantRepository<GroupLinkRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'group_links', schema);
  }

  of(tenant: Tenant, group: string, options: InSession = {}): Promise<GroupLinkRow | null> {
    return this.findOne(tenant, { _id: group }, options);
  }

  /** Stores a new link in place of the former one. */
  async renew(tenant: Tenant, group: string, options: InSession): Promise<GroupLinkRow> {
    const row = await this.change(
      tenant,
      { _id: group },
      { $inc: { version: 1 }, $set: { live: true, created: new Date() }, $unset: { expires: 1 } },
      { upsert: true, ...options },
    );
    return row!;
  }

  async setExpiry(tenant: Tenant, group: string, expires: Date | undefined, options: InSession): Promise<GroupLinkRow> {
    const update = expires ? { $set: { expires } } : { $unset: { expires: 1 as const } };
    return (await this.change(tenant, { _id: group }, update, options))!;
  }

  async end(tenant: Tenant, group: string): Promise<void> {
    await this.change(tenant, { _id: group }, { $set: { live: false } });
  }

  async removeGroup(tenant: Tenant, group: string, options: InSession): Promise<void> {
    await this.remove(tenant, { _id: group }, options);
  }
}

/** Whether a stored link still invites. */
export const isLive = (row: GroupLinkRow | null, now = new Date()): row is GroupLinkRow =>
  row !== null && row.live && (row.expires === undefined || row.expires > now);
