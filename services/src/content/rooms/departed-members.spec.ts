import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addRoom, at, booked, roomAdmin, roomMember } from '../../../test/rooms-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { until } from '../../../test/test-smtp.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { DepartedMembers } from './departed-members.js';

let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  admin = await roomAdmin(services);
});
afterAll(() => services.close());

const collection = (name: string) => services.get(Mongo).connection.collection<{ _id: string; state: string }>(name);

/** A member with a booking, and what is stored of it. */
async function booker() {
  const member = await roomMember(services);
  const room = await addRoom(services, admin, {});
  const { id } = await booked(services, member, { id: room.id, from: at('10:00'), to: at('11:00') });
  return {
    member,
    stored: async () => {
      const row = await collection('bookings').findOne({ _id: id });
      return [row?.state, await collection('room_slots').countDocuments({ booking: id })];
    },
  };
}

async function change({ id, ...member }: TestMember, $set: object) {
  await collection('users').updateOne({ _id: id }, { $set });
  await services.get(Mongo).transaction(async (session) => {
    await services
      .get(Outbox)
      .add(session, { kind: 'MemberChanged', tenant: tenantOfMember({ id, ...member }), user: id });
  });
}

describe(DepartedMembers, () => {
  it.each([
    ['banned', { banned: true }],
    ['refused', { denied: true }],
  ])('frees the rooms of a member who is %s, and of no other', async (_name, departure) => {
    const [ann, bob] = [await booker(), await booker()];
    await change(bob.member, { job: 'Engineer' });
    await change(ann.member, departure);
    await until(async () => (await ann.stored())[0] === 'cancelled');
    expect(await ann.stored()).toEqual(['cancelled', 0]);
    expect(await bob.stored()).toEqual(['confirmed', 2]);
  });

  it('keeps bookings in a workplace while workplaces are off', async () => {
    const [ann, bob] = [await booker(), await booker()];
    for (const name of ['bookings', 'room_slots'])
      await collection(name).updateMany({ community: 'motorsport' }, { $set: { workplace: 'hq' } });
    await change(ann.member, { job: 'Engineer' });
    await change(bob.member, { banned: true });
    await until(async () => (await bob.stored())[0] === 'cancelled');
    expect(await ann.stored()).toEqual(['confirmed', 2]);
  });
});
