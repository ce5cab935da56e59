import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { EventRow } from './event.schema.js';

/** What notifications and windows need of a deleted event; kept for 30 days. */
export interface DeletedEventRow
  extends
    WorkplaceRow,
    Pick<EventRow, 'title' | 'until' | 'user' | 'organizer' | 'group' | 'invitation_only' | 'invited' | 'root'> {
  /** Members who attended or waited. */
  expected: string[];
  deleted: Date;
}

const schema = workplaceSchema<DeletedEventRow>({
  title: { type: String, required: true },
  until: { type: Date, required: true },
  user: String,
  organizer: String,
  group: String,
  invitation_only: Boolean,
  invited: [String],
  root: String,
  expected: [String],
  deleted: { type: Date, required: true },
});
schema.index({ community: 1, workplace: 1, _id: 1 });
schema.index({ deleted: 1 }, { expireAfterSeconds: 30 * 24 * 3600 });

@Injectable()
export class DeletedEventRepository extends TenantRepository<DeletedEventRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'deleted_events', schema);
  }

  byId(tenant: Tenant, id: string): Promise<DeletedEventRow | null> {
    return this.findOne(tenant, { _id: id });
  }

  async add(tenant: Tenant, row: EventRow, expected: string[], options: InSession): Promise<void> {
    const { _id, title, until, user, organizer, group, invitation_only, invited, root } = row;
    const facts = { _id, title, until, user, organizer, group, invitation_only, invited, root };
    await this.insert(tenant, { ...facts, expected, deleted: new Date() }, options);
  }

  async forget(tenant: Tenant, member: string): Promise<void> {
    for (const place of await this.tenantsWithRows(tenant)) {
      await this.changeAll(place, {}, { $pull: { expected: member, invited: member } });
      await this.changeAll(place, { user: member }, { $unset: { user: 1 } });
      await this.changeAll(place, { organizer: member }, { $unset: { organizer: 1 } });
    }
  }
}
