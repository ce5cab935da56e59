import { dateAfter } from '@paddock/contract/core/time-zones';
/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { instantOf, nextHalfHour, wallTime } from './room-times';

describe(nextHalfHour, () => {
  const at = (text: string, zone: string) => new Date(nextHalfHour(Date.parse(text), zone)).toISOString();

  it('rounds up to a half hour of the clock of Brussels', () => {
    expect(at('2026-06-20T13:01:00Z', 'Europe/Brussels')).toBe('2026-06-20T13:30:00.000Z');
    expect(at('2026-06-20T13:30:00Z', 'Europe/Brussels')).toBe('2026-06-20T13:30:00.000Z');
  });

  it('rounds up to a half hour of clocks that are half an hour or a quarter off', () => {
    expect(at('2026-06-20T13:01:00Z', 'Australia/Adelaide')).toBe('2026-06-20T13:30:00.000Z');
    expect(at('2026-06-20T13:01:00Z', 'Asia/Kathmandu')).toBe('2026-06-20T13:15:00.000Z');
    expect(at('2026-06-20T13:16:00Z', 'Asia/Kathmandu')).toBe('2026-06-20T13:45:00.000Z');
  });
});

describe(instantOf, () => {
  it.each(['Europe/Brussels', 'Asia/Kathmandu', 'Australia/Adelaide', 'America/St_Johns'])(
    'is the inverse of the wall time in %s, also on days when clocks change',
    (zone) => {
      for (const day of ['2026-03-29', '2026-06-20', '2026-10-25', '2026-12-31'])
        for (const time of ['08:00', '12:30', '18:30'])
          expect(wallTime(instantOf(`${day}T${time}`, zone), zone)).toBe(`${day}T${time}`);
    },
  );
});

describe(dateAfter, () => {
  it('crosses months and years in both directions', () => {
    expect(dateAfter('2026-12-31', 1)).toBe('2027-01-01');
    expect(dateAfter('2026-03-01', -1)).toBe('2026-02-28');
  });
});
