import { Injectable } from '@nestjs/common';
import { LoadCache } from '../../infrastructure/cache/load-cache.js';
import { dayMs } from '@paddock/contract/core/durations';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import type { EventKind } from '../../infrastructure/outbox/domain-events.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { BookingRepository } from './booking.repository.js';
import type { BookingRow } from './booking.schema.js';
import { RoomRepository } from './room.repository.js';
import type { RoomRow } from './room.schema.js';
import type { Period } from './room-times.js';

const maxWorkplaces = 200;
/** Periods that are kept of one workplace. */
const maxPeriods = 20;
/** Bounds the age of rows that a write without an event changed, such as a migration's. */
const cacheMs = 60_000;
const bookingKinds: ReadonlySet<EventKind> = new Set<EventKind>([
  ...(['BookingMade', 'BookingMoved', 'BookingConfirmed', 'BookingCheckedIn', 'BookingsEnded'] as const),
]);

/**
 * The rooms of a workplace, and what is booked of all of them in some days: cached until an event of the same commit drops it (ADR 0012),
 * since a thousand rooms have thousands of bookings a week. Rows do not depend on the viewer.
 */
@Injectable()
export class RoomSchedule {
  private readonly rooms = new LoadCache<readonly RoomRow[]>(maxWorkplaces, cacheMs);
  /** By workplace, then by period. */
  private readonly bookings = new LoadCache<Map<string, Promise<readonly BookingRow[]>>>(maxWorkplaces, cacheMs);

  constructor(
    private readonly roomRows: RoomRepository,
    private readonly bookingRows: BookingRepository,
    private readonly committed: CommitLog,
  ) {
    committed.on((event) => {
      if (!event) {
        this.rooms.clear();
        this.bookings.clear();
      } else if (event.kind === 'RoomsChanged') this.rooms.drop(tenantKey(event.tenant));
      else if (bookingKinds.has(event.kind)) this.bookings.drop(tenantKey(event.tenant));
    });
  }

  /** @param arrived when the request arrived: what was committed before it is shown */
  async roomsOf(tenant: Tenant, arrived: number): Promise<readonly RoomRow[]> {
    await this.committed.sync(arrived);
    return (await this.rooms.get(tenantKey(tenant), () => this.roomRows.all(tenant))) ?? [];
  }

  /** Bookings that hold slots in a period, by start. @param arrived as of {@link roomsOf} */
  async bookingsIn(tenant: Tenant, { from, to }: Period, arrived: number): Promise<readonly BookingRow[]> {
    await this.committed.sync(arrived);
    const periods = (await this.bookings.get(tenantKey(tenant), () => Promise.resolve(new Map())))!;
    // Whole days, so that the periods of many requests are the same.
    const days = { from: new Date(Math.floor(+from / dayMs) * dayMs), to: new Date(Math.ceil(+to / dayMs) * dayMs) };
    const key = `${+days.from} ${+days.to}`;
    const kept = periods.get(key);
    const rows = kept ?? this.bookingRows.ofAllRooms(tenant, days);
    if (!kept && periods.size < maxPeriods) {
      periods.set(key, rows);
      rows.catch(() => periods.delete(key));
    }
    return (await rows).filter((row) => row.from < to && row.to > from);
  }
}
