import { Injectable } from '@nestjs/common';
import { holdMs } from '@paddock/contract/calls/rooms';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { type InSession, type NewRow, TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { roomSlotSchema, type RoomSlotRow } from './room-slot.schema.js';
import { type Period, slotMs } from './room-times.js';

/** Half hours that are booked or held. Writes run in the transaction of the booking. */
@Injectable()
export class RoomSlotRepository extends TenantRepository<RoomSlotRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'room_slots', roomSlotSchema);
  }

  /** Rows of a room in a period: bookings, and holds that have not expired. */
  async taken(
    tenant: Tenant,
    room: string,
    period: Period,
    { session, now = new Date() }: InSession & { now?: Date } = {},
  ): Promise<RoomSlotRow[]> {
    const rows = await this.find(tenant, { room, ...startsIn(period) }, session ? { session } : {});
    return rows.filter(({ booking, expires }) => booking !== undefined || (expires !== undefined && expires > now));
  }

  /**
   * Takes the slots of periods for a booking, or for a member's hold; expired holds and the member's own ones give way. Returns when a
   * hold expires.
   *
   * @throws MongoDB's duplicate key error if one is taken
   */
  async take(
    tenant: Tenant,
    room: string,
    wishes: readonly { period: Period; booking?: string }[],
    { user, now }: { user: string; now: Date },
    options: InSession,
  ): Promise<Date> {
    const expires = new Date(+now + holdMs);
    // A member holds one selection at a time.
    await this.remove(tenant, { holder: user }, options);
    const rows: NewRow<RoomSlotRow>[] = [];
    for (const { period, booking } of wishes) {
      await this.remove(tenant, { room, ...startsIn(period), expires: { $lte: now } }, options);
      const owner = booking === undefined ? { holder: user, expires } : { booking };
      for (let at = +period.from; at < +period.to; at += slotMs)
        rows.push({ _id: newId(), room, start: new Date(at), ...owner });
    }
    await this.insertAll(tenant, rows, options);
    return expires;
  }

  /** Whether a slot of a period has another booking, or another member's hold. */
  async isTaken(
    tenant: Tenant,
    room: string,
    period: Period,
    { user, booking, ...options }: InSession & { user: string; booking?: string; now: Date },
  ): Promise<boolean> {
    const rows = await this.taken(tenant, room, period, options);
    return rows.some((row) => (row.booking === undefined ? row.holder !== user : row.booking !== booking));
  }

  /** Ids of the rooms in which a member holds slots. */
  async heldRooms(tenant: Tenant, holder: string, options: InSession): Promise<string[]> {
    return (await this.findParts(tenant, { holder }, ['room'], options)).map(({ room }) => room);
  }

  async freeHolds(tenant: Tenant, room: string, holder: string, options: InSession): Promise<boolean> {
    return (await this.remove(tenant, { holder, room }, options)) > 0;
  }

  async free(tenant: Tenant, bookings: readonly string[], options: InSession): Promise<void> {
    await this.remove(tenant, { booking: { $in: [...bookings] } }, options);
  }

  async removeRoom(tenant: Tenant, room: string, options: InSession): Promise<void> {
    await this.remove(tenant, { room }, options);
  }

  async forgetHolder(tenant: Tenant, holder: string): Promise<void> {
    await this.removeEverywhere(tenant, { holder });
  }
}

const startsIn = ({ from, to }: Period) => ({ start: { $gte: from, $lt: to } });
