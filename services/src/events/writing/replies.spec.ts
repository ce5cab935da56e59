import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinEvent, leaveEvent, readAttendees } from '@paddock/contract/calls/event-attendance';
import { readEvent, updateEvent, type EventReply, type PaddockEvent } from '@paddock/contract/calls/events';
import { readNotifications } from '@paddock/contract/calls/notifications';
import type { CallInput } from '@paddock/contract/core/call';
import { hourMs } from '@paddock/contract/core/durations';
import { eventOf, storedEvent } from '../../../test/events-scenario.js';
import { expectNoCollectionScan } from '../../../test/expect-no-collection-scan.js';
import { notified } from '../../../test/notified.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { EventRepository } from '../storage/event.repository.js';
import { RepliesService } from './replies.service.js';

let services: TestServices;
let admin: TestMember;
beforeAll(async () => {
  services = await startTestServices({ SERVICES: 'account,events', RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['rsvp'] = true;
  });
  admin = await services.member({ admin: true });
});
afterAll(() => services.close());

const members = (count: number, preferences = {}) =>
  Promise.all(Array.from({ length: count }, () => services.member({ preferences })));
/** A crowd without notifications and mails of the other tests' events. */
const quiet = { pn_event: false, mailing_event: false };
const join = (as: TestMember, id: string) => services.call(joinEvent, { id }, { as });
/** Joins as a client does, which sends a call again that took too long. */
async function joinInCrowd(as: TestMember, id: string) {
  for (;;) {
    const reply = await join(as, id);
    if (reply.status !== 503) return reply;
  }
}
const leave = (as: TestMember, id: string) => services.call(leaveEvent, { id }, { as });
const read = async (as: TestMember, id: string) => (await services.call(readEvent, { id }, { as })).body;
const page = async (as: TestMember, id: string, input: Partial<CallInput<typeof readAttendees>> = {}) =>
  (await services.call(readAttendees, { id, ...input }, { as })).body;
const idsOf = (users: readonly { id: string }[]) => users.map(({ id }) => id);
const countsOf = ({ attendees_count, waiting_count, absentees_count }: PaddockEvent) => [
  attendees_count,
  waiting_count,
  absentees_count,
];
const all = async (id: string, reply: EventReply) => idsOf((await page(admin, id, { reply, count: 100 })).users);

describe(RepliesService, () => {
  it('counts a member once, as attendee or as absentee', async () => {
    const [ann] = await members(1);
    const { id } = await eventOf(services, admin);
    expect((await read(ann!, id)).event.reply).toBeUndefined();
    for (const _ of [1, 2])
      expect((await join(ann!, id)).body).toMatchObject({ reply: 'attending', attendees_count: 1 });
    for (const _ of [1, 2]) expect(countsOf((await leave(ann!, id)).body)).toEqual([0, 0, 1]);
    expect((await join(ann!, id)).body).toMatchObject({ reply: 'attending', absentees_count: 0, full: false });
    const seen = await read(ann!, id);
    expect([idsOf(seen.attendees!), seen.absentees]).toEqual([[ann!.id], []]);
  });

  it.each([
    ['without an end from 4 hours after its start', { when: -4 }, 'EVENT_PAST'],
    ['without an end until then', { when: -3.9 }, 'ok'],
    ['from 4 hours after its end', { when: -9, end: -4 }, 'EVENT_PAST'],
    ['until 4 hours after its end', { when: -9, end: -3.9 }, 'ok'],
    ['that takes this whole day', { when: 0, end: 0 }, 'ok'],
    ['that took the day before', { when: -28, end: -28 }, 'EVENT_PAST'],
  ] as const)('replies to an event %s: %j %s', async (_, span, code) => {
    const at = (hours: number) => new Date(Date.now() + hours * hourMs);
    const when = at(span.when);
    const end = 'end' in span ? { end: span.end === span.when ? when : at(span.end) } : {};
    const id = await storedEvent(services, admin, { when, ...end });
    const [ann] = await members(1);
    for (const reply of [await join(ann!, id), await leave(ann!, id)])
      expect(reply.status === 200 ? 'ok' : reply.body.code).toBe(code);
    expect((await read(ann!, id)).event.reply).toBe(code === 'ok' ? 'absent' : undefined);
  });

  it('gives 200 members who join at once exactly the last five places, and the others wait in order', async () => {
    const { id } = await eventOf(services, admin, { capacity: 7 });
    const [first, crowd] = [await members(2, quiet), await members(200, quiet)];
    for (const one of first) await join(one, id);
    const replies = await Promise.all(crowd.map((one) => joinInCrowd(one, id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(200);
    expect(replies.filter(({ body }) => body.reply === 'attending')).toHaveLength(5);
    expect(countsOf((await read(admin, id)).event)).toEqual([7, 195, 0]);
    const waiting = [...(await all(id, 'waiting'))];
    const next = await page(admin, id, { reply: 'waiting', count: 100, page: '1' });
    waiting.push(...idsOf(next.users));
    expect([new Set(waiting).size, next.next, next.total_users]).toEqual([195, null, 195]);
    const [third] = crowd.filter((one) => one.id === waiting[2]);
    expect((await read(third!, id)).event).toMatchObject({ reply: 'waiting', waiting_position: 3, full: true });
    // Those who leave make room for those who wait longest.
    const attending = crowd.filter((_, at) => replies[at]!.body.reply === 'attending');
    await Promise.all(attending.slice(0, 2).map((one) => leave(one, id)));
    expect((await read(third!, id)).event).toMatchObject({ reply: 'waiting', waiting_position: 1 });
    expect(await all(id, 'attending')).toEqual(expect.arrayContaining(waiting.slice(0, 2)));
    expect(countsOf((await read(admin, id)).event)).toEqual([7, 193, 2]);
  }, 120_000);

  it('gives a new place to the first who waits, not to a member who joins before it is given', async () => {
    const [ann, bob, cat] = await members(3);
    const { id } = await eventOf(services, admin, { capacity: 1 });
    for (const one of [ann!, bob!]) await join(one, id);
    const events = services.get(Mongo).connection.collection<{ _id: string }>('events');
    await events.updateOne({ _id: id }, { $set: { capacity: 2 } });
    expect((await join(cat!, id)).body).toMatchObject({ reply: 'waiting', waiting_position: 1 });
    expect((await read(bob!, id)).event.reply).toBe('attending');
  });

  it('moves the waiting list up when the capacity grows, and notifies those who get a place', async () => {
    const [ann, bob, cat, dan] = await members(4);
    const { id } = await eventOf(services, admin, { capacity: 1, title: 'Track walk' });
    for (const one of [ann!, bob!, cat!, dan!]) await join(one, id);
    await services.call(updateEvent, { id, capacity: 3 }, { as: admin });
    expect([await all(id, 'attending'), await all(id, 'waiting')]).toEqual([idsOf([ann!, bob!, cat!]), [dan!.id]]);
    await services.call(updateEvent, { id, capacity: 2 }, { as: admin });
    expect((await read(admin, id)).event).toMatchObject({ attendees_count: 3, waiting_count: 1, full: true });
    await services.call(updateEvent, { id, remove_fields: ['capacity'] }, { as: admin });
    expect(countsOf((await read(admin, id)).event)).toEqual([4, 0, 0]);
    await notified(services, { event_place: ['EventPlaceGiven'] });
    const kindsOf = async (as: TestMember) => {
      const { notifications } = (await services.call(readNotifications, {}, { as })).body;
      return notifications.filter(({ kind }) => kind === 'event_place').map(({ facts, address }) => [facts, address]);
    };
    const notification = [{ title: 'Track walk' }, `/main/events/${id}`];
    expect(await Promise.all([ann!, bob!, cat!, dan!].map(kindsOf))).toEqual([
      [],
      [notification],
      [notification],
      [notification],
    ]);
  });

  it('gives the place of a deleted member to the next, and exports own replies only', async () => {
    const [ann, bob] = await members(2);
    const { id } = await eventOf(services, admin, { capacity: 1 });
    for (const one of [ann!, bob!]) await join(one, id);
    const data = await services.get(ExtensionPoints).all('export').get('events')!(tenantOfMember(ann!), ann!.row);
    expect(data['event_replies']).toMatchObject([{ event: id, reply: 'attending' }]);
    expect(JSON.stringify(data)).not.toContain(bob!.id);
    const forget = services.get(ExtensionPoints).all('forget').get('events')!;
    for (const _ of [1, 2]) await forget(tenantOfMember(ann!), ann!.row);
    expect([await all(id, 'attending'), countsOf((await read(admin, id)).event)]).toEqual([[bob!.id], [1, 0, 0]]);
  });
});

describe('an event that is past', () => {
  it('gives no place to a member who waited, also when its places are corrected', async () => {
    const [ann, bob] = await members(2);
    const { id } = await eventOf(services, admin, { capacity: 1 });
    for (const one of [ann!, bob!]) await join(one, id);
    const [events, tenant] = [services.get(EventRepository), tenantOfMember(admin)];
    const row = (await events.byId(tenant, id))!;
    const times = { when: new Date(Date.now() - 8 * hourMs), end: new Date(Date.now() - 6 * hourMs) };
    await events.changeCopies(tenant, [{ row, change: times }], {});
    expect((await services.call(updateEvent, { id, capacity: 2 }, { as: admin })).status).toBe(200);
    expect([(await read(bob!, id)).event.reply, countsOf((await read(admin, id)).event)]).toEqual([
      'waiting',
      [1, 1, 0],
    ]);
  });
});

describe('the page of attendees', () => {
  it('begins with the caller and has everyone once, by cursor and by page number', async () => {
    const crowd = await members(7);
    const { id } = await eventOf(services, admin);
    for (const one of crowd) await join(one, id);
    const me = crowd[4]!;
    const expected = [me.id, ...idsOf(crowd.filter((one) => one !== me))];
    for (const count of [1, 3, 7, 20]) {
      const seen: string[] = [];
      let next: string | null | undefined;
      do {
        const reply = await page(me, id, { count, ...(next && { page: next }) });
        expect(reply.total_users).toBe(7);
        seen.push(...idsOf(reply.users));
        next = reply.next;
      } while (next);
      expect([count, seen]).toEqual([count, expected]);
      const numbered = [0, 1, 2, 3, 4, 5, 6].map((number) => page(me, id, { count, page: String(number) }));
      expect((await Promise.all(numbered)).flatMap(({ users }) => idsOf(users))).toEqual(expected);
    }
    await expectNoCollectionScan(services, () => page(me, id, { count: 3 }));
  });

  it('has only members whom the caller may see', async () => {
    const [ann, bob, eve] = await members(3);
    await services.group(ann!, [bob!]);
    const { id } = await eventOf(services, admin);
    for (const one of [bob!, eve!]) await join(one, id);
    await services.configure('motorsport', (file) => {
      file.flags['can_only_view_users_in_my_groups'] = true;
    });
    const seen = await page(ann!, id);
    const beside = (await read(ann!, id)).attendees!;
    await services.configure('motorsport', (file) => {
      delete file.flags['can_only_view_users_in_my_groups'];
    });
    expect([idsOf(seen.users), seen.total_users, idsOf(beside)]).toEqual([[bob!.id], 1, [bob!.id]]);
  });
});
