import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import type { BookingEnding as End } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { BookingRepository } from './booking.repository.js';
import type { BookingRow } from './booking.schema.js';
import { RoomSlotRepository } from './room-slot.repository.js';

/** Ends bookings and frees their slots, in the transaction that read them. */
@Injectable()
export class BookingEnding {
  constructor(
    private readonly bookings: BookingRepository,
    private readonly slots: RoomSlotRepository,
    private readonly outbox: Outbox,
  ) {}

  /** Ends bookings of one member in one room; those that changed meanwhile are left. Returns the ended ones. */
  async end(
    tenant: Tenant,
    rows: readonly BookingRow[],
    { end, actor, session }: { end: End; actor: string; session: ClientSession },
  ): Promise<BookingRow[]> {
    const ended: BookingRow[] = [];
    for (const row of rows) {
      const changed = await this.bookings.end(tenant, row, end, { session });
      if (changed) ended.push(changed);
    }
    if (ended.length === 0) return [];
    const bookings = ended.map(({ _id }) => _id);
    await this.slots.free(tenant, bookings, { session });
    await this.outbox.add(session, { kind: 'BookingsEnded', tenant, bookings, room: ended[0]!.room, actor, end });
    return ended;
  }
}
