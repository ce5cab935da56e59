import { Injectable } from '@nestjs/common';
import type { Booking } from '@paddock/contract/calls/bookings';
import type { GroupCard } from '@paddock/contract/calls/groups';
import type { Room } from '@paddock/contract/calls/rooms';
import { isWorkplaceAdmin, type UserCard } from '@paddock/contract/calls/users';
import { Conversations } from '../../community/conversations/conversations.js';
import { FilesService } from '../../community/files/files.service.js';
import { UserCards } from '../../community/users/user-cards.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { hourMs } from '@paddock/contract/core/durations';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { BookingRow } from './booking.schema.js';
import { groupBy } from '../../infrastructure/group-by.js';
import { type Decides, RoomAccess, type RoomViewer } from './room-access.js';
import type { RoomRow } from './room.schema.js';

/** Before the start of a booking, its member sees the door code and can check in. */
const earlyMs = 900_000;

/** Whether a booking holds its slots. */
export const isActive = ({ state }: Pick<BookingRow, 'state'>): boolean => state === 'pending' || state === 'confirmed';

/** Whether the owner may still cancel: 0 never, -1 at any time before the end, else the notice in hours. */
export function isWithinDelay(
  { from, to }: Pick<BookingRow, 'from' | 'to'>,
  { cancellation_delay: hours }: Pick<RoomRow, 'cancellation_delay'>,
  now: Date,
): boolean {
  if (hours === 0) return false;
  return hours < 0 ? to > now : +from - hours * hourMs >= +now;
}

export const canCheckIn = (row: BookingRow, room: Pick<RoomRow, 'check_in_minutes'>, now: Date): boolean =>
  room.check_in_minutes > 0 && row.state === 'confirmed' && +row.from - earlyMs <= +now && row.to > now;

/** Rooms and bookings as a reply shows them, with the cards that it needs. */
export interface RoomsView {
  rooms: Room[];
  /** By id. */
  bookings: Map<string, Booking>;
  users: UserCard[];
  groups: GroupCard[];
}

/** Rooms and bookings as the contract shows them to one viewer. */
@Injectable()
export class RoomViews {
  constructor(
    private readonly access: RoomAccess,
    private readonly conversations: Conversations,
    private readonly files: FilesService,
    private readonly cards: UserCards,
    private readonly communities: Communities,
  ) {}

  /**
   * @param shown bookings that are listed in their room
   * @param own further bookings of the viewer
   */
  async of(
    viewer: RoomViewer,
    rooms: readonly RoomRow[],
    shown: readonly BookingRow[],
    { now = new Date(), own = [] }: { now?: Date; own?: readonly BookingRow[] } = {},
  ): Promise<RoomsView> {
    const { tenant, user } = viewer;
    const images = rooms.flatMap((room) => room.images);
    const decides = await this.access.decides(viewer);
    const [groups, files, { users, knows }] = await Promise.all([
      this.groupsOf(viewer, rooms),
      images.length > 0 ? this.files.describe(tenant, user._id, images) : new Map<string, Room['files'][number]>(),
      this.bookersOf(viewer, rooms, [...shown, ...own], decides),
    ]);
    const roomsById = new Map(rooms.map((room) => [room._id, room]));
    const view = (row: BookingRow) => this.booked(viewer, row, { room: roomsById.get(row.room), decides, knows, now });
    const bookings = new Map([...shown, ...own].map((row) => [row._id, view(row)]));
    const byRoom = groupBy(shown, ({ room }) => room);
    const canEdit = this.canEdit(viewer);
    return {
      rooms: rooms.map((room) => ({
        ...this.roomFields(viewer, room),
        ...this.picturesOf(room, files),
        ...(this.mayOpen(viewer, room, { decides, now, own: [...(byRoom.get(room._id) ?? []), ...own] }) && {
          door_code: room.door_code,
        }),
        ...(room.group !== undefined && groups.has(room.group) && { group: room.group }),
        bookings: (byRoom.get(room._id) ?? []).map(({ _id }) => bookings.get(_id)!),
        can_edit: canEdit,
        can_decide: decides(room),
      })),
      bookings,
      users: users.map((row) => this.cards.card(tenant, user._id, row)),
      groups: [...groups.values()],
    };
  }

  private booked(
    { tenant, user }: RoomViewer,
    row: BookingRow,
    context: Omit<BookingContext, 'viewer' | 'zone'>,
  ): Booking {
    const { zone } = this.access.clockOf(tenant, context.room ?? {});
    return bookingView(row, { ...context, viewer: user._id, zone });
  }

  /** One of the viewer's bookings, or one that they decide on. */
  async booking(viewer: RoomViewer, row: BookingRow, room: RoomRow | undefined): Promise<Booking> {
    const decides = await this.access.decides(viewer);
    const { knows } = await this.bookersOf(viewer, room ? [room] : [], [row], decides);
    return this.booked(viewer, row, { room, decides, knows, now: new Date() });
  }

  /** Whether the member changes rooms: workplace admins, unless `rooms_tab.disable_admin_edit`. */
  canEdit({ tenant, user }: RoomViewer): boolean {
    const flags = this.communities.find(tenant.community)?.flags;
    return isWorkplaceAdmin(user, tenant.workplace) && flags?.rooms_tab.disable_admin_edit === false;
  }

  /** @throws FORBIDDEN */
  checkEdit(viewer: RoomViewer): void {
    if (!this.canEdit(viewer)) throw new PaddockError('FORBIDDEN');
  }

  private roomFields({ tenant }: RoomViewer, room: RoomRow) {
    const { zone, hours } = this.access.clockOf(tenant, room);
    const { title, desc, capacity, equipment, url, city, building, price, workplace } = room;
    const { cancellation_delay, admin_confirmation_required, check_in_minutes } = room;
    return {
      ...{ id: room._id, title, desc, equipment, url, city, building, price, workplace, time_zone: zone, ...hours },
      ...(capacity !== undefined && { capacity }),
      ...{ cancellation_delay, admin_confirmation_required, check_in_minutes },
    };
  }

  private picturesOf({ images }: RoomRow, files: ReadonlyMap<string, Room['files'][number]>) {
    const pictures = images.flatMap((file) => files.get(file) ?? []);
    return { image_urls: pictures.map(({ path }) => path), files: pictures };
  }

  /** Whether the member may know the door code: those who decide, and a member whose confirmed booking is about to begin or runs. */
  private mayOpen(
    { user }: RoomViewer,
    room: RoomRow,
    { decides, now, own }: { decides: Decides; now: Date; own: readonly BookingRow[] },
  ): boolean {
    if (room.door_code === '') return false;
    const opens = (row: BookingRow) =>
      row.room === room._id &&
      row.user === user._id &&
      row.state === 'confirmed' &&
      +row.from - earlyMs <= +now &&
      row.to > now;
    return decides(room) || own.some(opens);
  }

  private async groupsOf({ tenant, user }: RoomViewer, rooms: readonly RoomRow[]): Promise<Map<string, GroupCard>> {
    const ids = [...new Set(rooms.flatMap(({ group }) => group ?? []))];
    const found = await Promise.all(ids.map((id) => this.conversations.findIfVisible(tenant, user, id)));
    return new Map(
      found.flatMap((access) =>
        access?.conversation.kind === 'group'
          ? [[access.conversation._id, this.conversations.groupCard(tenant, user._id, access.conversation)] as const]
          : [],
      ),
    );
  }

  /** The members who booked, where the viewer may know them: of rooms that they decide on, all. */
  private async bookersOf(
    viewer: RoomViewer,
    rooms: readonly RoomRow[],
    shown: readonly BookingRow[],
    decides: Decides,
  ): Promise<{ users: UserRow[]; knows: Knows }> {
    const decided = new Set(rooms.filter(decides).map(({ _id }) => _id));
    const usersOf = (isDecided: boolean) =>
      shown.flatMap(({ room, user }) => (decided.has(room) === isDecided ? [user] : []));
    const [open, known] = await Promise.all([
      this.access.everyBooker(viewer.tenant, usersOf(true)),
      this.access.knownBookers(viewer, usersOf(false)),
    ]);
    return {
      users: [...new Map([...known, ...open]).values()],
      knows: ({ room, user }) => (decided.has(room) ? open : known).has(user),
    };
  }
}

/** Whether the viewer may know who made a booking. */
type Knows = (booking: Pick<BookingRow, 'room' | 'user'>) => boolean;

interface BookingContext {
  viewer: string;
  room: RoomRow | undefined;
  zone: string;
  decides: Decides;
  knows: Knows;
  now: Date;
}

function bookingView(row: BookingRow, { viewer, room, zone, decides, knows, now }: BookingContext): Booking {
  const own = row.user === viewer;
  const isDecider = room !== undefined && decides(room);
  const isOpen = isActive(row) && row.to > now;
  return {
    ...{ id: row._id, room: row.room, room_title: room?.title ?? row.room_title, time_zone: zone },
    ...((own || knows(row)) && { user: row.user }),
    ...{ from: row.from.toISOString(), to: row.to.toISOString(), state: row.state, own },
    ...((own || isDecider) && { description: row.description, series: row.series }),
    can_cancel: isOpen && room !== undefined && (isDecider || (own && isWithinDelay(row, room, now))),
    can_check_in: own && room !== undefined && row.checked_in === undefined && canCheckIn(row, room, now),
    checked_in: row.checked_in !== undefined,
    created: row.created.toISOString(),
  };
}
