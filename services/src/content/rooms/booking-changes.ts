import { Injectable } from '@nestjs/common';
import type { Booking, cancelBooking, moveBooking } from '@paddock/contract/calls/bookings';
import type { CallArguments } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { isDuplicateKey } from '../../infrastructure/mongo/mongo.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { BookingEnding } from './booking-ending.js';
import { BookingRepository } from './booking.repository.js';
import type { BookingRow } from './booking.schema.js';
import { RoomAccess } from './room-access.js';
import { lockOf } from './room-locks.js';
import { RoomRepository } from './room.repository.js';
import type { RoomRow } from './room.schema.js';
import { RoomSlotRepository } from './room-slot.repository.js';
import { asPeriod, checkPeriod } from './room-times.js';
import { canCheckIn, isActive, isWithinDelay, RoomViews } from './room-views.js';

/** Moves, cancels and checks in. Each reads the booking in its transaction, so that of two changes at once one sees the other. */
@Injectable()
export class BookingChanges {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly bookings: BookingRepository,
    private readonly slots: RoomSlotRepository,
    private readonly ending: BookingEnding,
    private readonly access: RoomAccess,
    private readonly views: RoomViews,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** Again to the same time it changes nothing. @throws BOOKING_NOT_FOUND, BOOKING_ENDED, FORBIDDEN, SLOT_TAKEN, the codes of the time */
  async move(
    caller: SignedInCaller,
    { id, ...input }: CallArguments<typeof moveBooking>,
  ): Promise<{ booking: Booking }> {
    const { tenant, user } = caller;
    const period = asPeriod(input);
    const found = await this.find(caller, id);
    if (found.user !== user._id) throw new PaddockError('FORBIDDEN');
    const decides = await this.access.decides(caller);
    const { row, room } = await this.mutex
      .transaction(lockOf(found.room), async (session) => {
        const now = new Date();
        const { row: before, room } = await this.running(caller, found, { session, now });
        if (+before.from === +period.from && +before.to === +period.to) return { row: before, room };
        if (!decides(room) && !isWithinDelay(before, room, now)) throw new PaddockError('FORBIDDEN');
        checkPeriod(period, this.access.clockOf(tenant, room), now);
        const own = { user: user._id, booking: id };
        if (await this.slots.isTaken(tenant, room._id, period, { session, now, ...own }))
          throw new PaddockError('SLOT_TAKEN');
        const state = room.admin_confirmation_required ? ('pending' as const) : ('confirmed' as const);
        const moved = await this.bookings.move(tenant, before, { ...period, state }, { session });
        if (!moved) throw new PaddockError('BOOKING_ENDED');
        await this.slots.free(tenant, [id], { session });
        await this.slots.take(tenant, room._id, [{ period, booking: id }], { user: user._id, now }, { session });
        const pending = state === 'pending' && ({ pending: true } as const);
        const about = { booking: id, room: room._id, actor: user._id, ...pending };
        await this.outbox.add(session, { kind: 'BookingMoved', tenant, ...about });
        return { row: moved, room };
      })
      .catch((error: unknown) => {
        throw isDuplicateKey(error) ? new PaddockError('SLOT_TAKEN') : error;
      });
    return { booking: await this.views.booking(caller, row, room) };
  }

  /** Again it changes nothing. @throws BOOKING_NOT_FOUND, BOOKING_ENDED, FORBIDDEN */
  async cancel(
    caller: SignedInCaller,
    { id, series = false }: CallArguments<typeof cancelBooking>,
  ): Promise<{ ok: true }> {
    const { tenant, user } = caller;
    const found = await this.find(caller, id);
    const decides = await this.access.decides(caller);
    await this.mutex.transaction(lockOf(found.room), async (session) => {
      const now = new Date();
      const room = await this.rooms.byId(tenant, found.room, { session });
      const isDecider = room !== null && decides(room);
      if (found.user !== user._id && !isDecider) throw new PaddockError('FORBIDDEN');
      const row = await this.bookings.byId(tenant, id, { session });
      if (row?.state === 'cancelled' && row.end === 'cancelled') return;
      if (!row || !room || !isActive(row) || row.to <= now) throw new PaddockError('BOOKING_ENDED');
      if (!isDecider && !isWithinDelay(row, room, now)) throw new PaddockError('FORBIDDEN');
      const later = series ? await this.bookings.laterOfSeries(tenant, row, { session }) : [];
      await this.ending.end(tenant, [row, ...later], { end: 'cancelled', actor: user._id, session });
    });
    return { ok: true };
  }

  /** @throws BOOKING_NOT_FOUND, BOOKING_ENDED, FORBIDDEN for another member's booking, too early, and in a room without check-in */
  async checkIn(caller: SignedInCaller, id: string): Promise<{ booking: Booking }> {
    const { tenant, user } = caller;
    const row = await this.find(caller, id);
    if (row.user !== user._id) throw new PaddockError('FORBIDDEN');
    const room = await this.rooms.byId(tenant, row.room);
    const now = new Date();
    if (!room || !isActive(row) || row.to <= now) throw new PaddockError('BOOKING_ENDED');
    if (!canCheckIn(row, room, now)) throw new PaddockError('FORBIDDEN');
    const checked = row.checked_in
      ? row
      : await this.mutex.transaction(lockOf(room._id), async (session) => {
          await this.outbox.add(session, { kind: 'BookingCheckedIn', tenant, booking: id, room: room._id });
          return this.bookings.checkIn(tenant, row, now, { session });
        });
    if (!checked) throw new PaddockError('BOOKING_ENDED');
    return { booking: await this.views.booking(caller, checked, room) };
  }

  /** A booking of the workplace. @throws FORBIDDEN, BOOKING_NOT_FOUND */
  private async find(caller: SignedInCaller, id: string): Promise<BookingRow> {
    this.access.checkEntry(caller);
    const row = await this.bookings.byId(caller.tenant, id);
    if (!row) throw new PaddockError('BOOKING_NOT_FOUND');
    return row;
  }

  /** The booking and its room as they are in the transaction. @throws BOOKING_ENDED */
  private async running(
    { tenant }: SignedInCaller,
    { _id, room: roomId }: BookingRow,
    { session, now }: InSession & { now: Date },
  ): Promise<{ row: BookingRow; room: RoomRow }> {
    const room = await this.rooms.takeTurn(tenant, roomId, { session: session! });
    const row = await this.bookings.byId(tenant, _id, { session: session! });
    if (!room || !row || !isActive(row) || row.to <= now) throw new PaddockError('BOOKING_ENDED');
    return { row, room };
  }
}
