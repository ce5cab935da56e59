import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { BookingEnding } from './booking-ending.js';
import { BookingRepository } from './booking.repository.js';
import type { BookingRow } from './booking.schema.js';
import { groupBy } from '../../infrastructure/group-by.js';
import { lockOf, lockOfRooms } from './room-locks.js';
import { RoomRepository } from './room.repository.js';
import { RoomSlotRepository } from './room-slot.repository.js';
import { isActive } from './room-views.js';

/** Exports a member's bookings and the rooms that they added. Erasure cancels open bookings and removes all (ADR 0018); rooms stay. */
@Injectable()
export class RoomsPersonalData implements OnModuleInit {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly bookings: BookingRepository,
    private readonly slots: RoomSlotRepository,
    private readonly ending: BookingEnding,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'rooms', async (tenant, { _id: user }) => ({
      bookings: (await this.bookings.ofMember(tenant, user)).flatMap(({ rows }) =>
        rows.map(({ _id: id, workplace, room_title: room, from, to, description, state, checked_in, created }) => ({
          ...{ id, workplace, room, from, to, description, state, checked_in, created },
        })),
      ),
      rooms: (await this.rooms.ofAuthor(tenant, user)).map(({ _id: id, workplace, title, created }) => ({
        ...{ id, workplace, title, created },
      })),
    }));
    this.extensions.provide('forget', 'rooms', async (tenant, { _id: user }) => {
      await this.slots.forgetHolder(tenant, user);
      for (const { place, rows } of await this.bookings.ofMember(tenant, user))
        for (const [room, ofRoom] of groupBy(rows, (row) => row.room)) await this.forget(place, room, ofRoom);
    });
    this.outbox.subscribe({
      name: 'rooms-erased-group',
      kinds: ['GroupErased'],
      durable: true,
      handle: ({ tenant, group }) =>
        this.mutex.transaction(lockOfRooms(tenant), async (session) => {
          if (await this.rooms.forgetGroup(tenant, group, { session }))
            await this.outbox.add(session, { kind: 'RoomsChanged', tenant });
        }),
    });
  }

  private async forget(tenant: Tenant, room: string, rows: readonly BookingRow[]): Promise<void> {
    await this.mutex.transaction(lockOf(room), async (session) => {
      await this.ending.end(tenant, rows.filter(isActive), { end: 'left', actor: '', session });
      await this.bookings.removeByIds(
        tenant,
        rows.map(({ _id }) => _id),
        { session },
      );
    });
  }
}
