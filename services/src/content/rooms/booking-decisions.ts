import { Injectable } from '@nestjs/common';
import type { BookingRequest, verifyBooking } from '@paddock/contract/calls/bookings';
import type { CallArguments } from '@paddock/contract/core/call';
import type { ClientSession } from 'mongodb';
import type { Caller } from '../../community/calls/caller.js';
import { UserCards } from '../../community/users/user-cards.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { type BookingCase, BookingCases } from './booking-cases.js';
import { BookingEnding } from './booking-ending.js';
import { BookingRepository } from './booking.repository.js';
import type { BookingRow } from './booking.schema.js';
import { RoomAccess } from './room-access.js';
import { lockOf } from './room-locks.js';

type Input = CallArguments<typeof verifyBooking>;

/** Confirms and rejects requests, by a mailed link or by a signed-in member who decides. */
@Injectable()
export class BookingDecisions {
  constructor(
    private readonly cases: BookingCases,
    private readonly bookings: BookingRepository,
    private readonly ending: BookingEnding,
    private readonly access: RoomAccess,
    private readonly cards: UserCards,
    private readonly links: LinkTokens,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** Changes nothing. */
  async verify(caller: Caller, input: Input): Promise<BookingRequest> {
    return this.view(await this.cases.find(caller, input));
  }

  /** @throws ALREADY_GRANTED, ALREADY_DENIED when it is decided; BOOKING_ENDED when it was cancelled or its time is over */
  async decide(caller: Caller, input: Input, isConfirmed: boolean): Promise<BookingRequest> {
    const found = await this.cases.find(caller, input);
    const spent = found.link?.outcome;
    if (spent !== undefined) throw new PaddockError(spent === 'granted' ? 'ALREADY_GRANTED' : 'ALREADY_DENIED');
    const row = await this.mutex.transaction(lockOf(found.room._id), (session) =>
      this.settle(found, isConfirmed, session),
    );
    return this.view({ ...found, row });
  }

  private async settle(found: BookingCase, isConfirmed: boolean, session: ClientSession): Promise<BookingRow> {
    const { tenant, actor, room, link } = found;
    const row = await this.bookings.byId(tenant, found.row._id, { session });
    if (row?.state === 'confirmed') throw new PaddockError('ALREADY_GRANTED');
    if (row?.state === 'rejected') throw new PaddockError('ALREADY_DENIED');
    if (row?.state !== 'pending' || row.to <= new Date()) throw new PaddockError('BOOKING_ENDED');
    // Moved since the caller, or the mail, saw it.
    if (row.sequence !== found.row.sequence) throw new PaddockError(link ? 'LINK_INVALID' : 'BOOKING_NOT_FOUND');
    if (link) await this.links.spend(tenant, link, isConfirmed ? 'granted' : 'denied', { session });
    if (!isConfirmed) {
      const [rejected] = await this.ending.end(tenant, [row], { end: 'rejected', actor: actor._id, session });
      return rejected ?? row;
    }
    const about = { booking: row._id, room: room._id, actor: actor._id };
    await this.outbox.add(session, { kind: 'BookingConfirmed', tenant, ...about });
    return (await this.bookings.confirm(tenant, row, { session })) ?? row;
  }

  private view({ tenant, actor, row, room, user }: BookingCase): BookingRequest {
    return {
      ...{ id: row._id, state: row.state, user: this.cards.card(tenant, actor._id, user), email: user.email },
      ...{ room: room.title, description: row.description },
      ...{ from: row.from.toISOString(), to: row.to.toISOString() },
      time_zone: this.access.clockOf(tenant, room).zone,
    };
  }
}
