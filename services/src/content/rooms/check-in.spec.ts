import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkInBooking } from '@paddock/contract/calls/bookings';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { readRooms, updateRoom } from '@paddock/contract/calls/rooms';
import { notified } from '../../../test/notified.js';
import { addRoom, at, booked, roomAdmin, roomMember } from '../../../test/rooms-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { BookingRelease } from './booking-release.js';

let services: TestServices;
let admin: TestMember;
let ann: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  [admin, ann] = await Promise.all([roomAdmin(services), roomMember(services)]);
});
afterAll(() => services.close());

const minute = 60_000;
const collection = (name: string) => services.get(Mongo).connection.collection<{ _id: string }>(name);
/** A booking of a room with check-in within ten minutes, `minutes` after its start. */
async function begun(minutes: number, check_in_minutes = 10) {
  const { id } = await addRoom(services, admin, { check_in_minutes });
  const since = new Date(Date.now() - 60 * minute);
  if (check_in_minutes > 0) await collection('rooms').updateOne({ _id: id }, { $set: { check_in_since: since } });
  const booking = await booked(services, ann, { id, from: at('10:00'), to: at('11:00') });
  const from = new Date(Date.now() - minutes * minute);
  const times = { from, to: new Date(+from + 60 * minute) };
  await collection('bookings').updateOne({ _id: booking.id }, { $set: times });
  return { room: id, id: booking.id };
}
const checkIn = (id: string) => services.call(checkInBooking, { id }, { as: ann });
const isOpen = async (id: string) =>
  (await services.call(readRooms, {}, { as: ann })).body.bookings.some((one) => one.id === id);

describe('a check-in', () => {
  it.each([
    [-16, 'FORBIDDEN'],
    [-14, 'ok'],
    [30, 'ok'],
    [61, 'BOOKING_ENDED'],
  ])('%p minutes after the start: %s', async (minutes, code) => {
    const { id } = await begun(minutes);
    const { status, body } = await checkIn(id);
    expect(status === 200 ? 'ok' : body.code).toBe(code);
    if (status === 200) expect([body.booking.checked_in, (await checkIn(id)).status]).toEqual([true, 200]);
  });

  it('does not exist in a room without it', async () => {
    expect((await checkIn((await begun(5, 0)).id)).body.code).toBe('FORBIDDEN');
  });
});

describe(BookingRelease, () => {
  it('frees the slots of a booking without check-in, and notifies its owner', async () => {
    const [late, punctual, early, open] = [await begun(11), await begun(11), await begun(9), await begun(30, 0)];
    await checkIn(punctual.id);
    await services.get(BookingRelease).release();
    await services.get(BookingRelease).release();
    expect(await Promise.all([late, punctual, early, open].map(({ id }) => isOpen(id)))).toEqual([
      false,
      true,
      true,
      true,
    ]);
    expect((await checkIn(late.id)).body.code).toBe('BOOKING_ENDED');
    expect(await collection('room_slots').countDocuments({ booking: late.id })).toBe(0);
    await notified(services, { booking_released: ['BookingsEnded'] });
    const { notifications } = (await services.call(readNotifications, {}, { as: ann })).body;
    expect(notifications.filter(({ kind }) => kind === 'booking_released')).toHaveLength(1);
  });

  it('leaves bookings that began before the room got its check-in', async () => {
    const { room, id } = await begun(30, 0);
    await services.call(updateRoom, { id: room, check_in_minutes: 10 }, { as: admin });
    await services.get(BookingRelease).release();
    expect(await isOpen(id)).toBe(true);
  });
});
