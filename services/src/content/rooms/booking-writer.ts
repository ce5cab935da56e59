import { Injectable } from '@nestjs/common';
import type { Booking, createBooking, createBookings } from '@paddock/contract/calls/bookings';
import type { holdSlots } from '@paddock/contract/calls/rooms';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { isDuplicateKey } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import type { NewRow } from '../../infrastructure/mongo/tenant-repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { BookingRepository } from './booking.repository.js';
import type { BookingRow } from './booking.schema.js';
import { RoomAccess } from './room-access.js';
import { lockOf } from './room-locks.js';
import { RoomRepository } from './room.repository.js';
import type { RoomRow } from './room.schema.js';
import { RoomSlotRepository } from './room-slot.repository.js';
import { asPeriod, checkPeriod, dateIn, daysFrom, type Period } from './room-times.js';
import { RoomViews } from './room-views.js';

interface Wish {
  periods: readonly Period[];
  description: string;
  client_id: string;
}

/** Books slots, and holds them while a booking is written. A unique index decides who gets a slot (ADR 0080). */
@Injectable()
export class BookingWriter {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly bookings: BookingRepository,
    private readonly slots: RoomSlotRepository,
    private readonly access: RoomAccess,
    private readonly views: RoomViews,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** A resend returns the first booking. @throws ROOM_NOT_FOUND, FORBIDDEN, SLOT_TAKEN, the codes of the time */
  async create(
    caller: SignedInCaller,
    input: CallArguments<typeof createBooking>,
  ): Promise<CallReply<typeof createBooking>> {
    const { id, client_id, description = '' } = input;
    const { room, rows } = await this.book(caller, id, { periods: [asPeriod(input)], description, client_id });
    const [row] = rows;
    const { zone } = this.access.clockOf(caller.tenant, room);
    const day = daysFrom(dateIn(+row!.from, zone), zone);
    const shown = await this.bookings.ofRoom(caller.tenant, room._id, day);
    const view = await this.views.of(caller, [room], shown, { own: [row!] });
    return { booking: view.bookings.get(row!._id)!, room: view.rooms[0]! };
  }

  /** All of the periods or none. */
  async createAll(
    caller: SignedInCaller,
    { id, periods, client_id, description = '' }: CallArguments<typeof createBookings>,
  ): Promise<{ bookings: Booking[] }> {
    const wish = { periods: periods.map(asPeriod), description, client_id };
    const { room, rows } = await this.book(caller, id, wish);
    return { bookings: await Promise.all(rows.map((row) => this.views.booking(caller, row, room))) };
  }

  /** Replaces the member's former selection, here or in another room. @throws as {@link create} */
  async hold(caller: SignedInCaller, { id, ...input }: CallArguments<typeof holdSlots>): Promise<{ held: string }> {
    const { tenant, user } = caller;
    const room = await this.access.find(caller, id);
    const period = asPeriod(input);
    checkPeriod(period, this.access.clockOf(tenant, room), new Date());
    const held = await this.mutex
      // Holds of one member in several rooms at the same time would not see each other.
      .transaction([lockOf(id), `holder ${tenant.community} ${user._id}`], async (session) => {
        const now = new Date();
        await this.checkFree(caller, id, [period], { session, now });
        const former = await this.slots.heldRooms(tenant, user._id, { session });
        const changed = new Set([...former, id]);
        await this.outbox.add(session, ...[...changed].map((room) => ({ kind: 'SlotsHeld' as const, tenant, room })));
        return this.slots.take(tenant, id, [{ period }], { user: user._id, now }, { session });
      })
      .catch((error: unknown) => {
        throw isDuplicateKey(error) ? new PaddockError('SLOT_TAKEN') : error;
      });
    return { held: held.toISOString() };
  }

  /** @throws ROOM_NOT_FOUND, FORBIDDEN */
  async release(caller: SignedInCaller, id: string): Promise<{ ok: true }> {
    const { tenant, user } = caller;
    await this.access.find(caller, id);
    await this.mutex.transaction(lockOf(id), async (session) => {
      if (await this.slots.freeHolds(tenant, id, user._id, { session }))
        await this.outbox.add(session, { kind: 'SlotsHeld', tenant, room: id });
    });
    return { ok: true };
  }

  private async book(caller: SignedInCaller, id: string, wish: Wish): Promise<{ room: RoomRow; rows: BookingRow[] }> {
    const { tenant, user } = caller;
    const room = await this.access.find(caller, id);
    const first = await this.bookings.byClientId(tenant, user._id, wish.client_id);
    if (first.length > 0) return this.answer(caller, room, first);
    for (const period of wish.periods) checkPeriod(period, this.access.clockOf(tenant, room), new Date());
    try {
      return await this.mutex.transaction(lockOf(id), (session) => this.store(caller, room, wish, session));
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      // The same request in another process, or another member.
      const rows = await this.bookings.byClientId(tenant, user._id, wish.client_id);
      if (rows.length > 0) return this.answer(caller, room, rows);
      throw new PaddockError('SLOT_TAKEN');
    }
  }

  /** The first bookings of a resend, with their room, which need not be the one that the resend names. */
  private async answer(caller: SignedInCaller, room: RoomRow, rows: BookingRow[]) {
    const id = rows[0]!.room;
    return { room: id === room._id ? room : await this.access.find(caller, id), rows };
  }

  private async store(caller: SignedInCaller, before: RoomRow, wish: Wish, session: ClientSession) {
    const { tenant, user } = caller;
    const { _id: id } = before;
    const { periods, description, client_id } = wish;
    const now = new Date();
    const first = await this.bookings.byClientId(tenant, user._id, client_id, { session });
    if (first.length > 0) return this.answer(caller, before, first);
    await this.checkFree(caller, id, periods, { session, now });
    const room = await this.rooms.takeTurn(tenant, id, { session });
    if (!room) throw new PaddockError('ROOM_NOT_FOUND');
    // The zone may have changed since, and time has passed in the queue.
    for (const period of periods) checkPeriod(period, this.access.clockOf(tenant, room), now);
    const state = room.admin_confirmation_required ? ('pending' as const) : ('confirmed' as const);
    const ids = periods.map(() => newId());
    const rows = periods.map(({ from, to }, part): NewRow<BookingRow> => ({
      ...{ _id: ids[part]!, room: id, room_title: room.title, user: user._id, from, to, description, state },
      ...(room.time_zone !== undefined && { time_zone: room.time_zone }),
      ...(periods.length > 1 && { series: ids[0]! }),
      ...{ place: from, sequence: 0, client_id, part, created: now },
    }));
    await this.bookings.addAll(tenant, rows, { session });
    const wishes = periods.map((period, part) => ({ period, booking: ids[part]! }));
    await this.slots.take(tenant, id, wishes, { user: user._id, now }, { session });
    const pending = state === 'pending' && ({ pending: true } as const);
    await this.outbox.add(session, {
      kind: 'BookingMade',
      tenant,
      booking: ids[0]!,
      room: id,
      actor: user._id,
      ...pending,
    });
    return { room, rows: await this.bookings.byClientId(tenant, user._id, client_id, { session }) };
  }

  /** Before the first write: of a thousand requests for a slot, most end here. @throws SLOT_TAKEN */
  private async checkFree(
    { tenant, user }: SignedInCaller,
    room: string,
    periods: readonly Period[],
    { session, now }: { session: ClientSession; now: Date },
  ): Promise<void> {
    for (const period of periods)
      if (await this.slots.isTaken(tenant, room, period, { session, now, user: user._id }))
        throw new PaddockError('SLOT_TAKEN');
  }
}
