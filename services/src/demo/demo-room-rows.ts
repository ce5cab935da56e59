import type { ClientSession } from 'mongodb';
import { bookingSchema } from '../content/rooms/booking.schema.js';
import { roomSchema } from '../content/rooms/room.schema.js';
import { roomSlotSchema } from '../content/rooms/room-slot.schema.js';
import type { Mongo } from '../infrastructure/mongo/mongo.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { BulkRepository } from './bulk.repository.js';
import type { DemoRooms } from './demo-rooms.js';

/** Stores the rooms of a workplace with their bookings and the slots that these take. */
export class DemoRoomRows {
  private readonly rooms;
  private readonly bookings;
  private readonly slots;

  constructor(mongo: Mongo) {
    this.rooms = new BulkRepository(mongo, 'rooms', roomSchema);
    this.bookings = new BulkRepository(mongo, 'bookings', bookingSchema);
    this.slots = new BulkRepository(mongo, 'room_slots', roomSlotSchema);
  }

  async addAll(tenant: Tenant, { rooms, bookings, slots }: DemoRooms, session: ClientSession): Promise<void> {
    await this.rooms.addAll(tenant, rooms, session);
    await this.bookings.addAll(tenant, bookings, session);
    await this.slots.addAll(tenant, slots, session);
  }
}
