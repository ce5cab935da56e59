import { describe, expect, it } from '@jest/globals';
import { dateIn, daysFrom, isSameTime, periodFault, slotsOfDay, weeksLater } from './room-times.js';

const clock = (zone: string, start_hour = 8, end_hour = 19) => ({ zone, hours: { start_hour, end_hour } });
const period = (from: string, to: string) => ({ from: new Date(from), to: new Date(to) });
const now = new Date('2026-03-01T09:10:00Z');

describe(slotsOfDay, () => {
  it('has 22 half hours from 8 to 19, the last one from 18:30', () => {
    const slots = slotsOfDay('2026-03-10', clock('Europe/Amsterdam'));
    expect([slots.length, slots[0]!.from.toISOString(), slots.at(-1)!.from.toISOString()]).toEqual([
      22,
      '2026-03-10T07:00:00.000Z',
      '2026-03-10T17:30:00.000Z',
    ]);
  });

  it.each([
    ['Asia/Kathmandu', '2026-03-10T02:15:00.000Z'],
    ['Australia/Adelaide', '2026-03-09T21:30:00.000Z'],
    ['Pacific/Chatham', '2026-03-09T18:15:00.000Z'],
  ])('begins at eight by the clock of %s', (zone, first) => {
    const slots = slotsOfDay('2026-03-10', clock(zone));
    expect([slots.length, slots[0]!.from.toISOString()]).toEqual([22, first]);
  });

  it.each([
    ['2026-03-29', 'Europe/Berlin', 46],
    ['2026-10-25', 'Europe/Berlin', 50],
    ['2026-04-05', 'Australia/Lord_Howe', 49],
    ['2026-10-04', 'Australia/Lord_Howe', 47],
    ['2026-03-10', 'Europe/Berlin', 48],
  ])('has each instant of %s in %s once: %p slots', (day, zone, count) => {
    const slots = slotsOfDay(day, clock(zone, 0, 24));
    expect(new Set(slots.map(({ from }) => +from)).size).toBe(count);
    expect(slots.every(({ from, to }, index) => index === 0 || (+slots[index - 1]!.to === +from && to > from))).toBe(
      true,
    );
  });

  it('is not shifted by a change of clocks earlier on the day', () => {
    const [first] = slotsOfDay('2026-03-29', clock('Europe/Berlin'));
    expect([first!.from.toISOString(), slotsOfDay('2026-03-29', clock('Europe/Berlin')).length]).toEqual([
      '2026-03-29T06:00:00.000Z',
      22,
    ]);
  });
});

describe(periodFault, () => {
  it.each([
    ['UTC', '2026-03-02T10:00:00Z', '2026-03-02T11:00:00Z', undefined],
    ['UTC', '2026-03-02T18:30:00Z', '2026-03-02T19:00:00Z', undefined],
    ['Asia/Kathmandu', '2026-03-02T02:15:00Z', '2026-03-02T03:15:00Z', undefined],
    ['Australia/Adelaide', '2026-03-02T21:30:00Z', '2026-03-02T22:00:00Z', undefined],
    ['UTC', '2026-03-02T10:00:00Z', '2026-03-02T10:00:00Z', 'to INVALID_END_DATE'],
    ['UTC', '2026-03-02T11:00:00Z', '2026-03-02T10:00:00Z', 'to INVALID_END_DATE'],
    ['UTC', '2026-03-02T10:10:00Z', '2026-03-02T11:00:00Z', 'from BOOKING_OFF_GRID'],
    ['UTC', '2026-03-02T10:00:00.001Z', '2026-03-02T11:00:00Z', 'from BOOKING_OFF_GRID'],
    ['UTC', '2026-03-02T10:00:00Z', '2026-03-02T11:00:01Z', 'to BOOKING_OFF_GRID'],
    ['Asia/Kathmandu', '2026-03-02T02:00:00Z', '2026-03-02T03:00:00Z', 'from BOOKING_OFF_GRID'],
    ['UTC', '2026-03-01T09:00:00Z', '2026-03-01T10:00:00Z', 'from BOOKING_PAST'],
    ['UTC', '2020-03-01T09:00:00Z', '2020-03-01T10:00:00Z', 'from BOOKING_PAST'],
    ['UTC', '2026-03-01T09:30:00Z', '2026-03-01T10:00:00Z', undefined],
    ['UTC', '2026-03-02T07:30:00Z', '2026-03-02T08:30:00Z', 'from BOOKING_OUTSIDE_DAY'],
    ['UTC', '2026-03-02T19:00:00Z', '2026-03-02T19:30:00Z', 'from BOOKING_OUTSIDE_DAY'],
    ['UTC', '2026-03-02T18:30:00Z', '2026-03-02T19:30:00Z', 'to BOOKING_OUTSIDE_DAY'],
    ['UTC', '2026-03-02T18:30:00Z', '2026-03-03T08:30:00Z', 'to BOOKING_OUTSIDE_DAY'],
    ['UTC', '2026-03-02T10:00:00Z', '2026-03-03T10:30:00Z', 'to BOOKING_TOO_LONG'],
    ['UTC', '2026-03-02T10:00:00Z', '2083-03-02T10:00:00Z', 'to BOOKING_TOO_LONG'],
    ['UTC', '2027-03-03T10:00:00Z', '2027-03-03T10:30:00Z', 'from BOOKING_TOO_FAR'],
  ])('in %s from %s to %s: %p', (zone, from, to, fault) => {
    const found = periodFault(period(from, to), clock(zone), now);
    expect(found && `${found.field} ${found.code}`).toBe(fault);
  });

  it.each([
    ['2026-03-29T00:30:00Z', '2026-03-29T01:30:00Z', 'to BOOKING_CLOCK_CHANGE'],
    ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z', 'to BOOKING_CLOCK_CHANGE'],
    ['2026-03-29T00:30:00Z', '2026-03-29T01:00:00Z', undefined],
    ['2026-03-29T01:00:00Z', '2026-03-29T02:00:00Z', undefined],
    ['2026-10-25T00:30:00Z', '2026-10-25T01:00:00Z', undefined],
  ])('across a change of clocks in Berlin from %s to %s: %p', (from, to, fault) => {
    const found = periodFault(period(from, to), clock('Europe/Berlin', 0, 24), now);
    expect(found && `${found.field} ${found.code}`).toBe(fault);
  });

  it('ends at midnight where the day has 24 hours', () => {
    const late = period('2026-03-02T23:30:00Z', '2026-03-03T00:00:00Z');
    expect(periodFault(late, clock('UTC', 0, 24), now)).toBeUndefined();
  });
});

describe(weeksLater, () => {
  it('stays at the same time by the clock across its changes', () => {
    const first = period('2026-03-23T09:00:00Z', '2026-03-23T10:00:00Z');
    const later = weeksLater(first, 1, clock('Europe/Berlin'));
    expect([later.from.toISOString(), later.to.toISOString()]).toEqual([
      '2026-03-30T08:00:00.000Z',
      '2026-03-30T09:00:00.000Z',
    ]);
    const onTheDay = weeksLater(period('2026-03-22T09:00:00Z', '2026-03-22T10:00:00Z'), 1, clock('Europe/Berlin'));
    expect(onTheDay.from.toISOString()).toBe('2026-03-29T08:00:00.000Z');
  });
});

describe(isSameTime, () => {
  it.each([
    ['2026-03-22T01:00:00Z', false],
    ['2026-03-22T02:00:00Z', true],
    ['2026-03-15T01:00:00Z', true],
  ])('of %s in Berlin and a week later: %p, where the clocks skip two o’clock on 29 March', (from, isSame) => {
    const first = period(from, '2026-03-22T12:00:00Z');
    expect(isSameTime(weeksLater(first, 1, clock('Europe/Berlin')).from, first.from, clock('Europe/Berlin'))).toBe(
      isSame,
    );
  });
});

describe(daysFrom, () => {
  it('begins a day at the midnight of its zone', () => {
    const { from, to } = daysFrom('2026-03-10', 'Asia/Kathmandu', 7);
    expect([from.toISOString(), to.toISOString()]).toEqual(['2026-03-09T18:15:00.000Z', '2026-03-16T18:15:00.000Z']);
    expect(dateIn(+from, 'Asia/Kathmandu')).toBe('2026-03-10');
  });
});
