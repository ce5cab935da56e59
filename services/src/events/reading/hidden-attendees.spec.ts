import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readChats } from '@paddock/contract/calls/chats';
import { joinEvent, leaveEvent, readAttendees } from '@paddock/contract/calls/event-attendance';
import { readCalendarAddress } from '@paddock/contract/calls/event-calendar';
import { readCheckIn, recordArrivals, removeArrival } from '@paddock/contract/calls/event-check-in';
import { readEvent, readEvents, updateEvent } from '@paddock/contract/calls/events';
import { readHome } from '@paddock/contract/calls/home';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { readProfile } from '@paddock/contract/calls/people';
import { hourMs } from '@paddock/contract/core/durations';
import { eventOf, fromNow } from '../../../test/events-scenario.js';
import { notified } from '../../../test/notified.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { underFlags } from '../../../test/under-flags.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';

let services: TestServices;
let windows: TestWindows;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'chats,events,home,people', RATE_LIMITS: 'off' });
  await services.configure('workplace', (file) => {
    file.flags = { ...file.flags, rsvp: true, events_tab: { public_add_event: true } };
  });
  windows = new TestWindows(services);
});
afterAll(async () => {
  windows.closeAll();
  await services.close();
});

const hq = { community: 'workplace', workplace: 'hq' };
const hidden = { events_tab: { public_add_event: true, hide_attendees: true } };
const counters = /"(attendees|waiting|absentees)_count"/;

/** An event of an ordinary member that `guest` attends and `absentee` declined. */
async function scenario() {
  const [creator, organizer, member] = [
    await services.member(hq),
    await services.member(hq),
    await services.member(hq),
  ];
  const [guest, absentee] = [await services.member(hq), await services.member(hq)];
  // Members who know each other: another rule must not be what hides the attendees.
  await services.group(creator, [organizer, member, guest, absentee]);
  const times = { when: fromNow(hourMs), end: fromNow(3 * hourMs) };
  const { id } = await eventOf(services, creator, {
    title: `Supper ${guest.username}x`,
    organizer: organizer.id,
    ...times,
  });
  await services.call(joinEvent, { id }, { as: guest });
  await services.call(leaveEvent, { id }, { as: absentee });
  return { id, creator, organizer, member, guest, absentee };
}

describe('hide_attendees', () => {
  /** Everything that a member can read, as one text for each path. */
  async function everything(as: TestMember, id: string, guest: TestMember) {
    const call = async <R>(reply: Promise<{ body: R }>) => JSON.stringify((await reply).body);
    const { address } = (await services.call(readCalendarAddress, {}, { as })).body;
    const host = `${as.community}.localhost`;
    const exported = services.get(ExtensionPoints).all('export').get('events')!(tenantOfMember(as), as.row);
    return {
      page: await call(services.call(readEvent, { id }, { as })),
      list: await call(services.call(readEvents, {}, { as })),
      home: await call(services.call(readHome, {}, { as })),
      attendees: await call(services.call(readAttendees, { id }, { as })),
      absentees: await call(services.call(readAttendees, { id, reply: 'absent' }, { as })),
      gate: await call(services.call(readCheckIn, { id }, { as })),
      arrival: await call(
        services.call(recordArrivals, { id, arrivals: [{ user: guest.id, at: fromNow(0) }], sent: fromNow(0) }, { as }),
      ),
      removal: await call(services.call(removeArrival, { id, user: guest.id }, { as })),
      calendar: (await services.request('GET', new URL(address).pathname, { headers: { host } })).text,
      search: await call(services.call(readChats, { verb: 'search', prop: 'all', query: 'Supper' }, { as })),
      export: JSON.stringify(await exported),
      notifications: await call(services.call(readNotifications, {}, { as })),
      changed: await call(services.call(joinEvent, { id }, { as })),
    };
  }

  it('names no attendee and no number to member and organizer by any path', async () => {
    await underFlags(services, 'workplace', hidden, async () => {
      const { id, creator, organizer, member, guest, absentee } = await scenario();
      await services.call(updateEvent, { id, when: fromNow(2 * hourMs), end: fromNow(4 * hourMs) }, { as: creator });
      await notified(services, { event_new: ['EventPosted', 'EventUpdated'], event_changed: ['EventUpdated'] });
      for (const as of [member, organizer]) {
        const seen = await everything(as, id, guest);
        for (const [path, text] of Object.entries(seen)) {
          const own = text.replaceAll(`Supper ${guest.username}x`, '');
          const leaks = [guest, absentee].flatMap((one) => [one.id, one.username]).filter((name) => own.includes(name));
          // The title of the event names the guest, which makes it certain that the path shows the event.
          expect([path, leaks, counters.exec(text)?.[0]]).toEqual([path, [], undefined]);
        }
        expect(
          [seen.attendees, seen.gate, seen.arrival, seen.removal].every((text) => text.includes('"FORBIDDEN"')),
        ).toBe(true);
        for (const path of ['page', 'list', 'calendar', 'changed'] as const)
          expect([path, seen[path].includes('Supper')]).toEqual([path, true]);
        const profile = JSON.stringify((await services.call(readProfile, { id: guest.id }, { as })).body);
        expect([profile.includes(guest.id), profile.includes(id)]).toEqual([true, false]);
      }
      const known = await everything(creator, id, guest);
      for (const path of ['page', 'attendees', 'gate'] as const)
        expect([path, known[path].includes(guest.id)]).toEqual([path, true]);
      expect(counters.test(known.list)).toBe(true);
    });
  });

  it('shows every member the attendees where it is off', async () => {
    const { id, member, guest } = await scenario();
    const seen = await everything(member, id, guest);
    expect([seen.page, seen.attendees].every((text) => text.includes(guest.id))).toBe(true);
    expect(counters.test(seen.list)).toBe(true);
  });

  it('sends no number and no attendee to windows of those who may not see them', async () => {
    await underFlags(services, 'workplace', hidden, async () => {
      const { id, creator, organizer, member, guest } = await scenario();
      const watchers = [member, organizer, guest, creator] as const;
      const open = await Promise.all(watchers.map((one) => windows.open(one)));
      await services.call(leaveEvent, { id }, { as: guest });
      await services.call(joinEvent, { id }, { as: guest });
      const sent = (at: number) => JSON.stringify(open[at]!.received.filter(({ event }) => event === 'updating_event'));
      // Leaving and joining send one event each; the last one shows that both arrived.
      await until(() => sent(2).includes('"reply":"attending"') && sent(3).includes('"attendees_count":1'));
      await until(() => open.every((_, at) => sent(at).includes(id)));
      for (const at of [0, 1, 2]) expect([at, counters.test(sent(at))]).toEqual([at, false]);
      for (const at of [0, 1]) expect([at, sent(at).includes(guest.id)]).toEqual([at, false]);
    });
  });
});
