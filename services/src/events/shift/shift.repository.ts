import { Injectable } from '@nestjs/common';
import { withClientId } from '../../infrastructure/idempotency/once.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession, type NewRow } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { EventRow } from '../storage/event.schema.js';

/** A session's times before a shift, and its start afterwards. */
export type MovedSession = Pick<EventRow, 'when' | 'end' | 'shifted'> & { event: string; to: Date };

/** A timetable shift; kept for 30 days. */
export interface ShiftRow extends WorkplaceRow {
  /** The admin. */
  user: string;
  client_id: string;
  minutes: number;
  /** Earliest first. */
  sessions: MovedSession[];
  created: Date;
  undone?: Date;
}

const schema = workplaceSchema<ShiftRow>({
  user: { type: String, required: true },
  client_id: { type: String, required: true },
  minutes: { type: Number, required: true },
  sessions: { type: [Object], required: true },
  created: { type: Date, required: true },
  undone: Date,
});
withClientId(schema, 'user');
schema.index({ community: 1, workplace: 1, _id: 1 });
schema.index({ created: 1 }, { expireAfterSeconds: 30 * 24 * 3600 });

@Injectable()
export class ShiftRepository extends TenantRepository<ShiftRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'event_shifts', schema);
  }

  byId(tenant: Tenant, id: string): Promise<ShiftRow | null> {
    return this.findOne(tenant, { _id: id });
  }

  byClientId(tenant: Tenant, user: string, client_id: string, options: InSession = {}): Promise<ShiftRow | null> {
    return this.findOne(tenant, { user, client_id }, options);
  }

  add(tenant: Tenant, shift: NewRow<ShiftRow>, options: InSession): Promise<ShiftRow> {
    return this.insert(tenant, shift, options);
  }

  /** Null if it is undone already. */
  undo(tenant: Tenant, id: string, options: InSession): Promise<ShiftRow | null> {
    return this.change(tenant, { _id: id, undone: { $exists: false } }, { $set: { undone: new Date() } }, options);
  }

  /** Deletes the shifts of an admin who leaves; the events stay where they are. */
  async forget(tenant: Tenant, user: string): Promise<void> {
    await this.removeEverywhere(tenant, { user });
  }
}
