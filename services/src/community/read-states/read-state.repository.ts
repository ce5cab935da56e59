import type { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** Read records that are stored one by one; older ones are forgotten. */
const maxRead = 1000;

/** What a member has read of a workplace's ads or files. */
export interface ReadStateRow extends WorkplaceRow {
  user: string;
  /** All up to this instant are read. */
  read_until?: Date;
  /** Ids of newer ones that are read. */
  read: string[];
}

export const readStateSchema = workplaceSchema<ReadStateRow>({
  user: { type: String, required: true },
  read_until: Date,
  read: [String],
});
readStateSchema.index({ community: 1, workplace: 1, user: 1 }, { unique: true });

/** Base of the read states of one kind of record. */
export abstract class ReadStateRepository extends TenantRepository<ReadStateRow> {
  protected constructor(mongo: Mongo, collection: string) {
    super(mongo, collection, readStateSchema);
  }

  of(tenant: Tenant, user: string): Promise<ReadStateRow | null> {
    return this.findOne(tenant, { user });
  }

  async markRead(tenant: Tenant, user: string, id: string): Promise<void> {
    if ((await this.of(tenant, user))?.read.includes(id)) return;
    const update = { $push: { read: { $each: [id], $slice: -maxRead } }, $setOnInsert: { _id: newId() } };
    await this.change(tenant, { user }, update, { upsert: true });
  }

  /** Never moves the mark back. */
  async markAllRead(tenant: Tenant, user: string, until: Date): Promise<void> {
    const update = { $max: { read_until: until }, $set: { read: [] }, $setOnInsert: { _id: newId() } };
    await this.change(tenant, { user }, update, { upsert: true });
  }

  async forget(tenant: Tenant, user: string): Promise<void> {
    await this.removeEverywhere(tenant, { user });
  }
}
