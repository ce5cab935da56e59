/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { createFormat } from '@paddock/mfe-kit/format';
import { dayOf } from './day-of';

const at = (year: number) => new Date(year, 9, 3, 12).toISOString();
const now = new Date(2026, 4, 1).getTime();
const format = (language: string) => createFormat({ language, time_format: '24h', date_format: 'ddmm' });

describe(dayOf, () => {
  it.each([
    ['en-GB', 2026, /October$/],
    ['en-GB', 2025, /October 2025$/],
    ['ar', 2026, /أكتوبر$/],
    ['ar', 2025, /أكتوبر 2025$/],
  ])('names the year in %s only if it is not the current one: %i', (language, year, written) =>
    expect(dayOf(format(language), at(year), now)).toMatch(written),
  );
});
