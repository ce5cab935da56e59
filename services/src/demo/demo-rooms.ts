import type { Deployment } from '@paddock/contract/core/deployment';
import { dateAfter, startOfDate } from '@paddock/contract/core/time-zones';
import { zoneOfWorkplace } from '@paddock/contract/core/workplaces';
import { randomUUID } from 'node:crypto';
import type { BookingRow } from '../content/rooms/booking.schema.js';
import type { RoomRow } from '../content/rooms/room.schema.js';
import type { RoomSlotRow } from '../content/rooms/room-slot.schema.js';
import { dateIn, slotMs } from '../content/rooms/room-times.js';
import { dayMs, minuteMs } from '@paddock/contract/core/durations';
import { newId } from '../infrastructure/mongo/row.js';
import type { NewRow } from '../infrastructure/mongo/tenant-repository.js';
import type { UserRow } from '../community/users/user.schema.js';
import type { DemoContent } from './demo-content.js';
import type { DemoPicture } from './demo-picture.js';

export interface DemoRooms {
  rooms: NewRow<RoomRow>[];
  bookings: NewRow<BookingRow>[];
  slots: NewRow<RoomSlotRow>[];
  pictures: DemoPicture[];
}

/** The rooms of each workplace, with bookings around today by the room's clock. The super admin added them. */
export function demoRooms(
  { rooms }: Pick<DemoContent, 'rooms'>,
  config: Pick<Deployment, 'flags' | 'workplaces'>,
  {
    users,
    groups,
    now,
  }: { users: ReadonlyMap<string, NewRow<UserRow>>; groups: ReadonlyMap<string, string>; now: Date },
): { of: (workplace: string) => DemoRooms } {
  const author = [...users.values()].find(({ admin }) => admin)?._id ?? '';
  const made = new Map<string, DemoRooms>();
  for (const { workplace, image, group, bookings, ...fields } of rooms) {
    const own = made.get(workplace) ?? { rooms: [], bookings: [], slots: [], pictures: [] };
    made.set(workplace, own);
    const _id = newId();
    const images: string[] = [];
    const groupId = group === undefined ? undefined : groups.get(group);
    if (group !== undefined && !groupId) throw new Error(`demo content: no group '${group}'`);
    own.rooms.push({
      ...{ _id, ...fields, images, author, client_id: randomUUID(), display_version: 0, turns: 0, created: now },
      ...(groupId !== undefined && { group: groupId }),
      ...(fields.check_in_minutes > 0 && { check_in_since: now }),
    });
    if (image !== undefined)
      own.pictures.push({ file: image, owner: author, of: { kind: 'room', id: _id }, images, address: '' });
    const zone = fields.time_zone ?? zoneOfWorkplace(config, workplace);
    for (const booking of bookings) {
      const row = bookingRow(booking, { _id, title: fields.title, zone, users, now });
      own.bookings.push(row);
      for (let at = +row.from; at < +row.to; at += slotMs)
        own.slots.push({ _id: newId(), room: _id, start: new Date(at), booking: row._id });
    }
  }
  return { of: (workplace) => made.get(workplace) ?? { rooms: [], bookings: [], slots: [], pictures: [] } };
}

function bookingRow(
  { by, day, from: time, minutes, text, pending }: DemoContent['rooms'][number]['bookings'][number],
  room: { _id: string; title: string; zone: string; users: ReadonlyMap<string, NewRow<UserRow>>; now: Date },
): NewRow<BookingRow> {
  const user = room.users.get(by)?._id;
  if (!user) throw new Error(`demo content: no member '${by}' for '${room.title}'`);
  const date = dateAfter(dateIn(+room.now, room.zone), day);
  const [hours = 0, rest = 0] = time.split(':').map(Number);
  const from = new Date(startOfDate(date, room.zone) + (hours * 60 + rest) * minuteMs);
  const to = new Date(+from + minutes * minuteMs);
  return {
    ...{ _id: newId(), room: room._id, room_title: room.title, user, from, to, description: text, place: from },
    ...{ state: pending ? 'pending' : 'confirmed', sequence: 0, client_id: randomUUID(), part: 0 },
    created: new Date(Math.min(+room.now, +from) - dayMs),
  };
}
