import { describe, expect, it } from '@jest/globals';
import { usualPeriod } from './use-rooms';

describe(usualPeriod, () => {
  const day = { start_hour: 8, end_hour: 19 };
  it.each([
    ['the next half hour', '2026-06-20T12:10:00Z', '2026-06-20T12:30:00.000Z'],
    ['the last hour of the day', '2026-06-20T17:45:00Z', '2026-06-20T18:00:00.000Z'],
    ['the first hour, before the day', '2026-06-20T05:00:00Z', '2026-06-20T08:00:00.000Z'],
    [
      'the first hour of the next day, when less than an hour is left',
      '2026-06-20T18:10:00Z',
      '2026-06-21T08:00:00.000Z',
    ],
  ])('is %s', (_, now, from) => {
    const to = new Date(Date.parse(from) + 3_600_000).toISOString();
    expect(usualPeriod(Date.parse(now), 'UTC', day)).toEqual({ from, to });
  });

  it('keeps to the clock of the zone, also in a repeated hour', () => {
    expect(usualPeriod(Date.parse('2026-06-20T00:00:00Z'), 'Asia/Kathmandu', day).from).toBe(
      '2026-06-20T02:15:00.000Z',
    );
    const now = Date.parse('2026-10-25T01:10:00Z');
    expect(usualPeriod(now, 'Europe/Berlin', { start_hour: 0, end_hour: 24 }).from).toBe('2026-10-25T01:30:00.000Z');
  });
});
