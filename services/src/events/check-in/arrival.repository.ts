import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** A member's arrival at an event. */
export interface ArrivalRow extends WorkplaceRow {
  event: string;
  user: string;
  /** The earliest time that a gate sent, corrected by its clock. */
  arrived: Date;
  /** Who checked the member in. */
  by: string;
  /** How far the gate's clock was ahead. */
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
export class ArrivalRepository extends TenantRepository<ArrivalRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'event_arrivals', schema);
  }

  of(tenant: Tenant, event: string, user: string): Promise<ArrivalRow | null> {
    return this.findOne(tenant, { event, user });
  }

  ofEvent(tenant: Tenant, event: string): Promise<ArrivalRow[]> {
    return this.find(tenant, { event });
  }

  ofUsers(tenant: Tenant, event: string, users: readonly string[], options: InSession): Promise<ArrivalRow[]> {
    return this.find(tenant, { event, user: { $in: [...users] } }, options);
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

  async delete(tenant: Tenant, event: string, user: string, options: InSession): Promise<boolean> {
    return (await this.remove(tenant, { event, user }, options)) > 0;
  }

  async deleteOfEvents(tenant: Tenant, events: readonly string[], options: InSession = {}): Promise<void> {
    await this.remove(tenant, { event: { $in: [...events] } }, options);
  }

  /** A member's arrivals in all workplaces. */
  async everywhere(tenant: Tenant, user: string): Promise<ArrivalRow[]> {
    const places = await this.places(tenant);
    return (await Promise.all(places.map((place) => this.find(place, { user })))).flat();
  }

  /** Removes a member's arrivals; those that they recorded stay, without their id. */
  async forget(tenant: Tenant, user: string): Promise<void> {
    for (const place of await this.places(tenant)) {
      await this.remove(place, { user });
      await this.changeAll(place, { by: user }, { $set: { by: '' } });
    }
  }
}
