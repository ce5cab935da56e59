import { Injectable, type OnModuleInit } from '@nestjs/common';
import { wantsMail } from '../../community/notifications/preferences.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { BookingRepository } from './booking.repository.js';
import { BookingRequestMail } from './booking-request-mail.js';
import { RoomAccess } from './room-access.js';
import { RoomRepository } from './room.repository.js';

/** Mails those who decide on a request a personal link each ({@link RoomAccess.deciders}). */
@Injectable()
export class BookingMails implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly bookings: BookingRepository,
    private readonly rooms: RoomRepository,
    private readonly access: RoomAccess,
    private readonly users: UserRepository,
    private readonly mail: BookingRequestMail,
    private readonly communities: Communities,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'booking-request-mails',
      kinds: ['BookingMade', 'BookingMoved'],
      durable: true,
      handle: (event) => this.askDeciders(event),
    });
  }

  private async askDeciders(event: Delivered<'BookingMade' | 'BookingMoved'>): Promise<void> {
    const { tenant, booking } = event;
    const flags = this.communities.find(tenant.community)?.flags;
    const first = event.pending && (await this.bookings.byId(tenant, booking));
    if (!flags || !first) return;
    const [room, user] = await Promise.all([this.rooms.byId(tenant, first.room), this.users.byId(tenant, first.user)]);
    const isSeries = event.kind === 'BookingMade' && first.series !== undefined;
    const rows = isSeries ? await this.bookings.ofSeries(tenant, first.series!) : [first];
    if (!room || !user) return;
    const deciders = (await this.access.deciders(tenant, room)).filter(
      (decider) => wantsMail(decider, 'mailing_booking', flags) && !decider.blocked_users.includes(user._id),
    );
    // Decided or cancelled meanwhile.
    for (const row of rows.filter(({ state }) => state === 'pending'))
      for (const decider of deciders) await this.mail.queue(event, decider, { row, room, user });
  }
}
