/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { shiftedTimes } from './shifted-times';

const session = { id: 'q', title: 'Qualifying', when: '2026-07-19T20:00:00.000Z', color: '#d92d3a' };
const day = { now: Date.parse('2026-07-19T19:40:00Z'), dayEnds: '2026-07-19T22:00:00.000Z' };
const remarkAt = (minutes: number) => shiftedTimes([session], minutes, day)[0]!.remark;

describe(shiftedTimes, () => {
  it('moves start and end alike', () => {
    const ended = { ...session, end: '2026-07-19T21:00:00.000Z' };
    expect(shiftedTimes([ended, session], -15, day)).toEqual([
      {
        session: ended,
        when: '2026-07-19T19:45:00.000Z',
        end: '2026-07-19T20:45:00.000Z',
        remark: undefined,
      },
      { session, when: '2026-07-19T19:45:00.000Z', end: undefined, remark: undefined },
    ]);
  });

  it.each([
    [-20, undefined],
    [-21, 'before_now'],
    [119, undefined],
    [120, 'after_midnight'],
  ])('by %d minutes: %s', (minutes, remark) => expect(remarkAt(minutes)).toBe(remark));
});
