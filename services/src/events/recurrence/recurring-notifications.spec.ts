import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinEvent } from '@paddock/contract/calls/event-attendance';
import { deleteEvent, readEvents, updateEvent } from '@paddock/contract/calls/events';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { eventOf, fromNow } from '../../../test/events-scenario.js';
import { notified } from '../../../test/notified.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';

let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['rsvp'] = true;
  });
  admin = await services.member({ admin: true });
});
afterAll(() => services.close());

const kinds = {
  event_new: ['EventPosted', 'EventUpdated'],
  event_changed: ['EventUpdated'],
  event_cancelled: ['EventDeleted'],
};
async function notificationsOf(as: TestMember, title: string) {
  await notified(services, kinds);
  const { notifications } = (await services.call(readNotifications, { count: 100 }, { as })).body;
  return notifications.filter(({ facts }) => facts['title'] === title);
}
async function repeating(title: string, fields: Parameters<typeof eventOf>[2] = {}) {
  const when = fromNow(2 * dayMs);
  await eventOf(services, admin, {
    title,
    when,
    end: fromNow(2 * dayMs + hourMs),
    recurrence: 'FREQ=DAILY;COUNT=6',
    ...fields,
  });
  const { events } = (await services.call(readEvents, {}, { as: admin })).body;
  return events.filter((event) => event.title === title);
}

describe('notifications of a recurring event', () => {
  it('come once to each reader, whatever the number of copies', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const group = await services.group(ann, []);
    const copies = await repeating('Yoga', { group: group._id });
    expect((await notificationsOf(ann, 'Yoga')).map(({ kind }) => kind)).toEqual(['event_new']);
    expect(await notificationsOf(bob, 'Yoga')).toEqual([]);
    for (const { id } of copies.slice(2)) await services.call(joinEvent, { id }, { as: ann });
    const moved = { when: fromNow(2 * dayMs + 3 * hourMs), end: fromNow(2 * dayMs + 4 * hourMs) };
    await services.call(updateEvent, { id: copies[0]!.id, ...moved, scope: 'all' }, { as: admin });
    const changed = await notificationsOf(ann, 'Yoga');
    expect(changed.map(({ kind }) => kind)).toEqual(['event_changed', 'event_new']);
    // The first copy that they expect.
    expect(changed[0]!.address).toBe(`/main/events/${copies[2]!.id}`);
    await services.call(deleteEvent, { id: copies[1]!.id, scope: 'following' }, { as: admin });
    expect((await notificationsOf(ann, 'Yoga')).map(({ kind }) => kind)).toEqual([
      'event_cancelled',
      'event_changed',
      'event_new',
    ]);
  });

  it('go once to members who are invited to all copies', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const [first, second] = await repeating('Board', { invitation_only: true, invited: [ann.id] });
    for (const { id } of [first!, second!])
      await services.call(updateEvent, { id, invited: [ann.id, bob.id], scope: 'all' }, { as: admin });
    for (const as of [ann, bob])
      expect((await notificationsOf(as, 'Board')).map(({ kind }) => kind)).toEqual(['event_new']);
  });

  it('of a cancellation reach the readers of each copy, also where the first copy is for others', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const copies = await repeating('Rowing');
    const invited = { invitation_only: true, invited: [bob.id] };
    await services.call(updateEvent, { id: copies[0]!.id, ...invited, scope: 'one' }, { as: admin });
    expect((await services.call(joinEvent, { id: copies[0]!.id }, { as: bob })).status).toBe(200);
    expect((await services.call(joinEvent, { id: copies[2]!.id }, { as: ann })).status).toBe(200);
    await services.call(deleteEvent, { id: copies[0]!.id, scope: 'all' }, { as: admin });
    for (const member of [ann, bob])
      expect((await notificationsOf(member, 'Rowing')).filter(({ kind }) => kind === 'event_cancelled')).toHaveLength(
        1,
      );
  });
});
