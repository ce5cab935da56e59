import { describe, expect, it } from '@jest/globals';
import { makeEvent } from '../make-event';
import { addMonths, eventsByDate, monthGrid, spanOfNew, weekNumber, weekOf } from './month';

const iso = { firstDay: 1, minimalDays: 4 };
const american = { firstDay: 7, minimalDays: 1 };

describe(monthGrid, () => {
  it.each([
    ['June 2026 from Monday', '2026-06-20', 1, '2026-06-01', '2026-07-05', 35],
    ['June 2026 from Sunday', '2026-06-20', 7, '2026-05-31', '2026-07-04', 35],
    ['August 2026 from Monday', '2026-08-01', 1, '2026-07-27', '2026-09-06', 42],
    ['February 2027 from Monday', '2027-02-28', 1, '2027-02-01', '2027-02-28', 28],
  ])('%s', (_, date, firstDay, first, last, count) => {
    const grid = monthGrid(date, firstDay);
    expect([grid[0], grid.at(-1), grid.length]).toEqual([first, last, count]);
  });
});

describe(spanOfNew, () => {
  const evening = makeEvent({ when: '2026-06-02T01:30:00Z', end: '2026-06-02T02:30:00Z', new: true });
  const morning = makeEvent({ when: '2026-06-01T15:00:00Z', end: '2026-06-01T16:00:00Z', new: true });
  const span = (from: string, to: string) => ({ from: `2026-${from}.000Z`, to: `2026-${to}.000Z` });

  it('touches each new event, also one of the next day in UTC', () => {
    expect(spanOfNew([evening])).toEqual(span('06-02T01:30:00', '06-02T01:30:00'));
    expect(spanOfNew([morning, evening])).toEqual(span('06-01T16:00:00', '06-02T01:30:00'));
  });

  it('begins with the last new event where one of months is new, too', () => {
    const season = makeEvent({ when: '2026-01-01T00:00:00Z', end: '2026-12-30T00:00:00Z', all_day: true, new: true });
    expect(spanOfNew([season, morning])).toEqual(span('06-01T15:00:00', '06-01T15:00:00'));
  });

  it('is absent without new events', () => expect(spanOfNew([makeEvent()])).toBeUndefined());
});

describe(weekNumber, () => {
  it.each([
    ['2026-01-01', iso, 1],
    ['2027-01-01', iso, 53],
    ['2027-01-04', iso, 1],
    ['2026-12-31', iso, 53],
    ['2025-12-29', iso, 1],
    ['2026-01-03', american, 1],
    ['2026-01-04', american, 2],
    ['2026-12-27', american, 1],
  ])('%s', (date, rule, expected) => expect(weekNumber(date, rule)).toBe(expected));
});

describe(addMonths, () => {
  it('stays in the month', () => {
    expect(addMonths('2028-01-31', 1)).toBe('2028-02-29');
    expect(addMonths('2026-01-31', -2)).toBe('2025-11-30');
  });
});

describe(weekOf, () => {
  it('follows the locale', () => {
    expect(weekOf('en-GB').firstDay).toBe(1);
    expect(weekOf('en-US').firstDay).toBe(7);
    expect(weekOf('ar-AE').weekend).toEqual([6, 7]);
  });

  it.each([
    ['en-GB', '2026-11-30', 49],
    ['en-US', '2026-11-29', 49],
    ['ar', '2026-11-28', 49],
  ])('numbers the weeks of %s by its rule', (locale, date, expected) =>
    expect(weekNumber(date, weekOf(locale))).toBe(expected),
  );
});

describe(eventsByDate, () => {
  const time_zone = 'Europe/Brussels';
  const july = { first: '2026-07-01', last: '2026-07-31' };
  it('puts an event on each day that it touches, on the clock of its place', () => {
    const night = makeEvent({ title: 'night', when: '2026-07-19T20:00:00Z', end: '2026-07-20T01:00:00Z', time_zone });
    const toMidnight = makeEvent({
      title: 'late',
      when: '2026-07-19T20:00:00Z',
      end: '2026-07-19T22:00:00Z',
      time_zone,
    });
    const wholeDay = makeEvent({ title: 'day', when: '2026-07-18T22:00:00Z', end: '2026-07-18T22:00:00Z', time_zone });
    const byDate = eventsByDate([night, toMidnight, wholeDay], 'place', july);
    const titles = (date: string) => byDate.get(date)?.map(({ title }) => title);
    expect(titles('2026-07-18')).toBeUndefined();
    expect(titles('2026-07-19')).toEqual(['day', 'night', 'late']);
    expect(titles('2026-07-20')).toEqual(['night']);
  });

  it.each(['place', 'own'] as const)('puts whole days on each of them, by the clock of the %s', (clock) => {
    const [when, end] = ['2026-10-24T11:00:00Z', '2026-10-26T11:00:00Z'];
    const camp = makeEvent({ title: 'camp', when, end, all_day: true, time_zone: 'Pacific/Auckland' });
    expect([...eventsByDate([camp], clock, { first: '2026-10-01', last: '2026-10-31' }).keys()]).toEqual([
      '2026-10-25',
      '2026-10-26',
      '2026-10-27',
    ]);
  });

  it('puts an event that began years before on each shown day', () => {
    const lease = makeEvent({ when: '2022-01-01T00:00:00Z', end: '2026-07-30T10:00:00Z', time_zone });
    const dates = [...eventsByDate([lease], 'place', july).keys()];
    expect([dates[0], dates.at(-1), dates.length]).toEqual(['2026-07-01', '2026-07-30', 30]);
    expect(eventsByDate([lease], 'place', { first: '2026-08-01', last: '2026-08-31' }).size).toBe(0);
  });
});
