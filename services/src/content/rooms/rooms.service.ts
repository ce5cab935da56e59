import { Injectable, type OnModuleInit } from '@nestjs/common';
import { maxDaysAhead } from '@paddock/contract/calls/bookings';
import type { readRoom, readRoomRemoval, readRooms, readRoomsWeek, Slot } from '@paddock/contract/calls/rooms';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { FilesService } from '../../community/files/files.service.js';
import { dayMs } from '@paddock/contract/core/durations';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { BookingRepository } from './booking.repository.js';
import type { BookingRow } from './booking.schema.js';
import { RoomAccess, type RoomViewer } from './room-access.js';
import { RoomRepository } from './room.repository.js';
import type { RoomRow } from './room.schema.js';
import { RoomSchedule } from './room-schedule.js';
import { RoomSlotRepository } from './room-slot.repository.js';
import { asPeriod, dateIn, daysFrom, endOutsideDay, type Period, slotsOfDay } from './room-times.js';
import { RoomViews } from './room-views.js';

const weekDays = 7;
/** A search for free rooms reads all bookings of its period. */
const maxPeriodMs = maxDaysAhead * dayMs;

/** Reads rooms with what is booked of them. */
@Injectable()
export class RoomsService implements OnModuleInit {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly bookings: BookingRepository,
    private readonly slots: RoomSlotRepository,
    private readonly schedule: RoomSchedule,
    private readonly access: RoomAccess,
    private readonly views: RoomViews,
    private readonly files: FilesService,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.files.attachedTo('room', async (tenant, user, id) => {
      if (!this.access.mayEnter({ tenant, user })) return false;
      return (await this.rooms.byId(tenant, id)) !== null;
    });
    this.extensions.provide('badge', 'rooms', (tenant, user) => this.countRequests({ tenant, user }));
  }

  async list(
    caller: SignedInCaller,
    { from, to }: CallArguments<typeof readRooms>,
  ): Promise<CallReply<typeof readRooms>> {
    const { tenant, user } = caller;
    this.access.checkEntry(caller);
    const now = new Date();
    const [all, own, isFree] = await Promise.all([
      this.schedule.roomsOf(tenant, caller.arrived),
      this.bookings.coming(tenant, user._id, now),
      this.freeIn(caller, from, to),
    ]);
    const free = byTitle(caller, all.filter(isFree));
    // Rooms of the own bookings too, which decide what the member may do with them.
    const ids = new Set([...free.map(({ _id }) => _id), ...own.map(({ room }) => room)]);
    const shown = all.filter(({ _id }) => ids.has(_id));
    const { rooms, bookings, users, groups } = await this.views.of(caller, shown, [], { now, own });
    const views = new Map(rooms.map((room) => [room.id, room]));
    return {
      rooms: free.map(({ _id }) => views.get(_id)!),
      bookings: own.map(({ _id }) => bookings.get(_id)!),
      users,
      groups,
    };
  }

  async week(
    caller: SignedInCaller,
    { day }: CallArguments<typeof readRoomsWeek>,
  ): Promise<CallReply<typeof readRoomsWeek>> {
    const { tenant } = caller;
    this.access.checkEntry(caller);
    const first = day ?? dateIn(Date.now(), this.access.clockOf(tenant, {}).zone);
    const all = byTitle(caller, await this.schedule.roomsOf(tenant, caller.arrived));
    const weeks = new Map<string, Period>();
    for (const room of all) {
      const { zone } = this.access.clockOf(tenant, room);
      if (!weeks.has(zone)) weeks.set(zone, daysFrom(first, zone, weekDays));
    }
    const shown = await this.bookingsOf(caller, all, weeks);
    const { rooms, users, groups } = await this.views.of(caller, all, shown);
    return { day: first, rooms, users, groups };
  }

  async read(caller: SignedInCaller, input: CallArguments<typeof readRoom>): Promise<CallReply<typeof readRoom>> {
    const { tenant, user } = caller;
    const now = new Date();
    const row = await this.access.find(caller, input.id);
    const clock = this.access.clockOf(tenant, row);
    const today = dateIn(+now, clock.zone);
    const day = input.day ?? today;
    const period = daysFrom(day, clock.zone);
    const [shown, taken, own] = await Promise.all([
      this.bookings.ofRoom(tenant, row._id, period),
      this.slots.taken(tenant, row._id, period, { now }),
      this.bookings.coming(tenant, user._id, now),
    ]);
    const { rooms, users, groups } = await this.views.of(caller, [row], shown, { now, own });
    const heldUntil = new Map(
      taken.flatMap(({ start, holder, expires }) =>
        holder !== undefined && holder !== user._id && expires ? [[+start, expires.toISOString()] as const] : [],
      ),
    );
    const slots = slotsOfDay(day, clock).map(({ from, to }): Slot => {
      const booking = shown.find((one) => one.from < to && one.to > from)?._id;
      const held = booking === undefined ? heldUntil.get(+from) : undefined;
      return {
        ...{ from: from.toISOString(), to: to.toISOString() },
        ...(booking !== undefined && { booking }),
        ...(held !== undefined && { held }),
      };
    });
    return { room: rooms[0]!, day, today, slots, users, groups };
  }

  /** @throws ROOM_NOT_FOUND, FORBIDDEN */
  async removal(caller: SignedInCaller, id: string): Promise<CallReply<typeof readRoomRemoval>> {
    const row = await this.access.find(caller, id);
    const coming = await this.bookings.comingOfRoom(caller.tenant, row._id, new Date());
    return { bookings: coming.length, members: new Set(coming.map(({ user }) => user)).size };
  }

  /** The requests that the member can decide on. */
  private async countRequests(viewer: RoomViewer): Promise<number> {
    const { tenant, user } = viewer;
    if (!this.access.mayEnter(viewer)) return 0;
    if (isWorkplaceAdmin(user, tenant.workplace)) return this.bookings.countPending(tenant, new Date());
    const groups = await this.access.ownedGroups(viewer);
    const rooms = groups.size > 0 ? await this.rooms.idsOfGroups(tenant, [...groups]) : [];
    return rooms.length > 0 ? this.bookings.countPending(tenant, new Date(), rooms) : 0;
  }

  /**
   * Whether a room can be booked for a period: it is in the room's bookable day, and has no booking. Without a period, every room is free.
   *
   * @throws INVALID_INPUT for an end that is not after the start, one of them alone, or a year and more
   */
  private async freeIn(
    { tenant, arrived }: SignedInCaller,
    from?: string,
    to?: string,
  ): Promise<(room: RoomRow) => boolean> {
    if (from === undefined && to === undefined) return () => true;
    if (from === undefined) throw new PaddockError('INVALID_INPUT', { fields: { from: 'from_REQUIRED' } });
    if (to === undefined) throw new PaddockError('INVALID_INPUT', { fields: { to: 'to_REQUIRED' } });
    const period = asPeriod({ from, to });
    if (period.to <= period.from) throw new PaddockError('INVALID_INPUT', { fields: { to: 'INVALID_END_DATE' } });
    if (+period.to - +period.from > maxPeriodMs)
      throw new PaddockError('INVALID_INPUT', { fields: { to: 'BOOKING_TOO_LONG' } });
    const booked = new Set((await this.schedule.bookingsIn(tenant, period, arrived)).map(({ room }) => room));
    // Cached by zone, which most rooms share.
    const isInDay = new Map<string, boolean>();
    return (room) => {
      if (booked.has(room._id)) return false;
      const clock = this.access.clockOf(tenant, room);
      const isInside = isInDay.get(clock.zone) ?? endOutsideDay(period, clock) === undefined;
      isInDay.set(clock.zone, isInside);
      return isInside;
    };
  }

  /** The bookings of rooms in the period of their zone. */
  private async bookingsOf(
    { tenant, arrived }: SignedInCaller,
    rooms: readonly RoomRow[],
    periods: ReadonlyMap<string, Period>,
  ): Promise<BookingRow[]> {
    const all = [...periods.values()];
    if (all.length === 0) return [];
    const from = new Date(Math.min(...all.map((period) => +period.from)));
    const to = new Date(Math.max(...all.map((period) => +period.to)));
    const periodOf = new Map(rooms.map((room) => [room._id, periods.get(this.access.clockOf(tenant, room).zone)!]));
    const rows = await this.schedule.bookingsIn(tenant, { from, to }, arrived);
    return rows.filter((row) => {
      const period = periodOf.get(row.room);
      return period !== undefined && row.from < period.to && row.to > period.from;
    });
  }
}

const byTitle = ({ language }: SignedInCaller, rooms: readonly RoomRow[]): RoomRow[] => {
  const { compare } = new Intl.Collator(language.replace('_', '-'), { numeric: true });
  return rooms.toSorted((a, b) => compare(a.title, b.title));
};
