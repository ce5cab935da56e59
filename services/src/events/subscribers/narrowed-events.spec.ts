import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { joinEvent, leaveEvent } from '@paddock/contract/calls/event-attendance';
import { readEvent, updateEvent } from '@paddock/contract/calls/events';
import type { CallInput } from '@paddock/contract/core/call';
import { hourMs } from '@paddock/contract/core/durations';
import { acceptOrganizing, eventOf, storedEvent } from '../../../test/events-scenario.js';
import { RecurringScenario } from '../../../test/recurring-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { ReplyRepository } from '../storage/reply.repository.js';
import { NarrowedEvents } from './narrowed-events.js';

let services: TestServices;
let admin: TestMember;
let [ann, bob, cat]: TestMember[] = [];
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,events', RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['rsvp'] = true;
  });
  admin = await services.member({ acl: [{ title: 'workplace_admin', resources: [''] }] });
});
beforeEach(async () => {
  [ann, bob, cat] = [await services.member(), await services.member(), await services.member()];
});
afterAll(() => services.close());

const join = async (id: string, ...members: TestMember[]) => {
  for (const as of members) expect((await services.call(joinEvent, { id }, { as })).status).toBe(200);
};
const change = async (as: TestMember, id: string, fields: Omit<CallInput<typeof updateEvent>, 'id'>) =>
  expect((await services.call(updateEvent, { id, ...fields }, { as })).status).toBe(200);
/** The member's reply with the numbers of those who attend, wait and decline. */
const standing = async (id: string, as: TestMember) => {
  const { event } = (await services.call(readEvent, { id }, { as })).body;
  return [event.reply, event.attendees_count, event.waiting_count, event.absentees_count];
};
const eventually = async (id: string, as: TestMember, expected: unknown[]) => {
  const end = Date.now() + 20_000;
  while (String(await standing(id, as)) !== String(expected) && Date.now() < end)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(await standing(id, as)).toEqual(expected);
};

describe(NarrowedEvents, () => {
  it('gives the places of members who are no longer invited to the next ones', async () => {
    const invited = [ann!.id, bob!.id, cat!.id];
    const { id } = await eventOf(services, admin, { invitation_only: true, invited, capacity: 1 });
    await join(id, ann!, bob!, cat!);
    expect(await standing(id, cat!)).toEqual(['waiting', 1, 2, 0]);
    await change(admin, id, { invited: [cat!.id] });
    await eventually(id, cat!, ['attending', 1, 0, 0]);
    await change(admin, id, { invited });
    expect(await standing(id, ann!)).toEqual([undefined, 1, 0, 0]);
  });

  it('follows the group of the event, and keeps the replies of its members and of admins', async () => {
    const { _id: group } = await services.group(bob!);
    const { id } = await eventOf(services, admin, { capacity: 3 });
    await join(id, ann!, bob!, admin);
    await services.call(leaveEvent, { id }, { as: cat! });
    expect(await standing(id, bob!)).toEqual(['attending', 3, 0, 1]);
    await change(admin, id, { group });
    await eventually(id, bob!, ['attending', 2, 0, 0]);
    expect((await standing(id, admin))[0]).toBe('attending');
  });

  it('covers each copy of a recurring event', async () => {
    const scenario = new RecurringScenario(services, admin);
    const fields = { invitation_only: true, invited: [ann!.id, bob!.id], capacity: 1 };
    const { title } = await scenario.repeating('FREQ=WEEKLY;COUNT=3', fields);
    const copies = await scenario.copiesOf(title);
    for (const { id } of copies) await join(id, ann!, bob!);
    await change(admin, copies[0]!.id, { invited: [bob!.id], scope: 'all' });
    for (const { id } of copies) await eventually(id, bob!, ['attending', 1, 0, 0]);
  });

  it('gives the places of a larger capacity to members who may read the event after the same change', async () => {
    const invited = [ann!.id, bob!.id, cat!.id];
    const change = { capacity: 2, invited: [ann!.id, cat!.id] };
    const { id } = await eventOf(services, admin, { invitation_only: true, invited, capacity: 1 });
    const { first } = await new RecurringScenario(services, admin).repeating('FREQ=WEEKLY;COUNT=2', {
      ...{ invitation_only: true, invited, capacity: 1 },
    });
    for (const [event, scope] of [
      [id, 'one'],
      [first.id, 'all'],
    ] as const) {
      await join(event, ann!, bob!, cat!);
      const { body } = await services.call(updateEvent, { id: event, ...change, scope }, { as: admin });
      // No place is given yet: the first who waits loses access.
      expect([body.attendees_count, body.waiting_count]).toEqual([1, 2]);
      await eventually(event, cat!, ['attending', 2, 0, 0]);
    }
  });

  it('gives a larger capacity in a change that takes access from none of those who replied', async () => {
    const { id } = await eventOf(services, admin, { capacity: 1 });
    await join(id, ann!, bob!);
    const { _id: group } = await services.group(ann!, [bob!]);
    await change(admin, id, { capacity: 2, group });
    await eventually(id, bob!, ['attending', 2, 0, 0]);
  });

  it('covers an organizer whom another one replaces', async () => {
    const { id } = await eventOf(services, admin, { invitation_only: true, invited: [ann!.id, bob!.id], capacity: 1 });
    await change(admin, id, { organizer: ann!.id });
    await acceptOrganizing(services, ann!, id);
    await change(admin, id, { invited: [bob!.id] });
    await join(id, ann!, bob!);
    await change(admin, id, { organizer: bob!.id });
    await acceptOrganizing(services, bob!, id);
    await eventually(id, bob!, ['attending', 1, 0, 0]);
  });

  it('keeps the replies to an event that is past', async () => {
    const fields = { invitation_only: true, invited: [ann!.id, bob!.id] };
    const when = new Date(Date.now() - 5 * hourMs);
    const past = await storedEvent(services, admin, { when, ...fields, user: admin.id });
    const reply = { event: past, user: ann!.id, reply: 'attending' as const, turn: 1 };
    await services.get(ReplyRepository).set(tenantOfMember(admin), reply, {});
    const { id } = await eventOf(services, admin, { ...fields, capacity: 1 });
    await join(id, ann!, bob!);
    for (const one of [past, id]) await change(admin, one, { invited: [bob!.id] });
    // The changes are handled in their order.
    await eventually(id, bob!, ['attending', 1, 0, 0]);
    await change(admin, past, fields);
    expect((await standing(past, ann!))[0]).toBe('attending');
  });
});
