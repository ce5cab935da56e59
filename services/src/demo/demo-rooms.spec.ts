import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readRoom, readRooms } from '@paddock/contract/calls/rooms';
import { fileURLToPath } from 'node:url';
import { demoReading } from '../../test/demo-reading.js';
import { startTestServices, type TestServices } from '../../test/start-test-services.js';
import { demoRooms } from './demo-rooms.js';

const realDeployments = fileURLToPath(new URL('../../../deployments', import.meta.url));

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices({ DEMO: '1', DEPLOYMENTS_DIR: realDeployments });
});
afterAll(() => services.close());

const { signIn } = demoReading(() => services);

describe(demoRooms, () => {
  it.each([
    ['motorsport', '', 6],
    ['workplace', 'hq', 4],
    ['workplace', 'porto', 1],
    ['workplace', 'studio', 1],
  ])('fills %s in workplace %p with %p rooms, each with a picture and bookings within its day', async (...place) => {
    const [community, workplace, count] = place;
    const steward = await signIn('steward', community, workplace);
    const { rooms } = (await services.call(readRooms, {}, { as: steward })).body;
    expect(rooms).toHaveLength(count);
    for (const { id, image_urls } of rooms) {
      const { status } = await services.request('GET', image_urls[0]!, { headers: { host: `${community}.localhost` } });
      expect(status).toBe(200);
      const { room, slots, users } = (await services.call(readRoom, { id }, { as: steward })).body;
      const inSlots = new Set(slots.flatMap(({ booking }) => booking ?? []));
      expect(room.bookings.map((booking) => booking.id).filter((booking) => !inSlots.has(booking))).toEqual([]);
      expect(room.bookings.every(({ user }) => users.some((card) => card.id === user))).toBe(true);
    }
    expect(rooms.some((room) => room.admin_confirmation_required) || community === 'workplace').toBe(true);
  });

  it('gives the demo sign-ins bookings of their own, and workplace a room in another zone', async () => {
    for (const [community, workplace] of [
      ['motorsport', ''],
      ['workplace', 'hq'],
    ] as const) {
      const { rooms, bookings } = (
        await services.call(readRooms, {}, { as: await signIn('driver', community, workplace) })
      ).body;
      expect(bookings.length).toBeGreaterThan(0);
      if (community === 'workplace') expect(new Set(rooms.map((room) => room.time_zone)).size).toBe(2);
    }
  });
});
