import { Injectable } from '@nestjs/common';
import { type createRoom, type Room, type RoomForm, roomForm, type updateRoom } from '@paddock/contract/calls/rooms';
import type { CallArguments } from '@paddock/contract/core/call';
import { everybodyGroupId } from '@paddock/contract/calls/groups';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { FilesService } from '../../community/files/files.service.js';
import { parseForm } from '../../infrastructure/calls/parse-form.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { once } from '../../infrastructure/idempotency/once.js';
import { KeyedMutex } from '../../infrastructure/mongo/keyed-mutex.js';
import { newId } from '../../infrastructure/mongo/row.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { BookingRepository } from './booking.repository.js';
import { RoomAccess } from './room-access.js';
import { lockOf, lockOfRooms } from './room-locks.js';
import { type RoomFields, RoomRepository } from './room.repository.js';
import type { RoomRow } from './room.schema.js';
import { RoomViews } from './room-views.js';

type Reply = Promise<{ room: Room }>;

/** Adds and changes rooms. The permission of each call checks the role. */
@Injectable()
export class RoomWriter {
  constructor(
    private readonly rooms: RoomRepository,
    private readonly bookings: BookingRepository,
    private readonly access: RoomAccess,
    private readonly views: RoomViews,
    private readonly groups: ConversationRepository,
    private readonly files: FilesService,
    private readonly mutex: KeyedMutex,
    private readonly outbox: Outbox,
  ) {}

  /** A resend returns the first room. @throws CONFLICT for a room too many */
  async create(caller: SignedInCaller, { client_id, ...given }: CallArguments<typeof createRoom>): Reply {
    const { tenant, user } = caller;
    this.views.checkEdit(caller);
    const { row } = await once(
      () => this.rooms.byClientId(tenant, user._id, client_id),
      async () => {
        const { image_urls = [], ...form } = checked(given);
        await this.checkGroup(caller, form.group);
        return this.mutex.transaction(lockOfRooms(tenant), async (session) => {
          // The same request at the same time has attached the files by now.
          const first = await this.rooms.byClientId(tenant, user._id, client_id, { session });
          if (first) return first;
          if (await this.rooms.isFull(tenant)) throw new PaddockError('CONFLICT');
          const _id = newId();
          const pictures = { session, imagesOnly: true, known: [] };
          const images = await this.files.attach(tenant, user._id, image_urls, { kind: 'room', id: _id }, pictures);
          await this.outbox.add(session, { kind: 'RoomsChanged', tenant });
          const fields = { ...present(fieldsOf(form)), images, display_version: 0, turns: 0 };
          return this.rooms.add(tenant, { _id, ...fields, author: user._id, client_id }, { session });
        });
      },
    );
    return { room: await this.view(caller, row) };
  }

  /** @throws ROOM_NOT_FOUND, FORBIDDEN, GROUP_NOT_FOUND, CONFLICT for another zone while bookings are to come */
  async update(
    caller: SignedInCaller,
    { id, remove_fields = [], ...changes }: CallArguments<typeof updateRoom>,
  ): Reply {
    const { tenant, user } = caller;
    this.views.checkEdit(caller);
    const { before, after } = await this.mutex.transaction(lockOf(id), async (session) => {
      const row = await this.rooms.takeTurn(tenant, id, { session });
      if (!row) throw new PaddockError('ROOM_NOT_FOUND');
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      const removed = new Set<string>(remove_fields);
      const kept = Object.entries(formOf(row)).filter(([name, value]) => value !== undefined && !removed.has(name));
      const { image_urls, ...form } = checked(Object.fromEntries([...kept, ...given]));
      if (form.group !== undefined && form.group !== row.group) await this.checkGroup(caller, form.group);
      await this.checkZone(caller, row, form, { session });
      const pictures = { session, imagesOnly: true, known: row.images };
      const images = image_urls
        ? await this.files.attach(tenant, user._id, image_urls, { kind: 'room', id }, pictures)
        : removed.has('image_urls')
          ? []
          : row.images;
      const fields = { ...fieldsOf(form, row), images };
      const changed = await this.rooms.update(tenant, id, fields, { session });
      if (!changed) throw new PaddockError('ROOM_NOT_FOUND');
      await this.outbox.add(session, { kind: 'RoomsChanged', tenant });
      return { before: row, after: changed };
    });
    for (const file of before.images) if (!after.images.includes(file)) await this.files.delete(tenant, file);
    return { room: await this.view(caller, after) };
  }

  private async view(caller: SignedInCaller, row: RoomRow): Promise<Room> {
    return (await this.views.of(caller, [row], [])).rooms[0]!;
  }

  /** @throws GROUP_NOT_FOUND */
  private async checkGroup({ tenant }: SignedInCaller, id: string | undefined): Promise<void> {
    if (id === undefined) return;
    const group = await this.groups.headById(tenant, id);
    if (group?.kind !== 'group') throw new PaddockError('GROUP_NOT_FOUND', { fields: { group: 'GROUP_NOT_FOUND' } });
  }

  /** @throws CONFLICT */
  private async checkZone(
    { tenant }: SignedInCaller,
    row: RoomRow,
    { time_zone }: Pick<RoomForm, 'time_zone'>,
    options: InSession,
  ): Promise<void> {
    const zoneOf = (room: { time_zone?: string }) => this.access.clockOf(tenant, room).zone;
    if (zoneOf(row) === zoneOf(time_zone === undefined ? {} : { time_zone })) return;
    const coming = await this.bookings.comingOfRoom(tenant, row._id, new Date(), options);
    if (coming.length > 0) throw new PaddockError('CONFLICT', { fields: { time_zone: 'CONFLICT' } });
  }
}

/** @throws TOO_MANY_FILES or INVALID_INPUT, each with the fields */
function checked(given: object): RoomForm {
  const { group, ...form } = parseForm(roomForm, given, ['TOO_MANY_FILES']);
  // The everybody group has no owners.
  return { ...form, ...(group !== undefined && group !== everybodyGroupId && { group }) };
}

/** The form's fields that a room has now; its pictures stay unless the caller names others. */
function formOf({ title, desc, capacity, equipment, door_code, url, city, building, price, ...row }: RoomRow) {
  const { cancellation_delay, admin_confirmation_required, check_in_minutes, group, time_zone } = row;
  return {
    ...{ title, desc, capacity, equipment, door_code, url, city, building, price, group, time_zone },
    ...{ cancellation_delay, admin_confirmation_required, check_in_minutes },
  };
}

/** A form as it is stored: a text that is missing is empty, and bookings may be cancelled at any time unless it says otherwise. */
function fieldsOf(form: RoomForm, before?: RoomRow) {
  const { title, desc = '', equipment = '', door_code = '', url = '', city = '', building = '', price = '' } = form;
  const { capacity, group, time_zone } = form;
  const { cancellation_delay = -1, admin_confirmation_required = false, check_in_minutes = 0 } = form;
  const since = before && before.check_in_minutes > 0 ? before.check_in_since : new Date();
  return {
    ...{ title, desc, equipment, door_code, url, city, building, price, capacity, group, time_zone },
    ...{ cancellation_delay, admin_confirmation_required, check_in_minutes },
    check_in_since: check_in_minutes > 0 ? since : undefined,
  };
}

function present(fields: ReturnType<typeof fieldsOf>): Omit<RoomFields, 'images'> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
