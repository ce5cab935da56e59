import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteEvent, updateEvent } from '@paddock/contract/calls/events';
import { leaveGroup } from '@paddock/contract/calls/group-members';
import { readNotifications } from '@paddock/contract/calls/notifications';
import type { CallInput } from '@paddock/contract/core/call';
import { eventOf } from '../../../test/events-scenario.js';
import { notified } from '../../../test/notified.js';
import { RecurringScenario } from '../../../test/recurring-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { EventNotifications } from './event-notifications.js';

let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,events,shouts,account', RATE_LIMITS: 'off' });
  admin = await services.member({ admin: true });
});
afterAll(() => services.close());

const two = () => Promise.all([services.member(), services.member()]);
const change = async (id: string, fields: Omit<CallInput<typeof updateEvent>, 'id'>) =>
  expect((await services.call(updateEvent, { id, ...fields }, { as: admin })).status).toBe(200);
const kinds = { event_new: ['EventPosted', 'EventUpdated'], event_organizer: ['OrganizerRequestChanged'] };
const kindsOf = async (as: TestMember, title: string) => {
  const { notifications } = (await services.call(readNotifications, { count: 100 }, { as })).body;
  return notifications
    .filter(({ facts }) => facts['title'] === title)
    .map(({ kind }) => kind)
    .sort();
};
/** Waits for notifications to come or to go. */
async function eventually(title: string, expected: readonly (readonly [TestMember, readonly string[]])[]) {
  await notified(services, kinds);
  const all = () => Promise.all(expected.map(([member]) => kindsOf(member, title)));
  const wanted = expected.map(([, list]) => list);
  const end = Date.now() + 10_000;
  while (JSON.stringify(await all()) !== JSON.stringify(wanted) && Date.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await all()).toEqual(wanted);
}

describe(EventNotifications, () => {
  it('of a new event reach the members of the group that it goes to later, and leave those of the former one', async () => {
    const [ann, bob] = await two();
    const both = await services.member();
    const [first, second] = [await services.group(ann, [both]), await services.group(bob, [both])];
    const { id } = await eventOf(services, admin, { title: 'Wrong group', group: first._id });
    await eventually('Wrong group', [
      [ann, ['event_new']],
      [bob, []],
      [both, ['event_new']],
    ]);
    await change(id, { group: second._id });
    await eventually('Wrong group', [
      [ann, []],
      [bob, ['event_new']],
      [both, ['event_new']],
    ]);
  });

  it('of a new event leave the members who are not invited any more, unless they may read other copies', async () => {
    const [ann, bob] = await two();
    const invited = { invitation_only: true, invited: [ann.id, bob.id] };
    const { id } = await eventOf(services, admin, { title: 'Contracts', ...invited });
    const scenario = new RecurringScenario(services, admin);
    const { title, first } = await scenario.repeating('FREQ=WEEKLY;COUNT=3', invited);
    for (const each of ['Contracts', title])
      await eventually(each, [
        [ann, ['event_new']],
        [bob, ['event_new']],
      ]);
    await change(id, { invited: [bob.id] });
    await eventually('Contracts', [
      [ann, []],
      [bob, ['event_new']],
    ]);
    await change(first.id, { invited: [bob.id], scope: 'one' });
    await notified(services, kinds);
    expect(await kindsOf(ann, title)).toEqual(['event_new']);
    await change((await scenario.copiesOf(title))[1]!.id, { invited: [bob.id], scope: 'all' });
    await eventually(title, [
      [ann, []],
      [bob, ['event_new']],
    ]);
  });

  it('of a deleted event are withdrawn, those of a recurring one with its last copy', async () => {
    const [ann] = await two();
    const { id } = await eventOf(services, admin, { title: 'Called off', organizer: ann.id });
    const scenario = new RecurringScenario(services, admin);
    const { title, first } = await scenario.repeating('FREQ=WEEKLY;COUNT=3', {});
    await eventually('Called off', [[ann, ['event_new', 'event_organizer']]]);
    await eventually(title, [[ann, ['event_new']]]);
    for (const [event, scope] of [
      [id, 'one'],
      [first.id, 'one'],
    ] as const)
      expect((await services.call(deleteEvent, { id: event, scope }, { as: admin })).status).toBe(200);
    await eventually('Called off', [[ann, []]]);
    expect(await kindsOf(ann, title)).toEqual(['event_new']);
    const [next] = await scenario.copiesOf(title);
    expect((await services.call(deleteEvent, { id: next!.id, scope: 'all' }, { as: admin })).status).toBe(200);
    await eventually(title, [[ann, []]]);
  });

  it('of an event of a group leave a member who leaves the group', async () => {
    const [ann, bob] = await two();
    const { _id: group } = await services.group(ann, [bob]);
    await eventOf(services, admin, { title: 'Of the group', group });
    await eventually('Of the group', [
      [ann, ['event_new']],
      [bob, ['event_new']],
    ]);
    expect((await services.call(leaveGroup, { id: group }, { as: bob })).status).toBe(200);
    await eventually('Of the group', [
      [ann, ['event_new']],
      [bob, []],
    ]);
  });
});
