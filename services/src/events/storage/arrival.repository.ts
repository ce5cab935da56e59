import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type WorkplaceRow } from '../../infrastructure/mongo/row.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { MemberRowRepository } from './member-row.repository.js';

/** A member's arrival at an event. */
export interface ArrivalRow extends WorkplaceRow {
  event: string;
  user: string;
  /** The earliest time that a gate sent, corrected by its clock. */
  arrived: Date;
  /** The id of the member who checked them in. */
  by: string;
  /** Milliseconds by which the gate's clock was ahead. */
  skew_ms: number;
  recorded: Date;
}
export type Arrival = Pick<ArrivalRow, 'user' | 'arrived'>;

const schema = workplaceSchema<ArrivalRow>({
  event: { type: String, required: true },
  user: { type: String, required: true },
  arrived: { type: Date, required: true },
  by: { type: String, required: true },
  skew_ms: { type: Number, required: true },
  recorded: { type: Date, required: true },
});
schema.index({ community: 1, workplace: 1, event: 1, user: 1 }, { unique: true });
schema.index({ community: 1, workplace: 1, user: 1 });
schema.index({ community: 1, workplace: 1, by: 1 });

@Injectable()
export class ArrivalRepository extends MemberRowRepository<ArrivalRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'event_arrivals', schema);
  }

  ofEvent(tenant: Tenant, event: string): Promise<ArrivalRow[]> {
    return this.find(tenant, { event });
  }

  /** Adds an arrival, or moves it to an earlier time. */
  async set(
    tenant: Tenant,
    event: string,
    arrivals: readonly Arrival[],
    { by, skew_ms, ...options }: Required<InSession> & Pick<ArrivalRow, 'by' | 'skew_ms'>,
  ): Promise<void> {
    const changes = arrivals.map(({ user, arrived }) => ({
      filter: { event, user },
      update: {
        $set: { arrived, by, skew_ms, recorded: new Date() },
        $setOnInsert: { _id: newId() },
      } as never,
      upsert: true,
    }));
    await this.changeEach(tenant, changes, options);
  }

  /** Removes a member's arrivals; those that they recorded stay, without their id. */
  async forget(tenant: Tenant, user: string): Promise<void> {
    for (const place of await this.tenantsWithRows(tenant)) {
      await this.remove(place, { user });
      await this.changeAll(place, { by: user }, { $set: { by: '' } });
    }
  }
}
