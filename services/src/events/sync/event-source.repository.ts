import { Injectable } from '@nestjs/common';
import type { CalendarNote, EventSource } from '@paddock/contract/calls/event-sources';
import { withClientId } from '../../infrastructure/idempotency/once.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import { newId, type WorkplaceRow } from '../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** A calendar that a workplace subscribes to. Its address may contain a secret: only workplace admins see it. */
export interface EventSourceRow extends WorkplaceRow {
  url: string;
  color: string;
  /** The admin who added it; absent after their account was deleted. */
  user?: string;
  client_id: string;
  title: string;
  events_count: number;
  problem?: NonNullable<EventSource['problem']>;
  /** Events that the last read skipped, and what it found faulty; missing in old rows. */
  skipped?: number;
  notes?: CalendarNote[];
  checked?: Date;
  /** The last successful read. */
  read?: Date;
  /** Of the last successful read, for a conditional request. */
  etag?: string;
  last_modified?: string;
  /** When recurrences were last computed; they change with the date even if the file does not. */
  expanded?: Date;
  next: Date;
  /** A process reads it until then. */
  busy_until: Date;
  created: Date;
}

const schema = workplaceSchema<EventSourceRow>({
  url: { type: String, required: true },
  color: { type: String, required: true },
  user: String,
  client_id: { type: String, required: true },
  title: { type: String, required: true },
  events_count: { type: Number, default: 0 },
  problem: String,
  skipped: Number,
  notes: { type: [{ title: String, problem: String, skipped: Boolean, _id: false }], default: undefined },
  checked: Date,
  read: Date,
  etag: String,
  last_modified: String,
  expanded: Date,
  next: { type: Date, required: true },
  busy_until: { type: Date, required: true },
  created: { type: Date, required: true },
});
schema.index({ community: 1, workplace: 1, url: 1 }, { unique: true });
schema.index({ community: 1, workplace: 1, next: 1 });
withClientId(schema);

const never = new Date(0);
/** A read that takes longer has died with its process; each of a workplace's calendars may wait for the others. */
const maxBusyMs = 10 * 60_000;

/** What a read of a calendar found. */
export type ReadResult = Partial<
  Pick<
    EventSourceRow,
    'title' | 'events_count' | 'problem' | 'skipped' | 'notes' | 'read' | 'etag' | 'last_modified' | 'expanded'
  >
>;

@Injectable()
export class EventSourceRepository extends TenantRepository<EventSourceRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'event_sources', schema);
  }

  all(tenant: Tenant): Promise<EventSourceRow[]> {
    return this.find(tenant, {}, { sort: { url: 1 } });
  }

  byId(tenant: Tenant, id: string): Promise<EventSourceRow | null> {
    return this.findOne(tenant, { _id: id });
  }

  byClientId(tenant: Tenant, client_id: string): Promise<EventSourceRow | null> {
    return this.findOne(tenant, { client_id });
  }

  add(
    tenant: Tenant,
    source: Pick<EventSourceRow, 'url' | 'color' | 'user' | 'client_id' | 'title'>,
  ): Promise<EventSourceRow> {
    const now = new Date();
    return this.insert(tenant, {
      ...source,
      _id: newId(),
      events_count: 0,
      next: now,
      busy_until: never,
      created: now,
    });
  }

  /** Those that are due, in all workplaces. */
  async due(tenant: Tenant, now: Date): Promise<{ place: Tenant; rows: EventSourceRow[] }[]> {
    const filter = { next: { $lte: now } };
    return this.findByTenant(tenant, filter);
  }

  /** Reserves a source for one reader; null while another reads it. */
  claim(tenant: Tenant, id: string, now: Date): Promise<EventSourceRow | null> {
    const busy_until = new Date(now.getTime() + maxBusyMs);
    return this.change(tenant, { _id: id, busy_until: { $lte: now } }, { $set: { busy_until } });
  }

  /** Ends a read; null for a source that was deleted meanwhile. A result without `problem` removes the former one. */
  finish(tenant: Tenant, id: string, result: ReadResult, next: Date): Promise<EventSourceRow | null> {
    const $set = { ...result, checked: new Date(), next, busy_until: never };
    return this.change(tenant, { _id: id }, { $set, ...(!result.problem && { $unset: { problem: 1 } }) });
  }

  async delete(tenant: Tenant, id: string): Promise<boolean> {
    return (await this.remove(tenant, { _id: id })) > 0;
  }

  /** Those that a member added, in all workplaces. */
  async ofMember(tenant: Tenant, user: string): Promise<EventSourceRow[]> {
    return this.findEverywhere(tenant, { user });
  }

  async forgetMember(tenant: Tenant, user: string): Promise<void> {
    for (const place of await this.tenantsWithRows(tenant))
      await this.changeAll(place, { user }, { $unset: { user: 1 } });
  }
}
