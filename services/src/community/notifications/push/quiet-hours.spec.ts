import { describe, expect, it } from '@jest/globals';
import { isQuiet } from './quiet-hours.js';

const at = (text: string) => new Date(text);

describe(isQuiet, () => {
  it.each([
    ['13:00', '14:00', 'UTC', '2026-06-01T13:00:00Z', true],
    ['13:00', '14:00', 'UTC', '2026-06-01T13:59:59Z', true],
    ['13:00', '14:00', 'UTC', '2026-06-01T14:00:00Z', false],
    ['22:00', '07:00', 'UTC', '2026-06-01T23:30:00Z', true],
    ['22:00', '07:00', 'UTC', '2026-06-01T06:59:00Z', true],
    ['22:00', '07:00', 'UTC', '2026-06-01T07:00:00Z', false],
    ['22:00', '07:00', 'UTC', '2026-06-01T00:00:00Z', true],
    // Summer time in Brussels: two hours ahead, in winter one.
    ['22:00', '07:00', 'Europe/Brussels', '2026-06-01T20:30:00Z', true],
    ['22:00', '07:00', 'Europe/Brussels', '2026-12-01T20:30:00Z', false],
    ['22:00', '07:00', 'Asia/Kolkata', '2026-06-01T16:30:00Z', true],
  ])('from %s to %s in %s includes %s: %p', (from, to, zone, now, quiet) =>
    expect(isQuiet({ from, to, zone }, at(now))).toBe(quiet),
  );

  it('is false without quiet hours', () => expect(isQuiet(undefined, at('2026-06-01T00:00:00Z'))).toBe(false));
});
