import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  cancelBooking,
  checkInBooking,
  confirmBooking,
  createBookings,
  moveBooking,
  readRepetitions,
  rejectBooking,
  verifyBooking,
} from '@paddock/contract/calls/bookings';
import {
  deleteRoom,
  holdSlots,
  readDisplayAddress,
  readRoom,
  readRoomRemoval,
  readRooms,
  readRoomsWeek,
  releaseSlots,
  revokeDisplayAddress,
  updateRoom,
} from '@paddock/contract/calls/rooms';
import { mailTo } from '../../../test/mails.js';
import { addRoom, at, book, booked, roomAdmin, roomMember } from '../../../test/rooms-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { underFlags } from '../../../test/under-flags.js';

let services: TestServices;
let admin: TestMember;
let ann: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  [admin, ann] = await Promise.all([roomAdmin(services), roomMember(services)]);
});
afterAll(() => services.close());

const day = at('00:00').slice(0, 10);
const hour = { from: at('10:00'), to: at('11:00') };
const heldIn = async (room: string, as: TestMember) => {
  const { slots } = (await services.call(readRoom, { id: room, day }, { as })).body;
  return slots.filter(({ held }) => held !== undefined).length;
};

describe('a resend', () => {
  it('with another room is answered with the first booking and its own room', async () => {
    const [one, two] = [await addRoom(services, admin), await addRoom(services, admin)];
    const client_id = randomUUID();
    const first = (await book(services, ann, { id: one.id, client_id, ...hour })).body;
    const { body } = await book(services, ann, { id: two.id, client_id, from: at('12:00'), to: at('13:00') });
    expect([body.booking, body.room.id]).toEqual([first.booking, one.id]);
    const series = { id: two.id, client_id, periods: [hour] };
    const again = (await services.call(createBookings, series, { as: ann })).body.bookings;
    expect(again).toEqual([first.booking]);
    expect((await services.call(readRoom, { id: two.id, day }, { as: ann })).body.room.bookings).toEqual([]);
  });

  it('of another member is a booking of its own', async () => {
    const { id } = await addRoom(services, admin);
    const [bob, client_id] = [await roomMember(services), randomUUID()];
    const first = (await book(services, ann, { id, client_id, ...hour })).body.booking;
    expect((await book(services, bob, { id, client_id, ...hour })).body.code).toBe('SLOT_TAKEN');
    const { booking } = (await book(services, bob, { id, client_id, from: at('12:00'), to: at('13:00') })).body;
    expect([booking.id === first.id, booking.user]).toEqual([false, bob.id]);
  });
});

describe('holds of one member', () => {
  it('are one selection, also when many rooms are held at the same time', async () => {
    const cat = await roomMember(services);
    const rooms = await Promise.all(Array.from({ length: 8 }, () => addRoom(services, admin)));
    await Promise.all(rooms.map(({ id }) => services.call(holdSlots, { id, ...hour }, { as: cat })));
    const held = await Promise.all(rooms.map(({ id }) => heldIn(id, ann)));
    expect(held.filter((slots) => slots > 0)).toEqual([2]);
  });

  it('cannot be released by another member', async () => {
    const [cat, { id }] = [await roomMember(services), await addRoom(services, admin)];
    await services.call(holdSlots, { id, ...hour }, { as: cat });
    await services.call(releaseSlots, { id }, { as: ann });
    expect([await heldIn(id, ann), (await book(services, ann, { id, ...hour })).body.code]).toEqual([2, 'SLOT_TAKEN']);
  });
});

describe('a series of periods that differ in length', () => {
  it('has each with its own end in the invitation', async () => {
    const cat = await roomMember(services);
    const room = await addRoom(services, admin);
    const periods = [hour, { from: at('10:00', 8), to: at('12:30', 8) }];
    const made = await services.call(createBookings, { id: room.id, client_id: randomUUID(), periods }, { as: cat });
    expect(made.status).toBe(200);
    const { file } = (await mailTo(services, cat.row.email, room.title)).calendar!;
    for (const { to } of periods)
      expect(file).toMatch(new RegExp(`DTEND[^\r\n]*:${to.slice(0, 19).replace(/[-:]/g, '')}`));
  });

  it('overlapping or of too many periods books nothing', async () => {
    const { id } = await addRoom(services, admin);
    const make = async (periods: object) =>
      (await services.call(createBookings, { id, client_id: randomUUID(), periods } as never, { as: ann })).body.code;
    expect(await make([hour, { from: at('10:30'), to: at('11:30') }])).toBe('SLOT_TAKEN');
    for (const periods of [
      Array.from({ length: 1000 }, () => hour),
      { 0: hour, length: 1 },
      [{ ...hour, user: ann.id }],
      [null],
      [{ from: Number.NaN, to: [hour.to] }],
      [{ from: -1, to: hour.to, __proto__: null }],
    ])
      expect(await make(periods)).toMatch(/^(INVALID_INPUT|BOOKING_TOO_LONG)$/);
    expect((await services.call(readRoom, { id, day }, { as: ann })).body.room.bookings).toEqual([]);
  });
});

describe('a member who no longer fits rooms_tab.limited_access', () => {
  it('is refused by each call, also for an own booking and as the owner of the group', async () => {
    const group = (await services.group(ann))._id;
    const { id } = await addRoom(services, admin, { group, admin_confirmation_required: true, check_in_minutes: 5 });
    const booking = (await booked(services, ann, { id, ...hour })).id;
    const rooms_tab = { limited_access: { company: 'Apex' } };
    await underFlags(services, 'motorsport', { rooms_tab }, async () => {
      const as = { as: ann };
      const replies = [
        await services.call(readRooms, {}, as),
        await services.call(readRoomsWeek, {}, as),
        await services.call(readRoom, { id }, as),
        await services.call(readRoomRemoval, { id }, as),
        await services.call(updateRoom, { id, title: 'Mine' }, as),
        await services.call(deleteRoom, { id }, as),
        await services.call(holdSlots, { id, from: at('12:00'), to: at('13:00') }, as),
        await services.call(releaseSlots, { id }, as),
        await services.call(readDisplayAddress, { id }, as),
        await services.call(revokeDisplayAddress, { id }, as),
        await services.call(readRepetitions, { id, ...hour, weeks: 2 }, as),
        await book(services, ann, { id, ...hour }),
        await services.call(createBookings, { id, client_id: randomUUID(), periods: [hour] }, as),
        await services.call(moveBooking, { id: booking, ...hour }, as),
        await services.call(cancelBooking, { id: booking }, as),
        await services.call(checkInBooking, { id: booking }, as),
        await services.call(verifyBooking, { id: booking }, as),
        await services.call(confirmBooking, { id: booking }, as),
        await services.call(rejectBooking, { id: booking }, as),
      ];
      expect(replies.map(({ status, body }) => [status, body.code])).toEqual(replies.map(() => [403, 'FORBIDDEN']));
    });
    const { bookings } = (await services.call(readRooms, {}, { as: ann })).body;
    expect(bookings.find((one) => one.id === booking)?.state).toBe('pending');
  });
});

describe('a day by an unusual clock', () => {
  it.each([
    ['Pacific/Apia', '2011-12-30', 0],
    ['Pacific/Apia', '2011-12-31', 28],
    ['Australia/Lord_Howe', '2026-10-04', 28],
    ['Asia/Kathmandu', '2026-03-10', 28],
  ])('%s has its slots on %s: %p', async (time_zone, date, slots) => {
    const { id } = await addRoom(services, admin, { time_zone });
    const reply = await services.call(readRoom, { id, day: date }, { as: ann });
    expect([reply.status, reply.body.slots?.length]).toEqual([200, slots]);
    expect((await services.call(readRoomsWeek, { day: date }, { as: ann })).status).toBe(200);
  });
});

describe('a change of a room at the same time as a booking', () => {
  it('leaves no booking off the grid of the new zone, and none of a deleted room', async () => {
    for (let run = 0; run < 5; run += 1) {
      const { id } = await addRoom(services, admin);
      const [made, changed] = await Promise.all([
        book(services, ann, { id, ...hour }),
        services.call(updateRoom, { id, time_zone: 'Asia/Kathmandu' }, { as: admin }),
      ]);
      expect([made.status, changed.status].filter((status) => status === 200)).toHaveLength(1);
      await Promise.all([
        book(services, ann, { id, from: at('03:15', 3), to: at('04:15', 3) }),
        services.call(holdSlots, { id, from: at('05:15', 3), to: at('06:15', 3) }, { as: admin }),
        services.call(deleteRoom, { id }, { as: admin }),
      ]);
      const { bookings } = (await services.call(readRooms, {}, { as: ann })).body;
      expect(bookings.filter(({ room }) => room === id)).toEqual([]);
    }
  });
});

describe('moves without an end', () => {
  it('of a request are refused before they flood those who decide with mails', async () => {
    const limited = await startTestServices({ SERVICES: 'account,rooms' });
    try {
      const [chief, cat] = [await roomAdmin(limited), await roomMember(limited)];
      const { id } = await addRoom(limited, chief);
      const booking = (await booked(limited, cat, { id, ...hour })).id;
      const move = async (days: number) => {
        const period = { from: at('10:00', 1 + days), to: at('11:00', 1 + days) };
        return (await limited.call(moveBooking, { id: booking, ...period }, { as: cat })).status;
      };
      for (let made = 1; made <= 60; made += 1) expect(await move(made)).toBe(200);
      expect(await move(1)).toBe(429);
    } finally {
      await limited.close();
    }
  });
});
