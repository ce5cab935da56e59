import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinEvent } from '@paddock/contract/calls/event-attendance';
import { readShift, shiftEvents, type ShiftScope, undoShift } from '@paddock/contract/calls/event-shift';
import { readEvent, updateEvent } from '@paddock/contract/calls/events';
import { readNotifications } from '@paddock/contract/calls/notifications';
import { dayMs, hourMs, minuteMs } from '@paddock/contract/core/durations';
import { storedEvent } from '../../../test/events-scenario.js';
import { notified } from '../../../test/notified.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { TestWindows, until } from '../../../test/test-windows.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import type { NewEvent } from '../storage/event-rows.js';
import { ShiftNotifications } from './shift-notifications.js';
import { ShiftService } from './shift.service.js';

let services: TestServices;
let windows: TestWindows;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  for (const community of ['motorsport', 'workplace'])
    await services.configure(community, (file) => {
      file.flags['rsvp'] = true;
    });
  windows = new TestWindows(services);
});
afterAll(async () => {
  windows.closeAll();
  await services.close();
});

const minute = minuteMs;
const zone = 'Europe/Brussels';
const hq = { community: 'workplace', workplace: 'hq' };
const adminOf = (id: string) => ({ acl: [{ title: 'workplace_admin' as const, resources: [id] }] });
/** Eight in the morning in Brussels, a fresh day for each test. */
let days = 3;
const nextDay = () => {
  const at = new Date(Date.now() + (days += 2) * dayMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate(), 7);
};
/** The midnight that begins the next day of 25 hours in Brussels: the last Sunday of October, when the clocks go back. */
function nextLongDay(): number {
  const inYear = (year: number) => {
    const last = new Date(Date.UTC(year, 9, 31));
    return Date.UTC(year, 9, 31 - last.getUTCDay()) - 2 * hourMs;
  };
  const year = new Date().getUTCFullYear();
  const thisYear = inYear(year);
  return thisYear > Date.now() ? thisYear : inYear(year + 1);
}
const at = (start: number, hours: number) => new Date(start + hours * hourMs);
const session = (as: TestMember, start: number, hours: number, more: Partial<NewEvent> = {}) => {
  const [when, end] = [at(start, hours), at(start, hours + 0.5)];
  return storedEvent(services, as, { when, end, time_zone: zone, title: `Session ${hours}`, ...more });
};
const preview = async (as: TestMember, id: string, scope: ShiftScope = 'all') =>
  (await services.call(readShift, { id, scope }, { as })).body;
const shift = (as: TestMember, id: string, minutes: number, version: string, more: object = {}) =>
  services.call(shiftEvents, { id, minutes, version, client_id: randomUUID(), ...more }, { as });
const shiftAll = async (as: TestMember, id: string, minutes: number) =>
  shift(as, id, minutes, (await preview(as, id)).version);
const eventOf = async (as: TestMember, id: string) => (await services.call(readEvent, { id }, { as })).body.event;
const timesOf = (as: TestMember, ids: string[]) =>
  Promise.all(ids.map(async (id) => [(await eventOf(as, id)).when, (await eventOf(as, id)).end]));
const iso = (start: number, hours: number, minutes = 0) => at(start, hours + minutes / 60).toISOString();

describe(ShiftService, () => {
  it('moves the following sessions of the day and keeps their length, replies and the others', async () => {
    const [admin, ann] = [await services.member({ ...hq, ...adminOf('hq') }), await services.member(hq)];
    const start = nextDay();
    const before = await session(admin, start, 0);
    const [first, second] = [await session(admin, start, 2), await session(admin, start, 3)];
    const nextMorning = await session(admin, start, 24);
    const synced = await session(admin, start, 4, { synced: true });
    const wholeDay = await session(admin, start, 5, { when: at(start, 5), end: at(start, 5) });
    const elsewhere = await session(admin, start, 6, { time_zone: 'Asia/Tokyo' });
    await services.call(joinEvent, { id: second }, { as: ann });
    const seen = await preview(admin, first);
    expect(seen.sessions.map(({ id }) => id)).toEqual([first, second]);
    expect(seen.synced.map(({ id }) => id)).toEqual([synced]);
    expect([seen.time_zone, +new Date(seen.day_ends) > start + 12 * hourMs]).toEqual([zone, true]);
    const { status, body } = await shift(admin, first, 15, seen.version);
    expect([status, body.count, body.minutes]).toEqual([200, 2, 15]);
    expect(await timesOf(ann, [first, second])).toEqual([
      [iso(start, 2, 15), iso(start, 2.5, 15)],
      [iso(start, 3, 15), iso(start, 3.5, 15)],
    ]);
    expect(await eventOf(ann, second)).toMatchObject({ shifted_from: iso(start, 3), reply: 'attending' });
    const others = [before, nextMorning, synced, wholeDay, elsewhere];
    expect((await timesOf(ann, others)).map(([when]) => when)).toEqual(
      [0, 24, 4, 5, 6].map((hours) => iso(start, hours)),
    );
    expect((await eventOf(ann, before)).shifted_from).toBeUndefined();
  });

  it('shows the first start through further shifts, nothing back at it or after an edit', async () => {
    const admin = await services.member({ admin: true });
    const start = nextDay();
    const [one, two] = [await session(admin, start, 1), await session(admin, start, 2)];
    await shiftAll(admin, one, 15);
    await shiftAll(admin, two, 10);
    expect(await eventOf(admin, two)).toMatchObject({ when: iso(start, 2, 25), shifted_from: iso(start, 2) });
    await shiftAll(admin, two, -25);
    expect((await eventOf(admin, two)).shifted_from).toBeUndefined();
    await services.call(updateEvent, { id: one, when: iso(start, 1, 40), end: iso(start, 3) }, { as: admin });
    expect((await eventOf(admin, one)).shifted_from).toBeUndefined();
  });

  it.each(['series', 'color', 'group'] as const)('moves only those of the same %s', async (scope) => {
    const admin = await services.member({ admin: true });
    const start = nextDay();
    const group = (await services.group(admin, []))._id;
    const same = { series: 'GT', color: '#d92d3a', group };
    const other = { series: 'Cup', color: '#2a6fdb', group: undefined };
    const ids = [
      await session(admin, start, 1, same),
      await session(admin, start, 2, other),
      await session(admin, start, 3, same),
    ];
    const seen = await preview(admin, ids[0]!, scope);
    expect(seen.scopes).toEqual(['all', 'series', 'group', 'color']);
    const { body } = await shift(admin, ids[0]!, 5, seen.version, { scope });
    expect(body.count).toBe(2);
    expect((await timesOf(admin, ids)).map(([when]) => when)).toEqual([
      iso(start, 1, 5),
      iso(start, 2),
      iso(start, 3, 5),
    ]);
  });

  it('changes nothing after another version, before now, or by bad minutes', async () => {
    const admin = await services.member({ admin: true });
    const start = nextDay();
    const [one, two] = [await session(admin, start, 1), await session(admin, start, 2)];
    const { version } = await preview(admin, one);
    await services.call(updateEvent, { id: two, when: iso(start, 2, 5), end: iso(start, 3) }, { as: admin });
    expect((await shift(admin, one, 15, version)).body.code).toBe('CONFLICT');
    const soon = await storedEvent(services, admin, { when: new Date(Date.now() + 30 * minute), time_zone: zone });
    const refused = await shiftAll(admin, soon, -31);
    expect(refused.body).toMatchObject({ code: 'INVALID_START_DATE', fields: { minutes: 'INVALID_START_DATE' } });
    for (const minutes of [0, 721, -721, 1.5])
      expect((await shift(admin, one, minutes, version)).body.fields).toEqual({ minutes: 'minutes_INVALID_PATTERN' });
    expect((await timesOf(admin, [one, two])).map(([when]) => when)).toEqual([iso(start, 1), iso(start, 2, 5)]);
  });

  it('refuses a session that is over, a synced one and a whole day', async () => {
    const admin = await services.member({ admin: true });
    const start = nextDay();
    const over = await storedEvent(services, admin, { when: new Date(Date.now() - 2 * hourMs), time_zone: zone });
    const synced = await session(admin, start, 1, { synced: true });
    const wholeDay = await session(admin, start, 1, { when: at(start, 1), end: at(start, 1) });
    const codes = await Promise.all(
      [over, synced, wholeDay, '0'.repeat(24)].map(async (id) => (await shift(admin, id, 5, 'x'.repeat(43))).body.code),
    );
    expect(codes).toEqual(['EVENT_PAST', 'EVENT_SYNCED', 'INVALID_START_DATE', 'EVENT_NOT_FOUND']);
  });

  it('moves once for a resend, and for one of two admins who shift at once', async () => {
    const [ann, bob] = [await services.member({ admin: true }), await services.member({ admin: true })];
    const start = nextDay();
    const ids = [await session(ann, start, 1), await session(ann, start, 2), await session(ann, start, 3)];
    const { version } = await preview(ann, ids[0]!);
    const client_id = randomUUID();
    const resent = await Promise.all([1, 2, 3].map(() => shift(ann, ids[0]!, 10, version, { client_id })));
    expect(new Set(resent.map(({ body }) => body.id)).size).toBe(1);
    const again = await preview(ann, ids[0]!);
    const both = await Promise.all([
      shift(ann, ids[0]!, 10, again.version),
      shift(bob, ids[1]!, 10, (await preview(bob, ids[1]!)).version),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    const moved = (await timesOf(ann, ids)).map(([when]) => when);
    expect([[10, 20, 20].join(), [20, 20, 20].join()]).toContain(
      moved.map((when, index) => (Date.parse(when!) - start - (index + 1) * hourMs) / minute).join(),
    );
  });

  it('an undo moves back what it moved, once, for its admin, within two minutes', async () => {
    const [ann, bob] = [await services.member({ admin: true }), await services.member({ admin: true })];
    const start = nextDay();
    const ids = [await session(ann, start, 1), await session(ann, start, 2)];
    const { body: made } = await shiftAll(ann, ids[0]!, 15);
    const undo = (as: TestMember, id = made.id) => services.call(undoShift, { id }, { as });
    expect((await undo(bob)).body.code).toBe('FORBIDDEN');
    const replies = await Promise.all([undo(ann), undo(ann)]);
    expect(replies.map(({ body }) => body.undone)).toEqual([true, true]);
    expect((await timesOf(ann, ids)).map(([when]) => when)).toEqual([iso(start, 1), iso(start, 2)]);
    expect((await eventOf(ann, ids[0]!)).shifted_from).toBeUndefined();
    const { body: second } = await shiftAll(ann, ids[0]!, 15);
    const { body: third } = await shiftAll(ann, ids[1]!, 5);
    expect((await undo(ann, second.id)).body.code).toBe('CONFLICT');
    const shifts = services.get(Mongo).connection.collection<{ _id: string }>('event_shifts');
    await shifts.updateOne({ _id: third.id }, { $set: { created: new Date(Date.now() - 3 * minute) } });
    expect((await undo(ann, third.id)).body.code).toBe('EDIT_WINDOW_OVER');
    expect((await undo(ann, 'missing')).body.code).toBe('NOT_FOUND');
    expect((await eventOf(ann, ids[1]!)).when).toBe(iso(start, 2, 20));
  });

  it('is for admins of the workplace only', async () => {
    const admin = await services.member({ ...hq, ...adminOf('hq') });
    const creator = await services.member(hq);
    const elsewhere = await services.member({ ...hq, workplaces: ['hq', 'porto'], ...adminOf('porto') });
    const start = nextDay();
    const id = await session(creator, start, 1, { user: creator.id, organizer: creator.id });
    const { version } = await preview(admin, id);
    const { body: made } = await shift(admin, id, 5, version);
    for (const as of [creator, elsewhere]) {
      const replies = [
        await services.call(readShift, { id }, { as }),
        await shift(as, id, 5, version),
        await services.call(undoShift, { id: made.id }, { as }),
      ];
      expect(replies.map(({ body }) => body.code)).toEqual(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
    }
    const inPorto = await services.call(readShift, { id }, { as: elsewhere, workplace: 'porto' });
    expect(inPorto.body.code).toBe('EVENT_NOT_FOUND');
    const undone = await services.call(undoShift, { id: made.id }, { as: elsewhere, workplace: 'porto' });
    expect(undone.body.code).toBe('NOT_FOUND');
  });

  it('ends the day at the midnight of the place, also where the clocks change', async () => {
    const admin = await services.member({ admin: true });
    const night = nextLongDay();
    const ids = [await session(admin, night, 1), await session(admin, night, 24.5), await session(admin, night, 25)];
    const seen = await preview(admin, ids[0]!);
    expect(seen.sessions.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    expect(seen.day_ends).toBe(iso(night, 25));
    await shift(admin, ids[0]!, 45, seen.version);
    expect(await eventOf(admin, ids[1]!)).toMatchObject({ when: iso(night, 25, 15), shifted_from: iso(night, 24.5) });
  });

  it('changes open windows', async () => {
    const [admin, ann] = [await services.member({ admin: true }), await services.member()];
    const start = nextDay();
    const ids = [await session(admin, start, 1), await session(admin, start, 2)];
    const window = await windows.open(ann);
    await shiftAll(admin, ids[0]!, 15);
    const shown = (id: string, from: string) =>
      window.received.some(
        ({ event, payload }) =>
          event === 'updating_event' &&
          JSON.stringify(payload).includes(id) &&
          JSON.stringify(payload).includes(`"shifted_from":"${from}"`),
      );
    await until(() => shown(ids[0]!, iso(start, 1)) && shown(ids[1]!, iso(start, 2)));
  });
});

describe(ShiftNotifications, () => {
  const notificationsOf = async (as: TestMember) => {
    await notified(services, { timetable_shifted: ['TimetableShifted'], event_changed: ['EventUpdated'] });
    const { notifications } = (await services.call(readNotifications, { count: 100 }, { as })).body;
    return notifications.map(({ kind, facts }) => [kind, facts['title'], facts['minutes']].join(' '));
  };

  it('notifies the creator of a session by invitation', async () => {
    const [admin, ann] = [await services.member({ ...hq, ...adminOf('hq') }), await services.member(hq)];
    const id = await session(admin, nextDay(), 1, { user: ann.id, invitation_only: true });
    await shiftAll(admin, id, 5);
    expect(await notificationsOf(ann)).toEqual(['timetable_shifted Session 1 +5']);
  });

  it('notifies each reader once, of the first session that they may read; an undo takes it back', async () => {
    const place = { community: 'workplace', workplace: 'porto' };
    const admin = await services.member({ ...place, ...adminOf('porto') });
    const [ann, bob, quiet] = [
      await services.member(place),
      await services.member(place),
      await services.member({ ...place, preferences: { pn_event: false } }),
    ];
    const foe = await services.member({ ...place, blocked_users: [admin.id] });
    const eve = await services.member(hq);
    const people = [ann, bob, quiet, foe, eve, admin];
    const group = (await services.group(admin, [bob]))._id;
    const start = nextDay();
    const first = await session(admin, start, 1, { group, title: 'Team briefing' });
    await session(admin, start, 2, { title: 'Qualifying' });
    await services.call(joinEvent, { id: first }, { as: bob });
    const { body } = await shiftAll(admin, first, -5);
    expect(await Promise.all(people.map(notificationsOf))).toEqual([
      ['timetable_shifted Qualifying −5'],
      ['timetable_shifted Team briefing −5'],
      [],
      ['timetable_shifted Qualifying −5'],
      [],
      [],
    ]);
    const later = services.get(Mongo).connection.collection('later_mails');
    const mails = await later.find({ kind: 'timetable_shifted', user: { $in: people.map(({ id }) => id) } }).toArray();
    expect(mails.map(({ user }) => user).sort()).toEqual([ann, bob, quiet, foe].map(({ id }) => id).sort());
    await services.call(undoShift, { id: body.id }, { as: admin });
    const end = Date.now() + 20_000;
    while ((await notificationsOf(ann)).length > 0 && Date.now() < end) await new Promise((go) => setTimeout(go, 50));
    expect(await Promise.all([ann, bob, foe].map(notificationsOf))).toEqual([[], [], []]);
  });
});
