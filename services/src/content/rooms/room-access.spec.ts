import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blockMember, updateProfile } from '@paddock/contract/calls/profiles';
import {
  createRoom,
  readDisplay,
  readDisplayAddress,
  readRoom,
  revokeDisplayAddress,
} from '@paddock/contract/calls/rooms';
import { adminOf, hq } from '../../../test/permission-tables.js';
import { addRoom, at, book, booked, roomAdmin, roomMember } from '../../../test/rooms-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';

let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,people,rooms', RATE_LIMITS: 'off' });
  admin = await roomAdmin(services);
});
afterAll(() => services.close());

const day = at('00:00').slice(0, 10);
const bookingOf = async (as: TestMember, id: string) => {
  const { room, users } = (await services.call(readRoom, { id, day }, { as })).body;
  return { ...room.bookings[0]!, cards: users.map((user) => user.id) };
};
/** Moves a booking to where time has brought it. */
const setTimes = (id: string, fromMs: number, toMs: number) =>
  services
    .get(Mongo)
    .connection.collection<{ _id: string }>('bookings')
    .updateOne({ _id: id }, { $set: { from: new Date(Date.now() + fromMs), to: new Date(Date.now() + toMs) } });

describe('rooms_tab.limited_access', () => {
  it.each([
    [{ user_type: 'Driver' }, 200],
    [{ user_type: 'Other' }, 403],
  ])('lets members with %j in: %p', async (fields: Record<string, string>, status) => {
    const { id } = await addRoom(services, admin);
    const as = await services.member({ fields });
    const replies = [
      await services.call(readRoom, { id }, { as }),
      await book(services, as, { id, from: at('10:00'), to: at('11:00') }),
    ];
    expect(replies.map((reply) => reply.status)).toEqual([status, status]);
  });

  it('lets a member in by an admin’s change of the field, not by their own', async () => {
    const { id } = await addRoom(services, admin);
    const ann = await services.member({ fields: { user_type: 'Other' } });
    const fields = { user_type: 'Team Owner' };
    const enter = async () => (await services.call(readRoom, { id }, { as: ann })).status;
    const own = (await services.call(updateProfile, { id: ann.id, fields }, { as: ann })).body;
    expect([own.code, own.fields, await enter()]).toEqual(['FORBIDDEN', { user_type: 'FORBIDDEN' }, 403]);
    expect((await services.call(updateProfile, { id: ann.id, fields }, { as: admin })).status).toBe(200);
    expect(await enter()).toBe(200);
  });
});

describe('a booking of a member whom the viewer does not see', () => {
  it('across a block is booked without a name, but not for those who decide', async () => {
    const [ann, bob] = [await roomMember(services), await roomMember(services)];
    const { id } = await addRoom(services, admin);
    await booked(services, ann, { id, from: at('10:00'), to: at('11:00'), description: 'Secret' });
    expect((await bookingOf(bob, id)).user).toBe(ann.id);
    await services.call(blockMember, { id: bob.id }, { as: ann });
    const seen = await bookingOf(bob, id);
    expect([seen.user, seen.description, seen.cards]).toEqual([undefined, undefined, []]);
    const decided = await bookingOf(admin, id);
    expect([decided.user, decided.description]).toEqual([ann.id, 'Secret']);
  });

  it('under can_only_view_users_in_my_groups has no name without a shared group', async () => {
    const [ann, bob, cat] = await Promise.all([1, 2, 3].map(() => services.member(hq)));
    const chief = await services.member({ ...hq, ...adminOf('hq') });
    await services.group(ann!, [cat!]);
    const { body } = await services.call(createRoom, { client_id: randomUUID(), title: 'Weir' }, { as: chief });
    const { id } = body.room;
    await booked(services, ann!, { id, from: at('10:00'), to: at('11:00') });
    const names = await Promise.all([bob!, cat!, chief, ann!].map(async (as) => (await bookingOf(as, id)).user));
    expect(names).toEqual([undefined, ann!.id, ann!.id, ann!.id]);
  });
});

describe('the door code', () => {
  it('is for those who decide, and for a member from 15 minutes before a confirmed booking to its end', async () => {
    const [ann, bob] = [await roomMember(services), await roomMember(services)];
    const { id } = await addRoom(services, admin, { door_code: '4711' });
    const booking = await booked(services, ann, { id, from: at('10:00'), to: at('11:00') });
    const code = async (as: TestMember) => (await services.call(readRoom, { id }, { as })).body.room.door_code;
    const minute = 60_000;
    expect([await code(admin), await code(ann), await code(bob)]).toEqual(['4711', undefined, undefined]);
    await setTimes(booking.id, 16 * minute, 46 * minute);
    expect(await code(ann)).toBeUndefined();
    await setTimes(booking.id, 14 * minute, 44 * minute);
    expect([await code(ann), await code(bob)]).toEqual(['4711', undefined]);
    await setTimes(booking.id, -31 * minute, -minute);
    expect(await code(ann)).toBeUndefined();
  });
});

describe('the wall display', () => {
  it('shows today’s bookings to its address until that is revoked, and no comment', async () => {
    const ann = await roomMember(services);
    const { id } = await addRoom(services, admin);
    const booking = await booked(services, ann, { id, from: at('10:00'), to: at('11:00'), description: 'Secret' });
    await setTimes(booking.id, -60_000, 60_000);
    const { address } = (await services.call(readDisplayAddress, { id }, { as: admin })).body;
    const token = address.split('/').at(-1)!;
    const show = (room = id, display_token = token) => services.call(readDisplay, { id: room, display_token });
    const { body } = await show();
    expect(address).toBe(`/display/${id}/${token}`);
    expect(body.bookings).toMatchObject([{ name: ann.row.fullname }]);
    expect(JSON.stringify(body)).not.toContain('Secret');
    const other = await addRoom(services, admin);
    const [elsewhere, altered] = [await show(other.id), await show(id, token.replace('~0~', '~1~'))];
    expect([elsewhere.body.code, altered.body.code]).toEqual(['LINK_INVALID', 'LINK_INVALID']);
    const next = (await services.call(revokeDisplayAddress, { id }, { as: admin })).body.address;
    expect((await show()).body.code).toBe('LINK_INVALID');
    expect((await show(id, next.split('/').at(-1))).status).toBe(200);
  });
});
