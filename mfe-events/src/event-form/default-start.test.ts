/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { defaultStart, hourAfter } from './default-start';

const now = Date.parse('2026-06-20T12:34:00Z');
const zone = 'Europe/Brussels';

describe(defaultStart, () => {
  it.each([
    ['now, rounded up to 10 minutes', undefined, '2026-06-20T14:40'],
    ['the same time of another selected day', '2026-06-25', '2026-06-25T14:40'],
    ['today when it is selected', '2026-06-20', '2026-06-20T14:40'],
    ['three hours later, rounded, for a past day', '2026-06-19', '2026-06-20T17:40'],
    ['now for a text that is no day', 'tomorrow', '2026-06-20T14:40'],
  ])('returns %s', (_, day, expected) => expect(defaultStart(now, zone, day)).toBe(expected));

  it('keeps a full ten minutes and crosses midnight', () => {
    expect(defaultStart(Date.parse('2026-06-20T12:40:00Z'), zone)).toBe('2026-06-20T14:40');
    expect(defaultStart(Date.parse('2026-06-20T21:55:00Z'), zone)).toBe('2026-06-21T00:00');
  });
});

describe(hourAfter, () => {
  it.each([
    ['2026-12-31T23:30', '2027-01-01T00:30'],
    ['2026-06-20T12:00:00Z', '2026-06-20T13:00:00.000Z'],
    ['2026-06-20T12:00:00+02:00', '2026-06-20T11:00:00.000Z'],
  ])('%s becomes %s', (start, expected) => expect(hourAfter(start)).toBe(expected));
});
