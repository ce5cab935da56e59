import { createBooking } from '@paddock/contract/calls/bookings';
import { createRoom, type Room } from '@paddock/contract/calls/rooms';
import type { CallInput } from '@paddock/contract/core/call';
import { dayMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import type { NewUser } from '../src/community/users/user.repository.js';
import { adminOf } from './permission-tables.js';
import type { TestMember, TestServices } from './start-test-services.js';

/** A member who may use motorsport's rooms. */
export const roomMember = (services: TestServices, fields: Partial<NewUser> & { workplace?: string } = {}) =>
  services.member({ fields: { user_type: 'Driver' }, ...fields });

export const roomAdmin = (services: TestServices, fields: Partial<NewUser> = {}) =>
  roomMember(services, { ...adminOf(''), ...fields });

export async function addRoom(
  services: TestServices,
  as: TestMember,
  fields: Partial<CallInput<typeof createRoom>> = {},
): Promise<Room> {
  const title = `Room ${randomUUID().slice(0, 8)}`;
  const { body, status } = await services.call(createRoom, { client_id: randomUUID(), title, ...fields }, { as });
  if (status !== 200) throw new Error(`The room was refused: ${JSON.stringify(body)}`);
  return body.room;
}

/** An instant some days from today, by the clock of UTC. */
export const at = (time: string, days = 1): string =>
  `${new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)}T${time}:00.000Z`;

export const book = (
  services: TestServices,
  as: TestMember,
  input: Omit<CallInput<typeof createBooking>, 'client_id'> & { client_id?: string },
) => services.call(createBooking, { client_id: randomUUID(), ...input }, { as });

/** Books and returns the booking. */
export async function booked(
  services: TestServices,
  as: TestMember,
  input: Omit<CallInput<typeof createBooking>, 'client_id'>,
) {
  const { body, status } = await book(services, as, input);
  if (status !== 200) throw new Error(`The booking was refused: ${JSON.stringify(body)}`);
  return body.booking;
}
