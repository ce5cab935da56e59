import { describe, expect, it } from '@jest/globals';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import type { Flags } from '@paddock/contract/core/flags';
import { switchName } from '@paddock/mfe-kit/form';
import { updateEventForm } from './event-forms';
import { eventFormValues, updateInputOf } from './event-input';
import { recurrenceFields } from './recurrence-fields';
import { movedCopyOf } from './recurrence/moved-copy';
import { ruleFormValues } from './recurrence/rule-input';

const [when, end] = ['2026-06-16T16:00:30.000Z', '2026-06-16T18:00:00.000Z'];
const time_zone = 'Europe/Brussels';
const bob = { id: 'bob', fullname: 'Bob', username: 'bob' };
const event = {
  ...{ id: 'e1', title: 'Briefing', when, end, all_day: false, time_zone, where: 'Pit 3', desc: '', color: '#2a6fdb' },
  ...{ image_urls: ['/files/a'], files: [], invitation_only: true, capacity: 12, geo: [5.97, 50.43], organizer: bob },
} as unknown as PaddockEvent;
const details = { event, invited: [bob] as never[] };

/** What the form has when it opens: its times have minutes. */
const opened = {
  ...{
    title: 'Briefing',
    when: '2026-06-16T16:00:00.000Z',
    end,
    time_zone,
    where: 'Pit 3',
    desc: '',
    color: '#2a6fdb',
  },
  ...{ image_urls: ['/files/a'], files: [], invitation_only: true, invited: ['bob'], capacity: '12' },
  ...{
    position: '50.43, 5.97',
    organizer: 'bob',
    organizer_name: '',
    registration_url: '',
    group: '',
    repeats: 'none',
  },
};

describe(updateInputOf, () => {
  it('sends nothing of a form that changes nothing', () => {
    expect(updateInputOf(details, opened)).toEqual({ id: 'e1' });
  });

  it('sends what changes and no times with it', () => {
    const input = { ...opened, title: 'Debrief', invited: ['bob', 'ann'], capacity: '' };
    expect(updateInputOf(details, input)).toEqual({
      ...{ id: 'e1', title: 'Debrief', invited: ['bob', 'ann'] },
      remove_fields: ['capacity'],
    });
    const { where: _, ...without } = opened;
    expect(updateInputOf(details, without)).toEqual({ id: 'e1', where: '' });
  });

  it('sends start, end and zone together, the unchanged ones to the second', () => {
    const later = '2026-06-16T19:00:00.000Z';
    expect(updateInputOf(details, { ...opened, end: later })).toEqual({
      id: 'e1',
      when,
      end: later,
      all_day: false,
      time_zone,
    });
  });

  it('sends whole days by their starts in the zone, and times in place of them', () => {
    const days = { ...opened, when: undefined, end: undefined, first_day: '2026-10-24', last_day: '2026-10-26' };
    const [first, last] = ['2026-10-23T22:00:00.000Z', '2026-10-25T23:00:00.000Z'];
    const sent = { when: first, end: last, all_day: true, time_zone };
    expect(updateInputOf(details, days)).toEqual({ id: 'e1', ...sent });
    const whole = { ...details, event: { ...event, ...sent } };
    expect(updateInputOf(whole, days)).toEqual({ id: 'e1' });
    expect(updateInputOf(whole, opened)).toEqual({ id: 'e1', when: opened.when, end, all_day: false, time_zone });
    expect(eventFormValues({ ...whole, siblings: [] })).toMatchObject({
      first_day: '2026-10-24',
      last_day: '2026-10-26',
    });
  });

  it('compares the organizer with the asked member where there is no organizer yet', () => {
    const { organizer: _, ...without } = event;
    const asking = { event: without, asked_organizer: bob as never, invited: details.invited };
    expect(eventFormValues({ ...asking, siblings: [] })['organizer']).toMatchObject([{ id: 'bob' }]);
    expect(updateInputOf(asking, opened)).toEqual({ id: 'e1' });
    expect(updateInputOf(asking, { ...opened, organizer: 'eve' })).toEqual({ id: 'e1', organizer: 'eve' });
    const { organizer: __, ...blank } = opened;
    expect(updateInputOf(asking, blank)).toEqual({ id: 'e1', remove_fields: ['organizer'] });
  });

  it('keeps the zone at a new position', () => {
    const input = { ...opened, position: '41.15, -8.61' };
    expect(updateInputOf(details, input)).toEqual({ id: 'e1', where_geo: [-8.61, 41.15], time_zone });
  });
});

describe('a copy that was moved from the third Monday to Tuesday', () => {
  const [monday, thursday] = ['2026-06-15T16:00:30.000Z', '2026-06-18T16:00:00.000Z'];
  const copy = { ...event, recurring: true, place: monday };
  /** The same wall times in another zone. */
  const inLondon = { when: '2026-06-16T17:00:00.000Z', end: '2026-06-16T19:00:00.000Z', time_zone: 'Europe/London' };
  const formOf = (recurrence: string, fields: object = {}) => {
    const rule = ruleFormValues(recurrence, '2026-06-15T18:00');
    return { ...opened, ...rule, ...fields } as Parameters<typeof updateInputOf>[1];
  };

  it('has its rule by the place on the form, and sends none that stays', () => {
    const recurrence = 'FREQ=MONTHLY;BYDAY=3MO';
    const before = { ...details, event: copy, recurrence };
    expect(eventFormValues({ ...before, siblings: [] })).toMatchObject({ repeats: 'custom', monthly: 'nth' });
    const sent = { id: 'e1', scope: 'all', title: 'Debrief' };
    expect(updateInputOf(before, formOf(recurrence, { title: 'Debrief' }), 'all')).toEqual(sent);
    const ending = formOf(recurrence, { ends: 'count', count: '5' });
    const counted = { id: 'e1', scope: 'all', recurrence: `${recurrence};COUNT=5` };
    expect(updateInputOf(before, ending, 'all')).toEqual(counted);
  });

  it('sends the rule of a new start with all copies, and none with one', () => {
    const recurrence = 'FREQ=WEEKLY';
    const before = { ...details, event: copy, recurrence };
    const form = formOf(recurrence, { when: thursday, end: '2026-06-18T18:00:00.000Z' });
    expect(updateInputOf(before, form, 'all')).toMatchObject({ scope: 'all', when: thursday, recurrence });
    const one = updateInputOf(before, form, 'one');
    expect(one).toMatchObject({ scope: 'one', when: thursday });
    expect(one).not.toHaveProperty('recurrence');
  });

  it.each([
    ['end', { end: '2026-06-16T19:00:00.000Z' }],
    ['zone', inLondon],
  ])('sends the rule from its own day with another %s', (_, fields) => {
    const before = { ...details, event: copy, recurrence: 'FREQ=MONTHLY;BYDAY=3MO' };
    const sent = updateInputOf(before, formOf(before.recurrence, fields), 'all');
    expect(sent).toMatchObject({ when, ...fields, recurrence: 'FREQ=MONTHLY;BYDAY=3TU' });
    const atPlace = { ...before, event: { ...copy, place: when }, recurrence: 'FREQ=WEEKLY' };
    const { recurrence } = updateInputOf(atPlace, formOf('FREQ=WEEKLY', { end: '2026-06-16T19:00:00.000Z' }), 'all');
    expect(recurrence).toBeUndefined();
  });

  it.each([
    ['the end', { end: '2026-06-16T21:00' }, 'Tuesday'],
    ['the zone', { time_zone: 'Europe/London' }, 'Tuesday'],
    ['times to whole days', { [switchName({ id: 'days_only' })]: true, first_day: '2026-06-16' }, 'Tuesday'],
    ['an end to no end', { [switchName({ id: 'end' })]: false }, 'Tuesday'],
    ['the title', { title: 'Debrief' }, 'Monday'],
  ])('names the day of its rule after a change of %s', (_, fields, day) => {
    const entered = { ...eventFormValues({ ...details, event: copy, recurrence: 'FREQ=WEEKLY', siblings: [] }) };
    const t = (key: string, values?: object) => `${key} ${JSON.stringify(values)}`;
    const context = { locale: 'en', scope: 'all' as const, moved: movedCopyOf(copy) };
    const [repeats] = recurrenceFields(t, context);
    const all = { ...entered, [switchName({ id: 'end' })]: true, ...fields };
    const { options } = repeats as unknown as { options: (entered: object) => { id: string; label: string }[] };
    expect(options(all).find(({ id }) => id === 'weekly')?.label).toContain(day);
  });

  it.each([
    ['keeps the days of its rule', copy, {}, true],
    ['has to start on one of them at another time', copy, { when: thursday, end: '2026-06-18T18:00:00.000Z' }, false],
    ['has to start on one of them with another end', copy, { end: '2026-06-16T19:00:00.000Z' }, false],
    ['has to start on one of them without an end', copy, { end: undefined }, false],
    ['has to start on one of them in another zone', copy, inLondon, false],
    ['is refused, and nothing throws, with a blank end', copy, { end: '' }, false],
    ['has to start on one of them where it is at its place', event, {}, false],
  ])('%s', (_, of, fields, isValid) => {
    const { success } = updateEventForm(movedCopyOf(of))
      .schema({} as Flags)
      .safeParse(formOf('FREQ=WEEKLY;BYDAY=MO,WE', fields));
    expect(success).toBe(isValid);
  });
});

it.each([
  ['100000', true],
  ['100001', false],
  ['0', false],
  ['', true],
])('%j is a number of places: %p', (capacity, isValid) => {
  const { success } = updateEventForm(undefined)
    .schema({} as Flags)
    .safeParse({ ...opened, capacity });
  expect(success).toBe(isValid);
});
