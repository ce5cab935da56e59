import { describe, expect, it } from '@jest/globals';
import type { PaddockEvent } from '@paddock/contract/calls/events';
import { makeEvent } from '../make-event';
import { daysOf, firstDayLeft, halfOf, nowAmong, otherSeries } from './days';

const vegas = { time_zone: 'America/Los_Angeles' };
const titles = (days: ReturnType<typeof daysOf>) =>
  days.map(({ date, events }) => [date, ...events.map(({ title }) => title)]);

describe(daysOf, () => {
  it('groups an event by its day in its own time zone', () => {
    const late = makeEvent({ title: 'late', when: '2026-11-22T04:00:00Z', ...vegas });
    const spa = makeEvent({ title: 'spa', when: '2026-11-22T04:00:00Z' });
    expect(titles(daysOf([spa, late]))).toEqual([
      ['2026-11-21', 'late'],
      ['2026-11-22', 'spa'],
    ]);
  });

  it('orders a day by the displayed times', () => {
    const evening = makeEvent({ title: 'evening', when: '2026-11-21T19:00:00Z' });
    const morning = makeEvent({ title: 'morning', when: '2026-11-21T20:00:00Z', ...vegas });
    expect(titles(daysOf([evening, morning]))).toEqual([['2026-11-21', 'morning', 'evening']]);
  });
});

describe(halfOf, () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const over = makeEvent({ title: 'over', when: '2026-11-21T10:00:00Z', end: '2026-11-21T12:00:00Z' });
  const running = makeEvent({ title: 'running', when: '2026-11-21T11:30:00Z' });
  const older = makeEvent({ title: 'older', when: '2026-11-19T10:00:00Z' });

  it('treats an event that ends now as past, latest day first', () => {
    expect(titles(halfOf([older, over, running], 'past', now))).toEqual([
      ['2026-11-21', 'over'],
      ['2026-11-19', 'older'],
    ]);
  });

  it('treats an event without an end as one hour long', () => {
    expect(titles(halfOf([older, over, running], 'coming', now))).toEqual([['2026-11-21', 'running']]);
  });
});

describe(firstDayLeft, () => {
  const now = Date.parse('2026-11-21T12:00:00Z');
  const season = makeEvent({
    title: 'season',
    when: '2026-01-01T00:00:00Z',
    end: '2026-12-30T00:00:00Z',
    all_day: true,
  });
  const weekend = makeEvent({ when: '2026-11-20T00:00:00Z', end: '2026-11-22T00:00:00Z', all_day: true });
  const older = makeEvent({ title: 'older', when: '2026-11-19T10:00:00Z' });
  const today = [
    makeEvent({ title: 'over', when: '2026-11-21T08:00:00Z' }),
    makeEvent({ title: 'running', when: '2026-11-21T11:30:00Z' }),
  ];
  const later = makeEvent({ title: 'later', when: '2026-12-05T10:00:00Z' });

  it('is the day after the last one whose events are all over', () => {
    expect(firstDayLeft(daysOf([older, ...today, later]), now)).toBe('2026-11-21');
    expect(firstDayLeft(daysOf([older, later]), now)).toBe('2026-12-05');
    expect(firstDayLeft(daysOf([older]), now)).toBeUndefined();
  });

  it('is not the day on which an event of months began', () => {
    expect(firstDayLeft(daysOf([season, older, ...today, later]), now)).toBe('2026-11-21');
    expect(firstDayLeft(daysOf([season, older]), now)).toBe('2026-01-01');
  });

  it('is the first of the days under way', () => {
    expect(firstDayLeft(daysOf([season, older, weekend, ...today, later]), now)).toBe('2026-11-20');
  });
});

describe(nowAmong, () => {
  const at = (when: string, time_zone = 'Europe/Brussels') => makeEvent({ title: when, when, time_zone });
  const day = (...events: PaddockEvent[]) => ({ date: '2026-07-19', events });
  const now = Date.parse('2026-07-19T12:00:00Z');

  it('is before the first event that has not started, in the zone of that event', () => {
    const morning = at('2026-07-19T08:00:00Z');
    const evening = at('2026-07-19T18:00:00Z');
    expect(nowAmong(day(morning, evening), now, 'place')).toEqual({ at: 1, zone: 'Europe/Brussels' });
    expect(nowAmong(day(morning, evening), now, 'own')).toEqual({ at: 1, zone: undefined });
  });

  it('is absent before the first event, after the last, and on another day', () => {
    expect(nowAmong(day(at('2026-07-19T18:00:00Z')), now, 'place')).toBeUndefined();
    expect(nowAmong(day(at('2026-07-19T08:00:00Z')), now, 'place')).toBeUndefined();
    const tokyo = [at('2026-07-19T08:00:00Z', 'Asia/Tokyo'), at('2026-07-19T14:30:00Z', 'Asia/Tokyo')];
    expect(nowAmong({ date: '2026-07-20', events: tokyo }, now, 'place')).toBeUndefined();
  });
});

describe(otherSeries, () => {
  const of = (id: string, series?: string) =>
    makeEvent({ id, title: id, when: '2026-07-19T08:00:00Z', synced: series !== undefined, ...(series && { series }) });
  const ids = (events: PaddockEvent[], open?: string) =>
    otherSeries({ date: '2026-07-19', events }, open).map(({ id }) => id);
  const [own, one, two] = [of('own'), of('one', 'MotoGP'), of('two', 'Formula E')];

  it('folds the sessions of race calendars beside the events of the community', () => {
    expect(ids([one, own, two])).toEqual(['one', 'two']);
  });

  it('folds nothing on a day without own events, of a single session, or while one of them is open', () => {
    expect([ids([one, two]), ids([own, one]), ids([one, own, two], 'two')]).toEqual([[], [], []]);
    expect(ids([one, own, two], 'own')).toEqual(['one', 'two']);
  });
});
