import { Injectable } from '@nestjs/common';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { TenantRepository } from '../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { eventSchema, type EventRow } from './event.schema.js';

const hour = 3_600_000;

/** When lists drop an event: at its end, or an hour after its start (specification B §4); a whole-day event a day after its start. */
export function untilOf({ when, end }: Pick<EventRow, 'when' | 'end'>): Date {
  if (end && end.getTime() !== when.getTime()) return end;
  return new Date(when.getTime() + (end ? 24 : 1) * hour);
}

/** The fields of a new event; the others are derived. */
export type NewEvent = Omit<EventRow, 'community' | 'workplace' | 'until' | 'created'>;

const earliestFirst = { when: 1, _id: 1 } as const;

@Injectable()
export class EventRepository extends TenantRepository<EventRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'events', eventSchema);
  }

  byId(tenant: Tenant, id: string): Promise<EventRow | null> {
    return this.findOne(tenant, { _id: id });
  }

  /** Events that overlap the span, including its ends; earliest first. */
  overlapping(tenant: Tenant, from: Date, to: Date, limit: number): Promise<EventRow[]> {
    return this.find(tenant, { until: { $gte: from }, when: { $lte: to } }, { sort: earliestFirst, limit });
  }

  ofSeries(tenant: Tenant, series: string, limit: number): Promise<EventRow[]> {
    return this.find(tenant, { series }, { sort: earliestFirst, limit });
  }

  /** Events that a member organises, in all workplaces. */
  async organisedBy(tenant: Tenant, user: string): Promise<EventRow[]> {
    const places = await this.places(tenant);
    return (await Promise.all(places.map((place) => this.find(place, { organizer: user })))).flat();
  }

  /** Leaves a member's events without an organiser. */
  async forgetOrganizer(tenant: Tenant, user: string): Promise<void> {
    for (const place of await this.places(tenant))
      await this.changeAll(place, { organizer: user }, { $unset: { organizer: 1 } });
  }

  addMany(tenant: Tenant, events: NewEvent[]): Promise<void> {
    const created = new Date();
    return this.insertMany(
      tenant,
      events.map((event) => ({ ...event, until: untilOf(event), created })),
    );
  }
}
