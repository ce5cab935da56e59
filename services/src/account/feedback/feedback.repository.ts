import { Injectable } from '@nestjs/common';
import { withClientId } from '../../infrastructure/idempotency/once.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** What a member wrote to the admins of a workplace. Ids ascend with time. */
export interface FeedbackRow extends WorkplaceRow {
  user: string;
  client_id: string;
  msg: string;
  created: Date;
  /** An admin has read it. Missing in rows from before this field, which count as read. */
  read?: boolean;
}

const schema = workplaceSchema<FeedbackRow>({
  user: { type: String, required: true },
  client_id: { type: String, required: true },
  msg: { type: String, required: true },
  created: { type: Date, required: true },
  read: { type: Boolean },
});
withClientId(schema, 'user');
schema.index({ community: 1, workplace: 1, _id: 1 });
schema.index({ community: 1, workplace: 1, read: 1, _id: 1 });

@Injectable()
export class FeedbackRepository extends TenantRepository<FeedbackRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'feedbacks', schema);
  }

  byClientId(tenant: Tenant, user: string, client_id: string): Promise<FeedbackRow | null> {
    return this.findOne(tenant, { user, client_id });
  }

  add(tenant: Tenant, row: Pick<FeedbackRow, 'user' | 'client_id' | 'msg'>): Promise<FeedbackRow> {
    return this.insert(tenant, { ...row, _id: newId(), created: new Date(), read: false });
  }

  /** Newest first, before an id. */
  list(tenant: Tenant, limit: number, before?: string): Promise<FeedbackRow[]> {
    return this.find(tenant, before === undefined ? {} : { _id: { $lt: before } }, { sort: { _id: -1 }, limit });
  }

  unread(tenant: Tenant): Promise<number> {
    return this.count(tenant, { read: false });
  }

  /** Marks all up to and including `id` as read. */
  async markRead(tenant: Tenant, id: string): Promise<void> {
    await this.changeAll(tenant, { read: false, _id: { $lte: id } }, { $set: { read: true } });
  }

  async delete(tenant: Tenant, id: string): Promise<void> {
    await this.remove(tenant, { _id: id });
  }

  /** A member's feedback in all workplaces. */
  async ofMember(tenant: Tenant, user: string): Promise<FeedbackRow[]> {
    return this.findEverywhere(tenant, { user }, { sort: { _id: 1 } });
  }

  async forget(tenant: Tenant, user: string): Promise<void> {
    await this.removeEverywhere(tenant, { user });
  }
}
