import { Injectable } from '@nestjs/common';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { FilesService } from '../../community/files/files.service.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { BookingEnding } from './booking-ending.js';
import { BookingRepository } from './booking.repository.js';
import { groupBy } from '../../infrastructure/group-by.js';
import { lockOf } from './room-locks.js';
import { RoomRepository } from './room.repository.js';
import { RoomSlotRepository } from './room-slot.repository.js';
import { RoomViews } from './room-views.js';

/** Deletes rooms. */
@Injectable()
export class RoomDeletion {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly bookings: BookingRepository,
    private readonly slots: RoomSlotRepository,
    private readonly ending: BookingEnding,
    private readonly views: RoomViews,
    private readonly files: FilesService,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** Cancels the bookings to come, in the same transaction. @throws ROOM_NOT_FOUND, FORBIDDEN */
  async delete(caller: SignedInCaller, id: string): Promise<{ ok: true }> {
    const { tenant, user } = caller;
    this.views.checkEdit(caller);
    const images = await this.mutex.transaction(lockOf(id), async (session) => {
      const row = await this.rooms.takeTurn(tenant, id, { session });
      if (!row) throw new PaddockError('ROOM_NOT_FOUND');
      const coming = await this.bookings.comingOfRoom(tenant, id, new Date(), { session });
      for (const bookings of groupBy(coming, (booking) => `${booking.user} ${booking.series ?? booking._id}`).values())
        await this.ending.end(tenant, bookings, { end: 'room_deleted', actor: user._id, session });
      await this.slots.removeRoom(tenant, id, { session });
      await this.rooms.delete(tenant, id, { session });
      await this.outbox.add(session, { kind: 'RoomsChanged', tenant });
      return row.images;
    });
    for (const file of images) await this.files.delete(tenant, file);
    return { ok: true };
  }
}
