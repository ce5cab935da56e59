import type { Booking } from '@paddock/contract/calls/bookings';
import type { Boot } from '@paddock/contract/calls/boot';
import type { Room, Slot } from '@paddock/contract/calls/rooms';
import type { Self } from '@paddock/contract/calls/users';
import { serverEventsOf } from '@paddock/mfe-kit/server-events';
import { testKit, TestHost } from '@paddock/mfe-kit/test-host';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { cannedReplies, type Replies } from './canned-replies';
import moduleTexts from '../src/messages/en.json' with { type: 'json' };
import ownTexts from '../src/rooms/messages/en.json' with { type: 'json' };

/** jsdom lacks both; components that open a list or scroll to a slot call them. */
(globalThis as unknown as { CSS?: { escape: (text: string) => string } }).CSS ??= { escape: (text) => text };
HTMLElement.prototype.scrollIntoView ??= () => undefined;

const ann = { id: 'ann', username: 'ann', fullname: 'Ann Lee', admin: false, acl: [] } as unknown as Self;
export const admin = { ...ann, admin: true };
export const bob = { id: 'bob', username: 'bob', fullname: 'Bob Box', online: false };

/** The day of the scenario, far in the future so that no slot is past. */
export const day = '2086-06-20';
export const at = (time: string) => `${day}T${time}:00.000Z`;

export const room = (fields: Partial<Room> = {}): Room => ({
  ...{ id: 'r1', title: 'Media centre', desc: 'Ground floor', equipment: 'Stage', url: '', city: 'Spa', building: '' },
  ...{ price: 'Free', cancellation_delay: 24, admin_confirmation_required: false, check_in_minutes: 0, capacity: 40 },
  ...{ image_urls: [], files: [], time_zone: 'UTC', start_hour: 8, end_hour: 10, workplace: '' },
  ...{ bookings: [], can_edit: false, can_decide: false },
  ...fields,
});

export const booking = (fields: Partial<Booking> = {}): Booking => ({
  ...{
    id: 'b1',
    room: 'r1',
    room_title: 'Media centre',
    time_zone: 'UTC',
    user: 'bob',
    from: at('08:30'),
    to: at('09:00'),
  },
  ...{ state: 'confirmed', own: false, can_cancel: false, can_check_in: false, checked_in: false },
  created: at('00:00'),
  ...fields,
});

/** The reply of a room with the four slots from 8 to 10, of which some are booked or held. */
export function roomReply(fields: Partial<Room> = {}, marks: Readonly<Record<string, Partial<Slot>>> = {}) {
  const times = ['08:00', '08:30', '09:00', '09:30', '10:00'];
  const slots = times
    .slice(0, -1)
    .map((time, index) => ({ from: at(time), to: at(times[index + 1]!), ...marks[time] }));
  return { room: room(fields), day, today: day, slots, users: [bob], groups: [] };
}

/** Opens a screen over these replies by method and path; returns the requests that changed something and what sends an event. */
export async function open(element: ReactNode, replies: Replies = {}, user: Self | undefined = ann) {
  const { fetch, sent } = cannedReplies(replies);
  const kit = await testKit({
    ...{
      module: 'mfe-content',
      messages: { ...moduleTexts, ...ownTexts },
      fetch,
      flags: { time_format: '24h' } as never,
    },
    ...(user && { user }),
    boot: { tabs: [{ id: 'rooms', module: 'mfe-content', labels: {} }], modules: [] } as unknown as Partial<Boot>,
  });
  const receive = serverEventsOf(kit);
  render(
    <TestHost kit={kit} module="mfe-content">
      {element}
    </TestHost>,
  );
  return { kit, sent, receive, fetch };
}
