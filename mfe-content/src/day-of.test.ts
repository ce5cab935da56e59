import { expect, it } from '@jest/globals';
import type { Format } from '@paddock/mfe-kit/format';
import { dayOf } from './day-of';

it('names the year of a day in another year', () => {
  const format = { day: (_instant, _zone, year) => (year ? 'with the year' : 'without it') } as Format;
  expect(dayOf(format, new Date().toISOString())).toBe('without it');
  expect(dayOf(format, '2020-10-03T10:00:00Z')).toBe('with the year');
});
