import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { cancelBooking, confirmBooking, moveBooking, rejectBooking } from '@paddock/contract/calls/bookings';
import { holdSlots } from '@paddock/contract/calls/rooms';
import { hourMs } from '@paddock/contract/core/durations';
import { report, times } from '../../../test/proofs.js';
import { addRoom, book, roomAdmin, roomMember } from '../../../test/rooms-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { slotMs } from './room-times.js';

const writers = 50;
const steps = times(250, 100_000);

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
});
afterAll(() => services.close());

interface Booking {
  _id: string;
  room: string;
  from: Date;
  to: Date;
  state: string;
}

/** Compares bookings and slots in both directions. */
async function compare(rooms: readonly string[]) {
  const { connection } = services.get(Mongo);
  const active = await connection
    .collection<Booking>('bookings')
    .find({ room: { $in: [...rooms] }, state: { $in: ['pending', 'confirmed'] } })
    .toArray();
  const slots = await connection
    .collection<{ _id: string; room: string; start: Date; booking: string }>('room_slots')
    .find({ room: { $in: [...rooms] }, booking: { $exists: true } })
    .toArray();
  const slotsOf = ({ _id, room, from, to }: Booking) =>
    Array.from({ length: (+to - +from) / slotMs }, (_, index) => `${room} ${+from + index * slotMs} ${_id}`);
  const expected = active.flatMap(slotsOf);
  const places = expected.map((slot) => slot.slice(0, slot.lastIndexOf(' ')));
  expect(new Set(places).size).toBe(places.length);
  expect(slots.map(({ room, start, booking }) => `${room} ${+start} ${booking}`).sort()).toEqual(expected.sort());
  return { active, slots: slots.length };
}

it(
  `keeps bookings and slots equal through ${steps} random bookings, holds, moves, decisions and cancellations of ${writers} writers`,
  async () => {
    const admin = await roomAdmin(services);
    const members = await Promise.all(Array.from({ length: writers }, () => roomMember(services)));
    const rooms = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        addRoom(services, admin, { admin_confirmation_required: index % 2 === 0 }),
      ),
    );
    const random = (count: number) => Math.floor(Math.random() * count);
    const midnight = new Date().setUTCHours(24, 0, 0, 0);
    const period = () => {
      const from = midnight + 7 * 2 * slotMs + random(4) * 48 * slotMs + random(26) * slotMs;
      return { from: new Date(from).toISOString(), to: new Date(from + (1 + random(3)) * slotMs).toISOString() };
    };
    const held = new Set<string>();
    const counts = { booked: 0, refused: 0, moved: 0, ended: 0, decided: 0 };
    let step = 0;
    const write = async (as: TestMember) => {
      const own: string[] = [];
      while (step++ < steps) {
        const { id } = rooms[random(rooms.length)]!;
        const at = random(own.length);
        const kind = own.length === 0 ? 0 : random(10);
        if (kind < 4) {
          if (random(4) === 0) await services.call(holdSlots, { id, ...period() }, { as });
          const { status, body } = await book(services, as, { id, ...period(), client_id: randomUUID() });
          if (status === 200) {
            own.push(body.booking.id);
            held.add(body.booking.id);
          }
          counts[status === 200 ? 'booked' : 'refused'] += 1;
        } else if (kind < 6) {
          const { status } = await services.call(moveBooking, { id: own[at]!, ...period() }, { as });
          counts[status === 200 ? 'moved' : 'refused'] += 1;
        } else if (kind < 8) {
          const [booking] = own.splice(at, 1);
          // The owner cancels while an admin decides: one outcome.
          const [, rejected] = await Promise.all([
            services.call(cancelBooking, { id: booking! }, { as }),
            services.call(random(2) ? confirmBooking : rejectBooking, { id: booking! }, { as: admin }),
          ]);
          expect([200, 409]).toContain(rejected.status);
          held.delete(booking!);
          counts.ended += 1;
        } else {
          const { status } = await services.call(confirmBooking, { id: own[at]! }, { as: admin });
          expect([200, 404, 409]).toContain(status);
          counts.decided += 1;
        }
      }
    };
    await Promise.all(members.map(write));
    const { active, slots } = await compare(rooms.map(({ id }) => id));
    expect(active.map(({ _id }) => _id).sort()).toEqual([...held].sort());
    expect(counts.booked > 0 && counts.moved > 0 && counts.refused > 0).toBe(true);
    report('random bookings', { steps, writers, ...counts, active: active.length, slots, overlaps: 0, lost: 0 });
  },
  times(120_000, hourMs),
);
