import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { joinEvent } from '@paddock/contract/calls/event-attendance';
import { deleteEvent, readEvent, readEvents, updateEvent } from '@paddock/contract/calls/events';
import { readHome } from '@paddock/contract/calls/home';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { dayMs, hourMs, minuteMs } from '@paddock/contract/core/durations';
import { createEventAs, eventOf, fromNow } from '../../../test/events-scenario.js';
import { notified } from '../../../test/notified.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { TestWindows, until, type TestWindow } from '../../../test/test-windows.js';
import { underFlags } from '../../../test/under-flags.js';
import { EventBroadcast } from './event-broadcast.js';
import { EventNotifications } from './event-notifications.js';

let services: TestServices;
let windows: TestWindows;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'events,home', RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['rsvp'] = true;
  });
  windows = new TestWindows(services);
  admin = await services.member({ admin: true });
});
afterEach(() => windows.closeAll());
afterAll(() => services.close());

type Payload = {
  workplace: string;
  id?: string;
  counted?: true;
  event?: { id: string; title: string; reply?: string };
};
const ofEvent = (window: TestWindow, id: string) =>
  window.received
    .filter(({ event }) => event === 'updating_event' || event === 'deleting_event')
    .map(({ event, payload }) => ({ event, ...(payload as Payload) }))
    .filter((received) => (received.id ?? received.event) !== undefined && JSON.stringify(received).includes(id));

describe(EventBroadcast, () => {
  it('sends an event, its changes and its deletion to its readers only', async () => {
    const [ann, bob, eve] = [await services.member(), await services.member(), await services.member()];
    const group = await services.group(ann, [bob]);
    const people = [ann, bob, eve, admin];
    const open = await Promise.all(people.map((one) => windows.open(one)));
    const [, ofBob, ofEve] = open as [TestWindow, TestWindow, TestWindow, TestWindow];
    const settled = () => windows.settled(...people.map((one, at): [TestMember, TestWindow] => [one, open[at]!]));
    const event = await eventOf(services, admin, { group: group._id });
    await until(() => ofEvent(ofBob, event.id).length > 0);
    await services.call(updateEvent, { id: event.id, title: 'Moved' }, { as: admin });
    await until(() => JSON.stringify(ofEvent(ofBob, event.id)).includes('Moved'));
    await services.call(deleteEvent, { id: event.id }, { as: admin });
    await until(() => open.filter((one) => one !== ofEve).every((one) => ofEvent(one, event.id).length >= 3));
    await settled();
    expect(ofEvent(ofEve, event.id)).toEqual([]);
    expect(ofEvent(ofBob, event.id).at(-1)).toEqual({ event: 'deleting_event', workplace: '', id: event.id });
  });

  it('takes an event from windows that may no longer read it, and tells nothing to those who never could', async () => {
    const [ann, bob, eve] = [await services.member(), await services.member(), await services.member()];
    const group = await services.group(ann, [bob]);
    const [ofAnn, ofBob, ofEve] = [await windows.open(ann), await windows.open(bob), await windows.open(eve)];
    const event = await eventOf(services, admin, { group: group._id });
    await until(() => ofEvent(ofBob, event.id).length > 0);
    await services.call(updateEvent, { id: event.id, invitation_only: true, invited: [ann.id] }, { as: admin });
    await until(() => ofEvent(ofBob, event.id).length > 1 && ofEvent(ofAnn, event.id).length > 1);
    await windows.settled([eve, ofEve]);
    expect(ofEvent(ofBob, event.id).at(-1)).toMatchObject({ event: 'deleting_event', id: event.id });
    expect(JSON.stringify(ofAnn.received)).not.toContain('deleting_event');
    expect(ofEvent(ofEve, event.id)).toEqual([]);
  });

  it.each(['following', 'all'] as const)(
    'takes copies of a recurring event that change with %s from former readers',
    async (scope) => {
      const [ann, bob] = [await services.member(), await services.member()];
      const group = await services.group(ann, [bob]);
      const [ofAnn, ofBob] = [await windows.open(ann), await windows.open(bob)];
      const { id } = await eventOf(services, admin, { group: group._id, recurrence: 'FREQ=DAILY;COUNT=3' });
      const narrower = { invitation_only: true, invited: [ann.id], scope };
      expect((await services.call(updateEvent, { id, ...narrower }, { as: admin })).status).toBe(200);
      await until(() => ofEvent(ofBob, id).some(({ event }) => event === 'deleting_event'));
      await windows.settled([ann, ofAnn]);
      expect(JSON.stringify(ofAnn.received)).not.toContain('deleting_event');
    },
  );

  it('sends joined counts together, with each receiver’s own reply', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const event = await eventOf(services, admin);
    const [ofAnn, ofBob] = [await windows.open(ann), await windows.open(bob)];
    await Promise.all([ann, bob].map((as) => services.call(joinEvent, { id: event.id }, { as })));
    const last = (window: TestWindow) => JSON.stringify(ofEvent(window, event.id).at(-1) ?? {});
    await until(() => [ofAnn, ofBob].every((one) => last(one).includes('"attendees_count":2')));
    expect([last(ofAnn), last(ofBob)].every((text) => text.includes('"reply":"attending"'))).toBe(true);
    expect(ofEvent(ofAnn, event.id).length).toBeLessThanOrEqual(2);
    expect(ofEvent(ofAnn, event.id).at(-1)!.counted).toBe(true);
    await services.call(updateEvent, { id: event.id, title: 'Moved' }, { as: admin });
    const isMove = (sent: object) => JSON.stringify(sent).includes('Moved') && !('counted' in sent);
    await until(() => ofEvent(ofAnn, event.id).some(isMove));
  });
});

describe('an event by invitation', () => {
  it('is invisible to others by every path', async () => {
    const [ann, eve] = [await services.member(), await services.member()];
    const window = await windows.open(eve);
    const soon = { when: fromNow(-minuteMs + hourMs / 60), end: fromNow(40 * dayMs) };
    const event = await eventOf(services, admin, {
      ...{ title: 'Secret test', invitation_only: true, invited: [ann.id], ...soon },
    });
    const home = async (as: TestMember) => (await services.call(readHome, {}, { as })).body.event?.id;
    const list = async (as: TestMember) =>
      (await services.call(readEvents, {}, { as })).body.events.some(({ id }) => id === event.id);
    expect([await home(ann), await list(ann)]).toEqual([event.id, true]);
    expect([(await home(eve)) === event.id, await list(eve)]).toEqual([false, false]);
    expect((await services.call(readEvent, { id: event.id }, { as: eve })).body.code).toBe('EVENT_NOT_FOUND');
    expect((await services.call(readEvent, { id: event.id }, { as: ann })).body.invited).toBeUndefined();
    await notified(services, { event_new: ['EventPosted', 'EventUpdated'] });
    await windows.settled([eve, window]);
    expect(JSON.stringify(window.received)).not.toContain(event.id);
    const { notifications } = (await services.call(readNotifications, {}, { as: eve })).body;
    expect(JSON.stringify(notifications)).not.toContain('Secret test');
  });
});

describe(EventNotifications, () => {
  const kinds = {
    event_new: ['EventPosted', 'EventUpdated'],
    event_changed: ['EventUpdated'],
    event_cancelled: ['EventDeleted'],
  };
  const notificationsOf = async (as: TestMember, title: string) => {
    await notified(services, kinds);
    const { notifications } = (await services.call(readNotifications, { count: 100 }, { as })).body;
    return notifications.filter(({ facts }) => facts['title'] === title).map(({ kind }) => kind);
  };

  it('notifies the members of a group of an event, a new place and a cancellation', async () => {
    const [ann, bob, eve] = [await services.member(), await services.member(), await services.member()];
    const quiet = await services.member({ preferences: { pn_event: false } });
    const group = await services.group(ann, [bob, quiet]);
    const { id } = await eventOf(services, admin, { title: 'Night test', group: group._id });
    await services.call(joinEvent, { id }, { as: bob });
    await services.call(updateEvent, { id, desc: 'No change for others' }, { as: admin });
    await services.call(updateEvent, { id, where: 'Pit 3' }, { as: admin });
    await services.call(deleteEvent, { id }, { as: admin });
    const seen = await Promise.all([ann, bob, eve, quiet, admin].map((one) => notificationsOf(one, 'Night test')));
    // The event is gone before all notifications of its creation went out, which then do not come.
    expect(seen.map((list) => list.filter((kind) => kind === 'event_cancelled'))).toEqual([
      [],
      ['event_cancelled'],
      [],
      [],
      [],
    ]);
    expect([seen[2], seen[3], seen[4]]).toEqual([[], [], []]);
  });

  it('notifies once of a new event and once of each move, also members who are invited later', async () => {
    const [ann, bob] = [await services.member(), await services.member()];
    const { id } = await eventOf(services, admin, { title: 'Shakedown', invitation_only: true, invited: [ann.id] });
    expect([await notificationsOf(ann, 'Shakedown'), await notificationsOf(bob, 'Shakedown')]).toEqual([
      ['event_new'],
      [],
    ]);
    await services.call(joinEvent, { id }, { as: ann });
    await services.call(updateEvent, { id, invited: [ann.id, bob.id] }, { as: admin });
    expect([await notificationsOf(ann, 'Shakedown'), await notificationsOf(bob, 'Shakedown')]).toEqual([
      ['event_new'],
      ['event_new'],
    ]);
    await services.call(updateEvent, { id, end: fromNow(30 * hourMs) }, { as: admin });
    expect(await notificationsOf(ann, 'Shakedown')).toEqual(['event_changed', 'event_new']);
    expect(await notificationsOf(bob, 'Shakedown')).toEqual(['event_new']);
  });

  it('notifies nobody of an event that was refused', async () => {
    const ann = await services.member();
    const refused = await underFlags(services, 'motorsport', {}, () =>
      createEventAs(services, ann, { title: 'Refused' }),
    );
    expect([refused.body.code, await notificationsOf(admin, 'Refused')]).toEqual(['FORBIDDEN', []]);
  });
});
