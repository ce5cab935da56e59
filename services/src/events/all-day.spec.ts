import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinEvent } from '@paddock/contract/calls/event-attendance';
import { readCalendarAddress } from '@paddock/contract/calls/event-calendar';
import { type PaddockEvent, readEvents, updateEvent } from '@paddock/contract/calls/events';
import { startOfDate, startOfDay } from '@paddock/contract/core/time-zones';
import { hourMs } from '@paddock/contract/core/durations';
import { createEventAs, eventOf, storedEvent } from '../../test/events-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../test/start-test-services.js';
import { AllDayRows } from './storage/all-day-rows.js';
import { EventRepository } from './storage/event.repository.js';

const zone = 'Pacific/Auckland';
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

/** The start of a day in the event's zone, and some hours later. */
const dayAt = (days: number, hours = 0, time_zone = zone) =>
  new Date(startOfDay(Date.now(), time_zone, days) + hours * hourMs).toISOString();
const whole = (first: number, last: number) => ({
  when: dayAt(first),
  end: dayAt(last),
  all_day: true,
  time_zone: zone,
});
const stored = async ({ id }: Pick<PaddockEvent, 'id'>) =>
  (await services.get(EventRepository).byId(tenantOfMember(admin), id))!;
const change = async ({ id }: PaddockEvent, fields: object) =>
  (await services.call(updateEvent, { id, ...fields }, { as: admin })).body;
const times = ({ when, end, all_day }: PaddockEvent) => [when, end, all_day];

describe('events of whole days', () => {
  it('have a first and a last day in their zone, whatever the time that was entered', async () => {
    const some = await eventOf(services, admin, { ...whole(2, 4), when: dayAt(2, 10), end: dayAt(4, 23) });
    expect(times(some)).toEqual([dayAt(2), dayAt(4), true]);
    expect((await stored(some)).until.toISOString()).toBe(dayAt(5));
    const one = await eventOf(services, admin, { when: dayAt(2, 10), end: dayAt(2, 10), time_zone: zone });
    expect(times(one)).toEqual([dayAt(2), dayAt(2), true]);
    const timed = await eventOf(services, admin, { when: dayAt(2), end: dayAt(4), time_zone: zone });
    expect(times(timed)).toEqual([dayAt(2), dayAt(4), false]);
    const reversed = await createEventAs(services, admin, whole(4, 3));
    expect(reversed.body).toMatchObject({ fields: { end: 'INVALID_END_DATE' } });
    expect((await createEventAs(services, admin, whole(-3, -1))).body.code).toBe('INVALID_END_DATE');
    expect((await createEventAs(services, admin, whole(-3, 0))).status).toBe(200);
  });

  it('are past four hours after their last day', async () => {
    const now = Date.now();
    const zones = ['Pacific/Kiritimati', 'Asia/Tokyo', 'Europe/Brussels', 'America/New_York', 'Pacific/Pago_Pago'];
    for (const time_zone of zones) {
      const ten = (days: number) => new Date(dayAt(days, 10, time_zone));
      const last = await storedEvent(services, admin, { ...{ when: ten(-3), end: ten(-1), all_day: true }, time_zone });
      const isOpen = now < startOfDay(now, time_zone) + 4 * hourMs;
      const joined = await services.call(joinEvent, { id: last }, { as: admin });
      expect([time_zone, joined.body.code]).toEqual([time_zone, isOpen ? undefined : 'EVENT_PAST']);
      const today = await storedEvent(services, admin, { ...{ when: ten(0), end: ten(0), all_day: true }, time_zone });
      expect((await services.call(joinEvent, { id: today }, { as: admin })).status).toBe(200);
    }
  });

  it('stay so by an update of other fields, and with days of the specification’s payload', async () => {
    const event = await eventOf(services, admin, whole(5, 7));
    expect(times(await change(event, { title: 'Renamed' }))).toEqual(times(event));
    expect(times(await change(event, { end: dayAt(8) }))).toEqual([dayAt(5), dayAt(8), true]);
    expect(times(await change(event, { when: dayAt(6, 3), end: dayAt(6, 3) }))).toEqual([dayAt(6), dayAt(6), true]);
    expect(times(await change(event, { when: dayAt(6, 3), end: dayAt(6, 5) }))).toEqual([
      dayAt(6, 3),
      dayAt(6, 5),
      false,
    ]);
    expect(times(await change(event, whole(6, 7)))).toEqual([dayAt(6), dayAt(7), true]);
    expect(times(await change(event, { when: dayAt(6), remove_fields: ['end'] }))).toEqual([
      dayAt(6),
      undefined,
      false,
    ]);
  });

  it('keep their dates in another zone', async () => {
    const event = await eventOf(services, admin, whole(5, 7));
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
    const [first, last] = [event.when, event.end!].map((at) => local.format(new Date(at)));
    const there = 'America/Los_Angeles';
    const moved = await change(event, { where_geo: [-118.24, 34.05] });
    expect([moved.time_zone, ...times(moved)]).toEqual([
      there,
      ...[first!, last!].map((date) => new Date(startOfDate(date, there)).toISOString()),
      true,
    ]);
  });

  it('are dates with an exclusive end in the calendar address, as are copies over a change of the clocks', async () => {
    const title = 'Camp of whole days';
    const event = await eventOf(services, admin, { ...whole(5, 7), title });
    await eventOf(services, admin, { ...whole(5, 6), title: 'Every week', recurrence: 'FREQ=WEEKLY;COUNT=40' });
    const span = { from: dayAt(0), to: dayAt(390) };
    const { events } = (await services.call(readEvents, span, { as: admin })).body;
    const copies = events.filter((each) => each.title === 'Every week');
    expect(copies).toHaveLength(40);
    for (const copy of copies) {
      expect([copy.all_day, copy.when]).toEqual([
        true,
        new Date(startOfDay(Date.parse(copy.when), zone)).toISOString(),
      ]);
      expect(copy.end).toBe(new Date(startOfDay(Date.parse(copy.when), zone, 1)).toISOString());
    }
    const { address } = (await services.call(readCalendarAddress, {}, { as: admin })).body;
    const headers = { host: 'motorsport.localhost' };
    const { text } = await services.request('GET', new URL(address).pathname, { headers });
    const local = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' });
    const date = (days: number) => local.format(new Date(dayAt(days))).replaceAll('-', '');
    const entry = text.split('BEGIN:VEVENT').find((each) => each.includes(event.id))!;
    expect(entry).toContain(`DTSTART;VALUE=DATE:${date(5)}\r\nDTEND;VALUE=DATE:${date(8)}\r\n`);
  });

  it('were stored without the field before: they get it with the end of their day', async () => {
    const when = new Date(dayAt(0, 10, 'Europe/Brussels'));
    const id = await storedEvent(services, admin, { when, end: when });
    const events = services.get(EventRepository);
    const tenant = tenantOfMember(admin);
    const before = await events.byId(tenant, id);
    expect(before?.all_day).toBeUndefined();
    await services.get(AllDayRows).convert();
    const after = await events.byId(tenant, id);
    expect([after?.all_day, after?.until.toISOString()]).toEqual([true, dayAt(1, 0, 'Europe/Brussels')]);
    const listed = (await services.call(readEvents, {}, { as: admin })).body.events;
    expect(listed.find((event) => event.id === id)?.all_day).toBe(true);
  });
});
