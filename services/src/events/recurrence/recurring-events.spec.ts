import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readBadges } from '@paddock/contract/calls/badges';
import { readEvent } from '@paddock/contract/calls/events';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { randomUUID } from 'node:crypto';
import { createEventAs, storedEvent } from '../../../test/events-scenario.js';
import { evening, ids, later, RecurringScenario, wall, zone } from '../../../test/recurring-scenario.js';
import { startTestServices, type TestMember, type TestServices } from '../../../test/start-test-services.js';
import { RecurringEvents } from './recurring-events.js';

let services: TestServices;
let scenario: RecurringScenario;
let ann: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['events_tab'] = { public_add_event: true };
    file.flags['rsvp'] = true;
  });
  ann = await services.member();
  scenario = new RecurringScenario(services, ann);
});
afterAll(() => services.close());

describe('creating a recurring event', () => {
  it('makes copies in the wall time of the zone, each with an id of its own', async () => {
    const { title, first } = await scenario.repeating('FREQ=WEEKLY');
    const copies = await scenario.copiesOf(title);
    expect(copies.length).toBeGreaterThanOrEqual(57);
    expect(copies.length).toBeLessThanOrEqual(58);
    expect(new Set(copies.map((copy) => wall(copy).slice(11)))).toEqual(new Set(['18:00']));
    for (const copy of copies) {
      expect(copy.id).toMatch(/^[\w-]{24}_\d{8}T\d{4}Z$/);
      expect(copy).toMatchObject({ recurring: true, time_zone: zone, can_edit: true });
      expect(Date.parse(copy.end!) - Date.parse(copy.when)).toBe(2 * hourMs);
    }
    expect(copies[0]!.id).toBe(first.id);
    expect((await scenario.read(copies[3]!.id)).recurrence).toBe('FREQ=WEEKLY');
  });

  it.each([
    ['FREQ=HOURLY', 'recurrence', 'recurrence_INVALID_PATTERN'],
    ['FREQ=WEEKLY;COUNT=3;UNTIL=20300101', 'recurrence', 'recurrence_INVALID_PATTERN'],
    ['FREQ=DAILY;INTERVAL=0', 'recurrence', 'recurrence_INVALID_PATTERN'],
    ['FREQ=DAILY;BYSECOND=1', 'recurrence', 'recurrence_INVALID_PATTERN'],
    ['FREQ=DAILY;UNTIL=20200101', 'recurrence', 'INVALID_RECURRENCE'],
  ])('refuses %s and stores nothing', async (recurrence, field, code) => {
    const title = `Refused ${recurrence}`;
    const when = evening(7);
    const { status, body } = await createEventAs(services, ann, { title, when, end: later(when, hourMs), recurrence });
    expect([status, body.fields?.[field]]).toEqual([400, code]);
    expect(await scenario.copiesOf(title)).toEqual([]);
  });

  it('refuses a start that is none of the dates', async () => {
    const when = evening(7);
    const names = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
    const other = names[(new Date(when).getUTCDay() + 1) % 7];
    const { body } = await createEventAs(services, ann, {
      ...{ when, end: later(when, hourMs), time_zone: zone },
      recurrence: `FREQ=WEEKLY;BYDAY=${other}`,
    });
    expect([body.code, body.fields]).toEqual(['INVALID_RECURRENCE', { recurrence: 'INVALID_RECURRENCE' }]);
  });

  it('returns the first copy to a resend, and makes no second one', async () => {
    const [client_id, title] = [randomUUID(), 'Sent twice'];
    const { first } = await scenario.repeating('FREQ=DAILY;COUNT=3', { client_id, title });
    expect((await scenario.repeating('FREQ=DAILY;COUNT=3', { client_id, title })).first.id).toBe(first.id);
    expect(await scenario.copiesOf(title)).toHaveLength(3);
  });

  it('takes a past event with a new start only', async () => {
    const admin = await services.member({ admin: true });
    const id = await storedEvent(services, ann, { when: new Date('2018-06-01T10:00:00Z'), user: ann.id });
    const recurrence = 'FREQ=DAILY';
    const refused = { code: 'INVALID_START_DATE', fields: { when: 'INVALID_START_DATE' } };
    expect((await scenario.update(admin, id, { recurrence })).body).toMatchObject(refused);
    expect((await scenario.read(id)).recurrence).toBeUndefined();
    expect((await scenario.update(admin, id, { recurrence, when: evening(1) })).status).toBe(200);
  });

  it('is new to a member once', async () => {
    const bob = await services.member();
    const badge = async () => (await services.call(readBadges, {}, { as: bob })).body.badges.events ?? 0;
    expect(await badge()).toBe(0);
    const { title } = await scenario.repeating('FREQ=DAILY;COUNT=30');
    expect((await scenario.copiesOf(title, bob)).filter((copy) => copy.new)).toHaveLength(1);
    expect(await badge()).toBe(1);
  });

  it('adds further copies as time passes, once', async () => {
    const { title } = await scenario.repeating('FREQ=WEEKLY');
    const before = await scenario.copiesOf(title);
    const recurring = services.get(RecurringEvents);
    const in30Days = new Date(Date.now() + 30 * dayMs);
    await Promise.all([recurring.extendDue(in30Days), recurring.extendDue(in30Days)]);
    await recurring.extendDue(in30Days);
    const after = await scenario.copiesOf(title);
    expect(after.length - before.length).toBeGreaterThanOrEqual(3);
    expect(after.length - before.length).toBeLessThanOrEqual(5);
    expect(new Set(ids(after)).size).toBe(after.length);
  });
});

describe('who may', () => {
  it('is as for any event: others are refused with every scope, and nothing changes', async () => {
    const { title } = await scenario.repeating('FREQ=DAILY;COUNT=3');
    const bob = await services.member();
    const [first] = await scenario.copiesOf(title);
    for (const scope of ['one', 'following', 'all'] as const) {
      expect((await scenario.update(bob, first!.id, { where: 'Mine', scope })).body.code).toBe('FORBIDDEN');
      expect((await scenario.remove(bob, first!.id, scope)).body.code).toBe('FORBIDDEN');
    }
    expect((await scenario.copiesOf(title)).map((copy) => copy.where)).toEqual(['', '', '']);
  });

  it('is hidden with its group, by every copy', async () => {
    const group = await services.group(ann);
    const bob = await services.member();
    const { title } = await scenario.repeating('FREQ=DAILY;COUNT=3', { group: group._id });
    expect(await scenario.copiesOf(title, bob)).toEqual([]);
    for (const { id } of await scenario.copiesOf(title))
      expect((await services.call(readEvent, { id }, { as: bob })).body.code).toBe('EVENT_NOT_FOUND');
  });
});
