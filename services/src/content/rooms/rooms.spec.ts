import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { cancelBooking } from '@paddock/contract/calls/bookings';
import {
  createRoom,
  deleteRoom,
  readRoom,
  readRoomRemoval,
  readRooms,
  readRoomsWeek,
  updateRoom,
} from '@paddock/contract/calls/rooms';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { addRoom, at, book, booked, roomAdmin, roomMember } from '../../../test/rooms-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';
import { uploadPicture } from '../../../test/upload-picture.js';

let services: TestServices;
let admin: TestMember;
let ann: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  [admin, ann] = await Promise.all([roomAdmin(services), roomMember(services)]);
});
afterAll(() => services.close());

const create = (fields: object, as = admin) =>
  services.call(createRoom, { client_id: randomUUID(), title: 'Simulator', ...fields }, { as });
const read = async (id: string, as = ann) => (await services.call(readRoom, { id }, { as })).body.room;

describe('a room', () => {
  it('has all its fields, also for the names of the specification', async () => {
    const fields = {
      ...{ desc: 'Full motion.\nBook early.', capacity: 2, equipment: 'Rig, screens', door_code: '4711' },
      ...{ url: 'https://maps.example/x', city: 'Stavelot', building: 'Pit building', price: '12.00 EUR' },
      ...{
        cancellation_delay: 48,
        admin_confirmation_required: true,
        check_in_minutes: 15,
        time_zone: 'Asia/Kathmandu',
      },
    };
    const { body } = await create(fields);
    const { door_code: _, ...open } = fields;
    expect(body.room).toMatchObject({ ...fields, title: 'Simulator', start_hour: 7, end_hour: 21, can_edit: true });
    const seen = await read(body.room.id);
    expect(seen).toMatchObject({ ...open, can_edit: false, can_decide: false });
    expect('door_code' in seen).toBe(false);
  });

  it('is created once for a resend', async () => {
    const client_id = randomUUID();
    const [one, two] = await Promise.all([create({ client_id }), create({ client_id, title: 'Other' })]);
    expect(one.body.room.id).toBe(two.body.room.id);
  });

  it.each([
    [{ title: ' ' }, { title: 'title_REQUIRED' }],
    [{ title: 'x'.repeat(141) }, { title: 'title_LENGTH_PATTERN' }],
    [{ title: 'a\u202eb' }, { title: 'title_INVALID_PATTERN' }],
    [{ desc: 'x'.repeat(251) }, { desc: 'desc_LENGTH_PATTERN' }],
    [{ url: `https://x.example/${'x'.repeat(140)}` }, { url: 'url_LENGTH_PATTERN' }],
    [{ url: 'javascript:alert(1)' }, { url: 'url_INVALID_PATTERN' }],
    [{ price: 'x'.repeat(141) }, { price: 'price_LENGTH_PATTERN' }],
    [{ capacity: 0 }, { capacity: 'capacity_LENGTH_PATTERN' }],
    [{ capacity: 1.5 }, { capacity: 'capacity_INVALID_PATTERN' }],
    [{ cancellation_delay: -2 }, { cancellation_delay: 'cancellation_delay_LENGTH_PATTERN' }],
    [{ check_in_minutes: 121 }, { check_in_minutes: 'check_in_minutes_LENGTH_PATTERN' }],
    [{ time_zone: '+02:00' }, { time_zone: 'time_zone_INVALID_PATTERN' }],
    [{ group: 'ffffffffffffffffffffffff' }, { group: 'GROUP_NOT_FOUND' }],
    [{ image_urls: Array.from({ length: 7 }, () => 'x') }, { image_urls: 'TOO_MANY_FILES' }],
  ])('refuses %j', async (fields, codes) => {
    expect((await create(fields)).body.fields).toEqual(codes);
  });

  it('keeps absent fields at an update and drops those of remove_fields, also as JSON', async () => {
    const room = await addRoom(services, admin, {
      desc: 'Wet',
      capacity: 3,
      city: 'Spa',
      price: '1',
      cancellation_delay: 24,
    });
    const update = (fields: object) => services.call(updateRoom, { id: room.id, ...fields }, { as: admin });
    await update({ city: 'Stavelot', remove_fields: ['desc'] });
    expect(await read(room.id)).toMatchObject({ desc: '', capacity: 3, city: 'Stavelot', cancellation_delay: 24 });
    await update({ remove_fields: '["capacity","price"]' });
    const after = await read(room.id);
    expect([after.capacity, after.price, after.title]).toEqual([undefined, '', room.title]);
    expect((await update({ remove_fields: ['title'] })).body.fields).toEqual({
      remove_fields: 'remove_fields_INVALID_PATTERN',
    });
    expect((await update({ remove_fields: '{' })).body.fields).toEqual({
      remove_fields: 'remove_fields_INVALID_PATTERN',
    });
  });

  it('has a group until an update takes it away, by remove_fields or as the everybody group', async () => {
    const group = (await services.group(admin))._id;
    const room = await addRoom(services, admin, { group });
    expect([room.group, (await addRoom(services, admin, { group: '0' })).group]).toEqual([group, undefined]);
    const update = async (fields: object) =>
      (await services.call(updateRoom, { id: room.id, ...fields }, { as: admin })).body.room.group;
    expect(await update({ title: 'Kept' })).toBe(group);
    expect(await update({ group: '0' })).toBeUndefined();
    expect([await update({ group }), await update({ remove_fields: ['group'] })]).toEqual([group, undefined]);
  });

  it('shows its pictures to members who may use the rooms, and to no other', async () => {
    const path = await uploadPicture(services, admin);
    const { body } = await create({ image_urls: [path] });
    const [picture] = (await read(body.room.id)).image_urls;
    expect((await services.request('GET', picture!)).status).toBe(200);
    const other = await services.member({ fields: { user_type: 'Other' } });
    expect((await services.call(readRoom, { id: body.room.id }, { as: other })).body.code).toBe('FORBIDDEN');
    const again = await services.call(updateRoom, { id: body.room.id, image_urls: [picture!] }, { as: admin });
    expect(again.body.room.image_urls).toHaveLength(1);
    const stolen = await services.call(
      createRoom,
      { client_id: randomUUID(), title: 'B', image_urls: [picture!] },
      { as: admin },
    );
    expect(stolen.body.code).toBe('FILE_NOT_FOUND');
  });

  it('keeps its zone while bookings are to come', async () => {
    const { id } = await addRoom(services, admin);
    const own = await booked(services, ann, { id, from: at('10:00'), to: at('11:00') });
    const zone = (time_zone: string) => services.call(updateRoom, { id, time_zone }, { as: admin });
    expect((await zone('Asia/Kathmandu')).body.code).toBe('CONFLICT');
    expect((await zone('UTC')).status).toBe(200);
    await services.call(cancelBooking, { id: own.id }, { as: ann });
    expect((await zone('Asia/Kathmandu')).status).toBe(200);
  });

  it('says what its deletion cancels, and cancels it', async () => {
    const { id } = await addRoom(services, admin);
    for (const from of ['10:00', '12:00'])
      await booked(services, ann, { id, from: at(from), to: at(from.replace(':00', ':30')) });
    const { body } = await services.call(readRoomRemoval, { id }, { as: admin });
    expect(body).toMatchObject({ bookings: 2, members: 1 });
    expect((await services.call(deleteRoom, { id }, { as: admin })).status).toBe(200);
    expect((await services.call(readRooms, {}, { as: ann })).body.bookings.filter(({ room }) => room === id)).toEqual(
      [],
    );
    expect((await services.call(readRoom, { id }, { as: ann })).body.code).toBe('ROOM_NOT_FOUND');
    expect((await book(services, ann, { id, from: at('14:00'), to: at('15:00') })).body.code).toBe('ROOM_NOT_FOUND');
  });

  it('is not changed by admins under rooms_tab.disable_admin_edit', async () => {
    const { id } = await addRoom(services, admin);
    await underFlags(services, 'motorsport', { rooms_tab: { disable_admin_edit: true } }, async () => {
      const replies = [
        await create({}),
        await services.call(updateRoom, { id, title: 'B' }, { as: admin }),
        await services.call(deleteRoom, { id }, { as: admin }),
      ];
      expect(replies.map(({ body }) => body.code)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
      const seen = await read(id, admin);
      expect([seen.can_edit, seen.can_decide]).toEqual([false, true]);
    });
  });
});

describe('the list of a period', () => {
  it('has the rooms in whose bookable day the period is', async () => {
    const [here, far] = [
      await addRoom(services, admin),
      await addRoom(services, admin, { time_zone: 'Asia/Kathmandu' }),
    ];
    const listed = async (from: string, to: string) => {
      const { body } = await services.call(readRooms, { from, to }, { as: ann });
      return [here, far].map(({ id }) => body.rooms.some((room) => room.id === id));
    };
    // The day is from 7 to 21: in UTC, from 01:15 to 15:15 in Kathmandu.
    expect(await listed(at('10:00'), at('11:00'))).toEqual([true, true]);
    expect(await listed(at('07:00'), at('21:00'))).toEqual([true, false]);
    expect(await listed(at('06:30'), at('07:30'))).toEqual([false, true]);
    expect(await listed(at('20:30'), at('21:30'))).toEqual([false, false]);
    expect(await listed(at('21:00'), at('22:00'))).toEqual([false, false]);
    expect(await listed(at('10:00'), at('11:00', 2))).toEqual([false, false]);
    expect(await listed(at('01:15'), at('02:15'))).toEqual([false, true]);
  });
});

describe('the week of all rooms', () => {
  it('has the bookings of seven days by each room’s own clock', async () => {
    const [here, far] = [
      await addRoom(services, admin),
      await addRoom(services, admin, { time_zone: 'Asia/Kathmandu' }),
    ];
    await booked(services, ann, { id: here.id, from: at('20:30', 2), to: at('21:00', 2) });
    // 07:00 of the third day in Kathmandu.
    await booked(services, ann, { id: far.id, from: at('01:15', 3), to: at('01:45', 3) });
    const week = async (day: string) => {
      const { body } = await services.call(readRoomsWeek, { day }, { as: ann });
      return [here, far].map(({ id }) => body.rooms.find((room) => room.id === id)!.bookings.length);
    };
    const day = (days: number) => at('00:00', days).slice(0, 10);
    expect(await week(day(2))).toEqual([1, 1]);
    expect(await week(day(3))).toEqual([0, 1]);
    expect(await week(day(4))).toEqual([0, 0]);
    expect(await week(day(-4))).toEqual([1, 0]);
    await expectNoCollectionScan(services, () => week(day(2)));
  });

  it('and the list of free rooms show each change at once', async () => {
    const { id } = await addRoom(services, admin);
    const day = at('00:00', 2).slice(0, 10);
    const seen = async () => {
      const [week, list] = await Promise.all([
        services.call(readRoomsWeek, { day }, { as: ann }),
        services.call(readRooms, { from: at('10:00', 2), to: at('11:00', 2) }, { as: ann }),
      ]);
      const room = week.body.rooms.find((one) => one.id === id);
      return [room?.title, room?.bookings.length, list.body.rooms.some((one) => one.id === id)];
    };
    const { title } = (await services.call(updateRoom, { id, title: 'Before' }, { as: admin })).body.room;
    expect(await seen()).toEqual([title, 0, true]);
    const own = await booked(services, ann, { id, from: at('10:00', 2), to: at('11:00', 2) });
    expect(await seen()).toEqual([title, 1, false]);
    await services.call(cancelBooking, { id: own.id }, { as: ann });
    await services.call(updateRoom, { id, title: 'After' }, { as: admin });
    expect(await seen()).toEqual(['After', 0, true]);
    await services.call(deleteRoom, { id }, { as: admin });
    expect(await seen()).toEqual([undefined, undefined, false]);
  });
});
