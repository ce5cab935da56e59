import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { NotificationContent } from '../../community/notifications/notification-kind.js';
import { Notifications } from '../../community/notifications/notifications.js';
import type { MailedKind } from '../../community/notifications/texts/notification-texts.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import type { BookingEnding, Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { BookingCalendar } from './booking-calendar.js';
import { BookingRepository } from './booking.repository.js';
import type { BookingRow } from './booking.schema.js';
import { BookingTexts } from './booking-texts.js';
import { RoomAccess } from './room-access.js';
import { RoomRepository } from './room.repository.js';
import type { RoomRow } from './room.schema.js';

const notification = { type: 'pn_booking' } as const;
const mailing = { type: 'mailing_booking' } as const;

type Ended = Delivered<'BookingsEnded'>;

/** Registers the notifications and mails about bookings. Mails to the booker carry the invitation to their calendar. */
@Injectable()
export class BookingNotifications implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly outbox: Outbox,
    private readonly bookings: BookingRepository,
    private readonly rooms: RoomRepository,
    private readonly access: RoomAccess,
    private readonly users: UserRepository,
    private readonly texts: BookingTexts,
    private readonly calendar: BookingCalendar,
  ) {}

  onModuleInit() {
    this.registerRequests();
    this.registerInvitations();
    this.registerEnds();
    this.outbox.subscribe({
      name: 'booking-requests-withdrawn',
      kinds: ['BookingConfirmed', 'BookingsEnded', 'BookingMoved'],
      durable: true,
      handle: async (event) => {
        const { tenant, kind } = event;
        const ids = kind === 'BookingsEnded' ? event.bookings : [event.booking];
        for (const id of ids) {
          const asked = kind === 'BookingMoved' ? [id] : await this.decided(tenant, id);
          for (const one of asked) await this.notifications.withdraw(tenant, ['booking_requested'], one);
        }
      },
    });
  }

  /** The bookings whose request is decided with this one: a series is requested at once, until its last booking is decided. */
  private async decided(tenant: Tenant, id: string): Promise<string[]> {
    const row = await this.bookings.byId(tenant, id);
    if (row?.series === undefined) return [id];
    const series = await this.bookings.ofSeries(tenant, row.series);
    return series.some(({ state }) => state === 'pending') ? [] : series.map(({ _id }) => _id);
  }

  private registerRequests(): void {
    this.notifications.register<'BookingMade' | 'BookingMoved'>({
      name: 'booking_requested',
      events: ['BookingMade', 'BookingMoved'],
      notification,
      // A move asks again.
      subject: ({ kind, booking, id }) => (kind === 'BookingMoved' ? `${booking}:${id}` : booking),
      by: ({ actor }) => actor,
      recipients: async ({ tenant, room, pending }) => {
        const row = pending && (await this.rooms.byId(tenant, room));
        return row ? (await this.access.deciders(tenant, row)).map(({ _id }) => _id) : [];
      },
      contentFor: async ({ tenant, booking }, recipient) => {
        const row = await this.bookings.byId(tenant, booking);
        const room = row?.state === 'pending' ? await this.roomFor(tenant, recipient, row) : undefined;
        const booker = room && (await this.users.byId(tenant, row!.user));
        if (!booker) return undefined;
        const content = this.content(tenant, recipient, row!, room);
        return { ...content, facts: { who: booker.fullname, ...content.facts } };
      },
    });
  }

  private registerInvitations(): void {
    for (const [name, isPending] of [
      ['booking_made', false],
      ['booking_pending', true],
    ] as const)
      this.notifications.register<'BookingMade' | 'BookingMoved'>({
        name,
        events: ['BookingMade', 'BookingMoved'],
        mail: { ...mailing, words: name },
        recipients: ({ actor, pending = false }) => Promise.resolve(pending === isPending ? [actor] : []),
        contentFor: async ({ tenant, booking, kind }, recipient) => {
          const row = await this.bookings.byId(tenant, booking);
          const isSeries = kind === 'BookingMade' && row?.series !== undefined;
          const rows = isSeries ? await this.bookings.ofSeries(tenant, row.series!) : row ? [row] : [];
          return this.invitation(tenant, recipient, rows, isPending ? 'pending' : 'confirmed');
        },
      });
    this.notifications.register<'BookingConfirmed'>({
      name: 'booking_confirmed',
      events: ['BookingConfirmed'],
      notification,
      mail: { ...mailing, words: 'booking_confirmed' },
      recipients: ({ tenant, booking }) => this.bookersOf(tenant, [booking]),
      contentFor: async ({ tenant, booking }, recipient) => {
        const row = await this.bookings.byId(tenant, booking);
        return this.invitation(tenant, recipient, row ? [row] : [], 'confirmed');
      },
    });
  }

  private registerEnds(): void {
    this.registerEnd('booking_rejected', ({ end }) => end === 'rejected');
    this.registerEnd('booking_released', ({ end }) => end === 'released');
    const isByOther = ({ actor }: Ended, booker: string) => actor !== booker;
    const isCancelled = (end: BookingEnding) => end === 'cancelled' || end === 'room_deleted';
    this.registerEnd('booking_cancelled', (event, booker) => isCancelled(event.end) && isByOther(event, booker));
    this.registerEnd(
      'booking_withdrawn',
      (event, booker) => isCancelled(event.end) && !isByOther(event, booker),
      false,
    );
  }

  /** @param isShown false for a mail alone: the member did it */
  private registerEnd(name: MailedKind, isOne: (event: Ended, booker: string) => boolean, isShown = true): void {
    this.notifications.register<'BookingsEnded'>({
      name,
      events: ['BookingsEnded'],
      ...(isShown && { notification }),
      mail: { ...mailing, words: name },
      recipients: async (event) => {
        const bookers = await this.bookersOf(event.tenant, event.bookings);
        return bookers.filter((booker) => isOne(event, booker));
      },
      contentFor: async ({ tenant, bookings }, recipient) => {
        const found = await Promise.all(bookings.map((id) => this.bookings.byId(tenant, id)));
        const rows = found.flatMap((row) => row ?? []);
        const [row] = rows;
        if (!row) return undefined;
        // A deleted room, and one that the member may no longer use, is shown as it was booked.
        const isShown = this.access.mayEnter({ tenant, user: recipient });
        const room = (isShown && (await this.rooms.byId(tenant, row.room))) || undefined;
        const place = room ?? { title: row.room_title, building: '', city: '', time_zone: row.time_zone };
        const calendar = this.calendar.cancellation(tenant, recipient, place, rows);
        return { ...this.content(tenant, recipient, row, room), calendar };
      },
    });
  }

  private async bookersOf(tenant: Tenant, bookings: readonly string[]): Promise<string[]> {
    const rows = await Promise.all(bookings.map((id) => this.bookings.byId(tenant, id)));
    return [...new Set(rows.flatMap((row) => row?.user ?? []))];
  }

  /** Undefined if no booking has this state any more, or the member may not enter the room. */
  private async invitation(
    tenant: Tenant,
    recipient: UserRow,
    rows: readonly BookingRow[],
    state: BookingRow['state'],
  ): Promise<NotificationContent | undefined> {
    const open = rows.filter((row) => row.state === state);
    const room = open[0] && (await this.rooms.byId(tenant, open[0].room));
    if (!room || !this.access.mayEnter({ tenant, user: recipient })) return undefined;
    const calendar = this.calendar.invitation(tenant, recipient, room, open);
    return { ...this.content(tenant, recipient, open[0]!, room), calendar };
  }

  /** The room of a booking on which the member decides. */
  private async roomFor(tenant: Tenant, user: UserRow, row: BookingRow): Promise<RoomRow | undefined> {
    const room = await this.rooms.byId(tenant, row.room);
    if (!room || !this.access.mayEnter({ tenant, user })) return undefined;
    return (await this.access.decides({ tenant, user }))(room) ? room : undefined;
  }

  private content(
    tenant: Tenant,
    { language }: UserRow,
    row: BookingRow,
    room: RoomRow | undefined,
  ): Pick<NotificationContent, 'facts' | 'address'> {
    const day = this.texts.timeOf(tenant, row.from, room ?? row, language);
    const address = room ? `/main/rooms/${row.room}` : '/main/rooms';
    return { facts: { title: room?.title ?? row.room_title, day }, address };
  }
}
