/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import type { Repetition } from '@paddock/contract/calls/bookings';
import { periodsOf, skip, unresolved } from './repetitions';

const at = (day: number, time: string) => `2026-06-${day}T${time}:00.000Z`;
const alternative = { from: at(17, '12:00'), to: at(17, '13:00') };
const weeks: Repetition[] = [
  { from: at(10, '10:00'), to: at(10, '11:00'), free: true, alternatives: [] },
  { from: at(17, '10:00'), to: at(17, '11:00'), free: false, alternatives: [alternative] },
  { from: at(24, '10:00'), to: at(24, '11:00'), free: false, alternatives: [] },
];

describe('repetitions', () => {
  it('are unresolved until each conflict has a resolution', () => {
    expect(unresolved(weeks, {})).toEqual(weeks.slice(1));
    expect(unresolved(weeks, { [weeks[1]!.from]: alternative.from })).toEqual([weeks[2]]);
    expect(unresolved(weeks, { [weeks[1]!.from]: alternative.from, [weeks[2]!.from]: skip })).toEqual([]);
  });

  it('are unresolved again when the chosen alternative was taken', () =>
    expect(unresolved(weeks, { [weeks[1]!.from]: at(17, '15:00'), [weeks[2]!.from]: skip })).toEqual([weeks[1]]));

  it('book the free weeks and the alternatives, and nothing in a skipped week', () =>
    expect(periodsOf(weeks, { [weeks[1]!.from]: alternative.from, [weeks[2]!.from]: skip })).toEqual([
      { from: weeks[0]!.from, to: weeks[0]!.to },
      alternative,
    ]));
});
