/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { largestUnits } from './countdown';

const [second, minute, hour, day] = [1000, 60_000, 3_600_000, 86_400_000];

describe(largestUnits, () => {
  it.each([
    [
      'days and hours',
      2 * day + 5 * hour + 59 * minute,
      [
        ['day', 2],
        ['hour', 5],
      ],
    ],
    [
      'a full day',
      day,
      [
        ['day', 1],
        ['hour', 0],
      ],
    ],
    [
      'hours and minutes',
      hour + 12 * minute + 59 * second,
      [
        ['hour', 1],
        ['minute', 12],
      ],
    ],
    [
      'minutes and seconds',
      3 * minute + second,
      [
        ['minute', 3],
        ['second', 1],
      ],
    ],
    ['seconds alone', 59_999, [['second', 59]]],
    ['less than a second', 999, [['second', 0]]],
    ['a past instant', -5, [['second', 0]]],
  ])('%s', (_, ms, expected) => expect(largestUnits(ms)).toEqual(expected));
});
