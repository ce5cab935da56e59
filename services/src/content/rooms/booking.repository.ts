import { Injectable } from '@nestjs/common';
import { dayMs } from '@paddock/contract/core/durations';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { type InSession, type NewRow, TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { BookingEnding } from '../../infrastructure/outbox/domain-events.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { type BookingRow, bookingSchema } from './booking.schema.js';
import type { Period } from './room-times.js';

/** The states that hold slots. */
const active = { $in: ['pending', 'confirmed'] as BookingRow['state'][] };
/** The longest booking: what began before it has ended. */
const maxBookingMs = dayMs;

@Injectable()
export class BookingRepository extends TenantRepository<BookingRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'bookings', bookingSchema);
  }

  byId(tenant: Tenant, id: string, options: InSession = {}): Promise<BookingRow | null> {
    return this.findOne(tenant, { _id: id }, options);
  }

  /** The bookings that one call made, in its order. */
  byClientId(tenant: Tenant, user: string, client_id: string, options: InSession = {}): Promise<BookingRow[]> {
    return this.find(tenant, { user, client_id }, { sort: { part: 1 }, ...options });
  }

  /** Bookings that hold slots of a room in a period, by start. */
  ofRoom(tenant: Tenant, room: string, period: Period): Promise<BookingRow[]> {
    return this.find(tenant, { room, state: active, ...overlaps(period) }, { sort: { from: 1 } });
  }

  /** Bookings that hold slots of any room in a period, by start. */
  ofAllRooms(tenant: Tenant, period: Period): Promise<BookingRow[]> {
    return this.find(tenant, { state: active, ...overlaps(period) }, { sort: { from: 1 } });
  }

  /** A member's bookings that hold slots and end in the future, by start. */
  async coming(tenant: Tenant, user: string, now: Date): Promise<BookingRow[]> {
    const rows = await this.find(tenant, { user, to: { $gt: now }, state: active });
    return rows.toSorted((a, b) => +a.from - +b.from);
  }

  /** Bookings of a room that hold slots and end in the future. */
  comingOfRoom(tenant: Tenant, room: string, now: Date, options: InSession = {}): Promise<BookingRow[]> {
    const from = { $gt: new Date(+now - maxBookingMs) };
    return this.find(tenant, { room, from, to: { $gt: now }, state: active }, { sort: { from: 1 }, ...options });
  }

  /** Requests that end in the future, of all rooms or of these. */
  async countPending(tenant: Tenant, now: Date, rooms?: readonly string[]): Promise<number> {
    const from = { $gt: new Date(+now - maxBookingMs) };
    const within = rooms ? { room: { $in: [...rooms] } } : {};
    return this.count(tenant, { state: 'pending', from, to: { $gt: now }, ...within });
  }

  /** The later ones of a series that hold slots. */
  laterOfSeries(tenant: Tenant, { series, from }: BookingRow, options: InSession): Promise<BookingRow[]> {
    if (series === undefined) return Promise.resolve([]);
    return this.find(tenant, { series, from: { $gt: from }, state: active }, { sort: { from: 1 }, ...options });
  }

  /** All of a series, by start. */
  ofSeries(tenant: Tenant, series: string): Promise<BookingRow[]> {
    return this.find(tenant, { series }, { sort: { place: 1 } });
  }

  /** Confirmed bookings of a room without check-in that began in a period and still run. */
  unattended(tenant: Tenant, room: string, began: Period, now: Date): Promise<BookingRow[]> {
    const from = { $gte: began.from, $lte: began.to };
    const filter = { room, from, to: { $gt: now }, state: 'confirmed' as const, checked_in: { $exists: false } };
    return this.find(tenant, filter);
  }

  async addAll(tenant: Tenant, rows: readonly NewRow<BookingRow>[], options: InSession): Promise<void> {
    await this.insertAll(tenant, rows, options);
  }

  /** Moves a booking, if it is as the caller read it; null otherwise. */
  move(
    tenant: Tenant,
    { _id, state, sequence }: BookingRow,
    { from, to, state: next }: Period & { state: BookingRow['state'] },
    options: InSession,
  ): Promise<BookingRow | null> {
    const update = { $set: { from, to, state: next }, $unset: { checked_in: 1 as const }, $inc: { sequence: 1 } };
    return this.change(tenant, { _id, state, sequence }, update, options);
  }

  /** Confirms a request, if it is still the one of this sequence; null otherwise. */
  confirm(tenant: Tenant, { _id, sequence }: BookingRow, options: InSession): Promise<BookingRow | null> {
    const update = { $set: { state: 'confirmed' as const }, $inc: { sequence: 1 } };
    return this.change(tenant, { _id, sequence, state: 'pending' }, update, options);
  }

  /** Ends a booking that holds slots, if it is as the caller read it; null otherwise. */
  end(tenant: Tenant, row: BookingRow, end: BookingEnding, options: InSession): Promise<BookingRow | null> {
    const state = end === 'rejected' ? ('rejected' as const) : ('cancelled' as const);
    const { _id, sequence } = row;
    return this.change(
      tenant,
      { _id, sequence, state: row.state },
      { $set: { state, end }, $inc: { sequence: 1 } },
      options,
    );
  }

  checkIn(tenant: Tenant, { _id, sequence }: BookingRow, now: Date, options: InSession): Promise<BookingRow | null> {
    return this.change(tenant, { _id, sequence, state: 'confirmed' }, { $set: { checked_in: now } }, options);
  }

  /** A member's bookings in all workplaces. */
  async ofMember(tenant: Tenant, user: string): Promise<{ place: Tenant; rows: BookingRow[] }[]> {
    return this.findByTenant(tenant, { user });
  }

  async removeByIds(tenant: Tenant, ids: readonly string[], options: InSession): Promise<void> {
    await this.remove(tenant, { _id: { $in: [...ids] } }, options);
  }
}

const overlaps = ({ from, to }: Period) => ({
  from: { $gt: new Date(+from - maxBookingMs), $lt: to },
  to: { $gt: from },
});
