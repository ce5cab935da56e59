import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { joinEvent } from '@paddock/contract/calls/event-attendance';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { acceptOrganizing, createEventAs } from '../../../test/events-scenario.js';
import { evening, ids, later, RecurringScenario, wall, zone } from '../../../test/recurring-scenario.js';
import {
  startTestServices,
  tenantOfMember,
  type TestMember,
  type TestServices,
} from '../../../test/start-test-services.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { RecurringEvents } from './recurring-events.js';

let services: TestServices;
let scenario: RecurringScenario;
let admin: TestMember;
let ann: TestMember;
beforeAll(async () => {
  services = await startTestServices({ RATE_LIMITS: 'off' });
  await services.configure('motorsport', (file) => {
    file.flags['events_tab'] = { public_add_event: true };
    file.flags['rsvp'] = true;
  });
  const acl = [{ title: 'workplace_admin' as const, resources: [''] }];
  [admin, ann] = await Promise.all([services.member({ acl }), services.member()]);
  scenario = new RecurringScenario(services, ann);
});
afterAll(() => services.close());

describe('one copy', () => {
  it('changes alone, and keeps its own values when all change', async () => {
    const { title } = await scenario.repeating('FREQ=WEEKLY;COUNT=5');
    const [, second] = await scenario.copiesOf(title);
    expect((await scenario.update(ann, second!.id, { where: 'Pit 3', capacity: 4 })).status).toBe(200);
    expect((await scenario.copiesOf(title)).map((copy) => copy.where)).toEqual(['', 'Pit 3', '', '', '']);
    expect(
      (await scenario.update(ann, (await scenario.copiesOf(title))[3]!.id, { where: 'Hall', scope: 'all' })).status,
    ).toBe(200);
    const after = await scenario.copiesOf(title);
    expect(after.map((copy) => copy.where)).toEqual(['Hall', 'Pit 3', 'Hall', 'Hall', 'Hall']);
    expect(after[1]!.capacity).toBe(4);
  });

  it('keeps its own time when all others move', async () => {
    const { title } = await scenario.repeating('FREQ=WEEKLY;COUNT=4');
    const copies = await scenario.copiesOf(title);
    const [, second, third] = copies;
    const own = later(second!.when, 3 * hourMs);
    await scenario.update(ann, second!.id, { when: own, end: later(own, hourMs) });
    const moved = later(third!.when, -hourMs);
    const { status } = await scenario.update(ann, third!.id, {
      when: moved,
      end: later(moved, 2 * hourMs),
      scope: 'all',
    });
    expect(status).toBe(200);
    const after = await scenario.copiesOf(title);
    expect(after.map((copy) => wall(copy).slice(11))).toEqual(['17:00', '21:00', '17:00', '17:00']);
    expect(ids(after)).toEqual(ids(copies));
  });

  it('takes the value of the others again once it has theirs', async () => {
    const { title } = await scenario.repeating('FREQ=WEEKLY;COUNT=3', { where: 'Hall' });
    const [, second] = await scenario.copiesOf(title);
    await scenario.update(ann, second!.id, { where: 'Pit 3', capacity: 4 });
    await scenario.update(ann, second!.id, { where: 'Hall', remove_fields: ['capacity'] });
    const { id } = (await scenario.copiesOf(title))[0]!;
    expect((await scenario.update(ann, id, { where: 'Box', capacity: 9, scope: 'all' })).status).toBe(200);
    const after = await scenario.copiesOf(title);
    expect(after.map(({ where, capacity }) => [where, capacity])).toEqual(after.map(() => ['Box', 9]));
  });

  it('is deleted alone, and does not come back', async () => {
    const { title } = await scenario.repeating('FREQ=WEEKLY;COUNT=4');
    const copies = await scenario.copiesOf(title);
    expect((await scenario.remove(ann, copies[1]!.id, 'one')).status).toBe(200);
    expect(ids(await scenario.copiesOf(title))).toEqual([0, 2, 3].map((number) => copies[number]!.id));
    const moved = later(copies[0]!.when, hourMs);
    await scenario.update(ann, copies[0]!.id, { when: moved, end: later(moved, 2 * hourMs), scope: 'all' });
    expect(ids(await scenario.copiesOf(title))).toEqual([0, 2, 3].map((number) => copies[number]!.id));
  });

  it('gives its organizer no right over the others', async () => {
    const bob = await services.member();
    const { title } = await scenario.repeating('FREQ=WEEKLY;COUNT=4');
    const copies = await scenario.copiesOf(title);
    await scenario.update(ann, copies[1]!.id, { organizer: bob.id });
    await acceptOrganizing(services, bob, copies[1]!.id);
    await scenario.update(ann, copies[3]!.id, { invitation_only: true, desc: 'Private' });
    const tries = [
      await scenario.update(bob, copies[1]!.id, { where: 'Bar', scope: 'all' }),
      await scenario.update(bob, copies[1]!.id, { invitation_only: true, invited: [bob.id], scope: 'following' }),
      await scenario.update(bob, copies[1]!.id, { remove_fields: ['recurrence'], scope: 'all' }),
      await scenario.remove(bob, copies[1]!.id, 'all'),
      await scenario.remove(bob, copies[1]!.id, 'following'),
    ];
    expect(tries.map(({ body }) => 'code' in body && body.code)).toEqual(tries.map(() => 'FORBIDDEN'));
    const rights = [bob, ann, admin].map(async (as) => (await scenario.read(copies[1]!.id, as)).manages_all);
    expect(await Promise.all(rights)).toEqual([false, true, true]);
    expect((await scenario.copiesOf(title)).map(({ where }) => where)).toEqual(['', '', '', '']);
    expect((await scenario.update(bob, copies[1]!.id, { where: 'Bar' })).status).toBe(200);
  });

  it('of another organizer stays when the organizer of the whole changes or deletes it', async () => {
    const [bob, eve] = [await services.member(), await services.member()];
    const { title } = await scenario.repeating('FREQ=WEEKLY;COUNT=4', { organizer: bob.id });
    const copies = await scenario.copiesOf(title);
    await acceptOrganizing(services, bob, copies[0]!.id);
    const own = { organizer: eve.id, invitation_only: true, invited: [eve.id] };
    await scenario.update(ann, copies[2]!.id, own);
    await acceptOrganizing(services, eve, copies[2]!.id);
    expect((await scenario.update(bob, copies[0]!.id, { where: 'Hall', scope: 'all' })).status).toBe(200);
    expect((await scenario.copiesOf(title)).map(({ where }) => where)).toEqual(['Hall', 'Hall', '', 'Hall']);
    const everybody = { invitation_only: true, invited: [bob.id], scope: 'all' as const };
    expect((await scenario.update(bob, copies[0]!.id, everybody)).status).toBe(200);
    expect(ids(await scenario.copiesOf(title, bob))).toEqual([0, 1, 3].map((number) => copies[number]!.id));
    expect((await scenario.remove(bob, copies[0]!.id, 'all')).status).toBe(200);
    expect(ids(await scenario.copiesOf(title))).toEqual([copies[2]!.id]);
  });

  it('takes no rule of its own', async () => {
    const { title } = await scenario.repeating('FREQ=WEEKLY;COUNT=3');
    const [first] = await scenario.copiesOf(title);
    expect((await scenario.update(ann, first!.id, { recurrence: 'FREQ=DAILY;COUNT=3' })).body.code).toBe(
      'INVALID_RECURRENCE',
    );
    expect((await scenario.update(ann, first!.id, { remove_fields: ['recurrence'] })).body.code).toBe(
      'INVALID_RECURRENCE',
    );
    expect((await scenario.update(ann, first!.id, { recurrence: 'FREQ=WEEKLY;COUNT=3' })).status).toBe(200);
    expect(await scenario.copiesOf(title)).toHaveLength(3);
  });
});

const names = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
/** The weekday of the first copy, or some days later. */
const dayName = (days: number) => names[(new Date(evening(7)).getUTCDay() + days) % 7]!;

describe('this and following', () => {
  it('splits: earlier copies stay, replies stay, and all means the rest afterwards', async () => {
    const { title } = await scenario.repeating('FREQ=WEEKLY;COUNT=6');
    const copies = await scenario.copiesOf(title);
    for (const copy of copies) await services.call(joinEvent, { id: copy.id }, { as: admin });
    expect((await scenario.update(ann, copies[2]!.id, { where: 'New hall', scope: 'following' })).status).toBe(200);
    const after = await scenario.copiesOf(title, admin);
    expect(after.map((copy) => copy.where)).toEqual(['', '', ...Array<string>(4).fill('New hall')]);
    expect(after.map((copy) => copy.reply)).toEqual(Array(6).fill('attending'));
    expect(ids(after)).toEqual(ids(copies));
    expect((await scenario.read(copies[3]!.id)).recurrence).toBe('FREQ=WEEKLY;COUNT=4');
    expect((await scenario.read(copies[0]!.id)).recurrence).toMatch(/^FREQ=WEEKLY;UNTIL=\d{8}$/);
    await scenario.update(ann, copies[5]!.id, { desc: 'Rest', scope: 'all' });
    expect((await scenario.copiesOf(title)).map((copy) => copy.desc)).toEqual(['', '', 'Rest', 'Rest', 'Rest', 'Rest']);
  });

  it('moves to another day of the week with the rule', async () => {
    const when = evening(7);
    const { title } = await scenario.repeating(`FREQ=WEEKLY;BYDAY=${dayName(0)};COUNT=5`, { when });
    const copies = await scenario.copiesOf(title);
    await services.call(joinEvent, { id: copies[4]!.id }, { as: admin });
    const moved = evening(7 + 14 + 1);
    const times = { when: moved, end: later(moved, 2 * hourMs), scope: 'following' as const };
    expect((await scenario.update(ann, copies[2]!.id, times)).body.code).toBe('INVALID_RECURRENCE');
    const recurrence = `FREQ=WEEKLY;BYDAY=${dayName(1)};COUNT=5`;
    expect((await scenario.update(ann, copies[2]!.id, { ...times, recurrence })).status).toBe(200);
    const after = await scenario.copiesOf(title, admin);
    expect(after.map((copy) => copy.when)).toEqual([
      ...copies.slice(0, 2).map((copy) => copy.when),
      ...[22, 29, 36].map(evening),
    ]);
    expect(ids(after)).toEqual(ids(copies));
    expect(after[4]!.reply).toBe('attending');
  });

  it('is deleted from a copy on', async () => {
    const { title } = await scenario.repeating('FREQ=DAILY');
    const copies = await scenario.copiesOf(title);
    expect((await scenario.remove(ann, copies[3]!.id, 'following')).status).toBe(200);
    expect(ids(await scenario.copiesOf(title))).toEqual(ids(copies.slice(0, 3)));
    await services.get(RecurringEvents).extendDue(new Date(Date.now() + 30 * dayMs));
    expect(await scenario.copiesOf(title)).toHaveLength(3);
  });
});

describe('all copies', () => {
  it('count the rule from the day of a moved copy that gets another end', async () => {
    const { title } = await scenario.repeating(`FREQ=WEEKLY;BYDAY=${dayName(0)},${dayName(2)};COUNT=4`);
    const [first] = await scenario.copiesOf(title);
    const when = evening(8);
    expect((await scenario.update(ann, first!.id, { when, end: later(when, 2 * hourMs) })).status).toBe(200);
    const times = { when, end: later(when, 3 * hourMs), scope: 'all' as const };
    expect((await scenario.update(ann, first!.id, times)).body.code).toBe('INVALID_RECURRENCE');
    const recurrence = `FREQ=WEEKLY;BYDAY=${dayName(1)},${dayName(2)};COUNT=4`;
    expect((await scenario.update(ann, first!.id, { ...times, recurrence })).status).toBe(200);
    const after = await scenario.copiesOf(title);
    expect(after.map((copy) => copy.when)).toEqual([8, 9, 15, 16].map(evening));
    expect(after.map((copy) => copy.end)).toEqual(after.map((copy) => later(copy.when, 3 * hourMs)));
  });

  it('get more or fewer dates with the rule, by date', async () => {
    const { title } = await scenario.repeating('FREQ=DAILY;COUNT=6');
    const copies = await scenario.copiesOf(title);
    for (const copy of copies) await services.call(joinEvent, { id: copy.id }, { as: admin });
    expect(
      (await scenario.update(ann, copies[0]!.id, { recurrence: 'FREQ=DAILY;INTERVAL=2;COUNT=4', scope: 'all' })).status,
    ).toBe(200);
    const after = await scenario.copiesOf(title, admin);
    expect(after.map((copy) => copy.when)).toEqual([7, 9, 11, 13].map(evening));
    expect(ids(after).slice(0, 3)).toEqual([0, 2, 4].map((number) => copies[number]!.id));
    expect(after.map((copy) => copy.reply)).toEqual(['attending', 'attending', 'attending', undefined]);
  });

  it('stop repeating: the edited copy stays', async () => {
    const { title } = await scenario.repeating('FREQ=DAILY;COUNT=4');
    const copies = await scenario.copiesOf(title);
    const { status } = await scenario.update(ann, copies[2]!.id, {
      remove_fields: ['recurrence'],
      scope: 'all',
      where: 'Here',
    });
    expect(status).toBe(200);
    const after = await scenario.copiesOf(title);
    expect(after.map(({ id, where, recurring }) => [id, where, recurring])).toEqual([
      [copies[2]!.id, 'Here', undefined],
    ]);
  });

  it('leave those that are over, also for admins, and refuse when none is left', async () => {
    const over = async (rule: string, title: string) => {
      const when = new Date(evening(-3));
      const fields = { title, when, time_zone: zone, where: '', desc: '', color: '#123456', images: [], files: [] };
      const given = { ...fields, invitation_only: false, invited: [] };
      await services
        .get(Mongo)
        .transaction((session) =>
          services.get(RecurringEvents).add(tenantOfMember(ann), rule, given, { user: ann.id }, session),
        );
      return scenario.copiesOf(title);
    };
    const copies = await over('FREQ=DAILY;COUNT=7', 'Began before');
    const [past, coming] = [copies[1]!, copies[5]!];
    expect((await scenario.update(ann, past.id, { where: 'Changed', scope: 'all' })).body.code).toBe('EVENT_PAST');
    for (const id of [coming.id, past.id])
      expect((await scenario.update(admin, id, { where: `By ${id}`, scope: 'all' })).status).toBe(200);
    const wheres = (await scenario.copiesOf('Began before')).map((copy) => copy.where);
    expect(wheres.slice(0, 3)).toEqual(['', '', '']);
    expect(wheres.slice(4)).toEqual(Array(3).fill(`By ${past.id}`));
    const moved = later(coming.when, hourMs);
    expect((await scenario.update(ann, coming.id, { when: moved, scope: 'all' })).status).toBe(200);
    const times = (await scenario.copiesOf('Began before')).map((copy) => wall(copy).slice(11));
    expect([times.slice(0, 3), times.slice(4)]).toEqual([Array(3).fill('18:00'), Array(3).fill('19:00')]);
    expect((await scenario.remove(admin, coming.id, 'all')).status).toBe(200);
    expect((await scenario.copiesOf('Began before')).length).toBeLessThanOrEqual(4);
    expect((await scenario.remove(admin, past.id, 'all')).body.code).toBe('EVENT_PAST');

    const [ended] = await over('FREQ=DAILY;COUNT=2', 'All over');
    expect((await scenario.update(admin, ended!.id, { where: 'x', scope: 'all' })).body.code).toBe('EVENT_PAST');
    expect((await scenario.remove(admin, ended!.id, 'following')).body.code).toBe('EVENT_PAST');
    expect((await scenario.remove(admin, ended!.id, 'one')).status).toBe(200);
  });

  it('make an event repeat later on, under its own address', async () => {
    const when = evening(9);
    const event = (
      await createEventAs(services, ann, { title: 'Grows', when, end: later(when, hourMs), time_zone: zone })
    ).body;
    await services.call(joinEvent, { id: event.id }, { as: admin });
    expect((await scenario.update(ann, event.id, { recurrence: 'FREQ=WEEKLY;COUNT=3' })).status).toBe(200);
    const copies = await scenario.copiesOf('Grows', admin);
    expect(copies.map((copy) => [copy.when, copy.reply])).toEqual([
      [when, 'attending'],
      [evening(16), undefined],
      [evening(23), undefined],
    ]);
    expect(copies[0]!.id).toBe(event.id);
    expect((await scenario.remove(ann, copies[1]!.id, 'all')).status).toBe(200);
    expect(await scenario.copiesOf('Grows')).toEqual([]);
  });

  it('change once after the other when two admins change one and all at once', async () => {
    const { title } = await scenario.repeating('FREQ=WEEKLY;COUNT=8');
    const copies = await scenario.copiesOf(title);
    const replies = await Promise.all([
      scenario.update(admin, copies[4]!.id, { capacity: 7 }),
      scenario.update(ann, copies[2]!.id, { where: 'Second', scope: 'following' }),
      scenario.update(admin, copies[0]!.id, { desc: 'All', scope: 'all' }),
      scenario.remove(admin, copies[6]!.id, 'one'),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const after = await scenario.copiesOf(title);
    expect(ids(after)).toEqual(ids(copies.filter((_, number) => number !== 6)));
    expect(after[4]!.capacity).toBe(7);
    expect(after.slice(2).every((copy) => copy.where === 'Second')).toBe(true);
    expect(after.slice(0, 2).every((copy) => copy.desc === 'All')).toBe(true);
  });
});
