import { Inject, Injectable } from '@nestjs/common';
import { calendarFile, type CalendarFileEntry } from '@paddock/contract/core/calendar-file';
import type { UserRow } from '../../community/users/user.schema.js';
import { ENVIRONMENT, type Environment } from '../../infrastructure/environment/environment.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { BookingRow } from './booking.schema.js';
import { RoomAccess } from './room-access.js';
import type { RoomRow } from './room.schema.js';

type BookedRoom = Pick<RoomRow, 'title' | 'building' | 'city' | 'time_zone'>;

/** Bookings as invitations to the member's calendar. The bookings of a series are one entry with several dates. */
@Injectable()
export class BookingCalendar {
  constructor(
    private readonly access: RoomAccess,
    private readonly address: CommunityAddress,
    @Inject(ENVIRONMENT) private readonly environment: Environment,
  ) {}

  /** @param rows one booking, or all of a new series by start */
  invitation(tenant: Tenant, user: UserRow, place: BookedRoom, rows: readonly BookingRow[]) {
    const [first, ...others] = rows;
    const entry = this.entry(tenant, user, place, first!);
    if (others.length === 0) return { method: 'REQUEST', file: calendarFile([entry], { method: 'REQUEST' }) } as const;
    const whole = { ...entry, place: undefined, dates: others.map((row) => row.place) };
    // The dates of an entry share its length: a booking of another length, or moved since, replaces its date.
    const changed = others.filter((row) => lengthOf(row) !== lengthOf(first!) || +row.from !== +row.place);
    const entries = [whole, ...changed.map((row) => this.entry(tenant, user, place, row))];
    return { method: 'REQUEST', file: calendarFile(entries, { method: 'REQUEST' }) } as const;
  }

  cancellation(tenant: Tenant, user: UserRow, place: BookedRoom, rows: readonly BookingRow[]) {
    const entries = rows.map((row) => ({ ...this.entry(tenant, user, place, row), status: 'CANCELLED' as const }));
    return { method: 'CANCEL', file: calendarFile(entries, { method: 'CANCEL' }) } as const;
  }

  private entry(tenant: Tenant, user: UserRow, room: BookedRoom, row: BookingRow): CalendarFileEntry {
    const { title, building, city } = room;
    return {
      id: `booking-${row.series ?? row._id}@${new URL(this.address.origin(tenant.community)).hostname}`,
      title,
      ...{ start: row.from, end: row.to, timeZone: this.access.clockOf(tenant, room).zone },
      ...(row.series !== undefined && { place: row.place }),
      location: [title, building, city].filter((part) => part !== '').join(', '),
      ...(row.description && { description: row.description }),
      url: this.address.pageIn(tenant, `/main/rooms/${row.room}`),
      ...{ sequence: row.sequence, status: row.state === 'pending' ? 'TENTATIVE' : 'CONFIRMED' },
      organizer: { name: title, email: senderOf(this.environment.mailFrom) },
      attendee: { name: user.fullname, email: user.email },
    };
  }
}

const lengthOf = ({ from, to }: BookingRow) => +to - +from;

/** The bare address of `Name <address>`. */
const senderOf = (from: string) => /<([^>]+)>/.exec(from)?.[1] ?? from;
