import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  cancelBooking,
  confirmBooking,
  createBookings,
  moveBooking,
  readRepetitions,
} from '@paddock/contract/calls/bookings';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { readRooms } from '@paddock/contract/calls/rooms';
import { mailsTo } from '../../../test/mails.js';
import { notified } from '../../../test/notified.js';
import { addRoom, at, booked, roomAdmin, roomMember } from '../../../test/rooms-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { until } from '../../../test/test-smtp.js';

let services: TestServices;
let admin: TestMember;
let bob: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  [admin, bob] = await Promise.all([roomAdmin(services), roomMember(services)]);
});
afterAll(() => services.close());

const weekly = (weeks: number, from = '10:00', to = '11:00') =>
  Array.from({ length: weeks }, (_, week) => ({ from: at(from, 1 + week * 7), to: at(to, 1 + week * 7) }));
const bookAll = (as: TestMember, id: string, periods: { from: string; to: string }[], client_id = randomUUID()) =>
  services.call(createBookings, { id, periods, client_id, description: 'Weekly' }, { as });
const own = async (as: TestMember) => (await services.call(readRooms, {}, { as })).body.bookings;

describe('a weekly repetition', () => {
  it('shows which weeks are taken, with the nearest free times of that day', async () => {
    const ann = await roomMember(services);
    const { id } = await addRoom(services, admin);
    await booked(services, bob, { id, from: at('10:30', 8), to: at('11:30', 8) });
    const input = { id, from: at('10:00'), to: at('11:00'), weeks: 3 };
    const { repetitions } = (await services.call(readRepetitions, input, { as: ann })).body;
    expect(repetitions.map(({ free }) => free)).toEqual([true, false, true]);
    expect(repetitions.map(({ from }) => from)).toEqual([at('10:00'), at('10:00', 8), at('10:00', 15)]);
    expect(repetitions[1]!.alternatives.map(({ from }) => from)).toEqual(
      ['09:30', '09:00', '08:30', '11:30', '08:00'].map((time) => at(time, 8)),
    );
    expect(await own(ann)).toEqual([]);
  });

  it('is booked as a whole or not at all, and once for a resend', async () => {
    const ann = await roomMember(services);
    const { id } = await addRoom(services, admin);
    await booked(services, bob, { id, from: at('10:30', 8), to: at('11:30', 8) });
    expect((await bookAll(ann, id, weekly(3))).body.code).toBe('SLOT_TAKEN');
    expect(await own(ann)).toEqual([]);
    const client_id = randomUUID();
    const periods = [weekly(1)[0]!, { from: at('09:00', 8), to: at('10:00', 8) }, weekly(3)[2]!];
    const replies = await Promise.all([bookAll(ann, id, periods, client_id), bookAll(ann, id, periods, client_id)]);
    expect(replies[0].body.bookings).toEqual(replies[1].body.bookings);
    const made = await own(ann);
    expect([made.length, new Set(made.map(({ series }) => series)).size]).toEqual([3, 1]);
  });

  it('refuses one that overlaps itself, and one with a time that cannot be booked', async () => {
    const ann = await roomMember(services);
    const { id } = await addRoom(services, admin);
    const overlapping = [...weekly(1), { from: at('10:30'), to: at('11:30') }];
    expect((await bookAll(ann, id, overlapping)).body.code).toBe('SLOT_TAKEN');
    expect((await bookAll(ann, id, [...weekly(1), { from: at('03:00'), to: at('04:00') }])).body.code).toBe(
      'BOOKING_OUTSIDE_DAY',
    );
    expect(await own(ann)).toEqual([]);
  });

  it('is one invitation, of which one date is moved and the later ones are cancelled', async () => {
    const ann = await roomMember(services);
    const { id } = await addRoom(services, admin);
    const { bookings } = (await bookAll(ann, id, weekly(4))).body;
    await services.call(moveBooking, { id: bookings[1]!.id, from: at('15:00', 8), to: at('16:00', 8) }, { as: ann });
    await services.call(cancelBooking, { id: bookings[2]!.id, series: true }, { as: ann });
    await notified(services, {
      booking_made: ['BookingMade', 'BookingMoved'],
      booking_withdrawn: ['BookingsEnded'],
    });
    const mails = (await mailsTo(services, ann.row.email)).map(({ calendar }) => calendar!);
    expect(mails.map(({ method }) => method)).toEqual(['REQUEST', 'REQUEST', 'CANCEL']);
    const uids = mails.flatMap(({ file }) => file.match(/UID:\S+/g)!);
    expect([uids.length, new Set(uids).size]).toEqual([4, 1]);
    const count = (index: number, property: RegExp) => mails[index]!.file.match(property)?.length ?? 0;
    expect([count(0, /^RDATE/gm), count(1, /^RECURRENCE-ID/gm), count(2, /^RECURRENCE-ID/gm)]).toEqual([3, 1, 2]);
    expect((await own(ann)).map(({ from }) => from)).toEqual([at('10:00'), at('15:00', 8)]);
  });

  it('is one request to the admins, which ends with the decision on its last date', async () => {
    const [ann, decider] = [await roomMember(services), await roomAdmin(services)];
    const { id } = await addRoom(services, admin, { admin_confirmation_required: true });
    const { bookings } = (await bookAll(ann, id, weekly(2))).body;
    await notified(services, { booking_requested: ['BookingMade', 'BookingMoved'] });
    const requests = async () =>
      (await services.call(readNotifications, {}, { as: decider })).body.notifications.filter(
        ({ kind, address }) => kind === 'booking_requested' && address?.includes(id),
      ).length;
    expect(await requests()).toBe(1);
    await services.call(confirmBooking, { id: bookings[0]!.id }, { as: decider });
    await notified(services, { booking_confirmed: ['BookingConfirmed'] });
    expect(await requests()).toBe(1);
    await services.call(confirmBooking, { id: bookings[1]!.id }, { as: decider });
    await until(async () => (await requests()) === 0);
  });
});
