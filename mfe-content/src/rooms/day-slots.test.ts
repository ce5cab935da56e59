/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import type { Booking } from '@paddock/contract/calls/bookings';
import { daySlots, isStillFree, select, type Selection } from './day-slots';

const at = (time: string) => `2026-06-20T${time}:00.000Z`;
const times = ['14:00', '14:30', '15:00', '15:30', '16:00', '16:30', '17:00', '17:30', '18:00'];
const bookings = [
  { id: 'his', own: false },
  { id: 'mine', own: true },
] as Booking[];

interface Marks {
  booking?: string;
  held?: string;
}

/** Slots from 14:00 to 18:00; `marks` by start. */
const slotsOf = (marks: Readonly<Record<string, Marks>> = {}) =>
  times.slice(0, -1).map((time, index) => ({ from: at(time), to: at(times[index + 1]!), ...marks[time] }));

const dayOf = (
  marks: Readonly<Record<string, Marks>> = {},
  { now = '14:40', selection, moving }: { now?: string; selection?: Selection; moving?: string } = {},
) => daySlots({ slots: slotsOf(marks), bookings }, { now: Date.parse(at(now)), selection, moving });

const range = (from: string, to: string): Selection => ({ from: at(from), to: at(to) });

describe(daySlots, () => {
  it('gives each slot its state', () => {
    const marks = {
      '14:00': { booking: 'his' },
      '15:00': { booking: 'his' },
      '15:30': { booking: 'mine' },
      '17:00': { held: at('14:41') },
      '17:30': { held: at('14:39') },
    };
    const states = dayOf(marks, { selection: range('16:00', '16:30') }).map(({ state }) => state);
    expect(states).toEqual(['past-booked', 'past', 'booked', 'own', 'new', 'free', 'held', 'free']);
  });

  it('keeps a running slot of the member open, and shows it as past at its end', () => {
    const marks = { '14:30': { booking: 'mine' } };
    expect(dayOf(marks)[1]!.state).toBe('own');
    expect(dayOf(marks, { now: '15:00' })[1]!.state).toBe('past-booked');
  });

  it('offers the slots of a booking that is moved', () => {
    const marks = { '15:30': { booking: 'mine' }, '16:00': { booking: 'his' } };
    expect(dayOf(marks, { moving: 'mine' }).map(({ state }) => state)[3]).toBe('free');
    expect(dayOf(marks, { moving: 'mine' }).map(({ state }) => state)[4]).toBe('booked');
  });
});

describe(select, () => {
  const press = (selection: Selection | undefined, time: string, marks: Readonly<Record<string, Marks>> = {}) =>
    select(dayOf(marks, selection && { selection }), selection, at(time));

  it('selects the first free slot', () => expect(press(undefined, '16:00')).toEqual(range('16:00', '16:30')));

  it('extends the range to a later slot', () =>
    expect(press(range('15:00', '15:30'), '16:30')).toEqual(range('15:00', '17:00')));

  it('ends the range at a slot within it', () =>
    expect(press(range('15:00', '17:00'), '15:30')).toEqual(range('15:00', '16:00')));

  it.each([
    ['the same slot', range('16:00', '16:30'), '16:00'],
    ['the first slot of a range', range('16:00', '17:00'), '16:00'],
    ['the last slot of a range', range('16:00', '17:00'), '16:30'],
    ['an earlier slot', range('16:00', '16:30'), '15:00'],
  ])('resets on %s', (_, selection, time) => expect(press(selection, time)).toBeUndefined());

  it.each([['his'], ['mine']])('aborts and resets across a slot booked by %s', (booking) =>
    expect(press(range('15:00', '15:30'), '17:00', { '16:00': { booking } })).toBeUndefined(),
  );

  it('aborts and resets across a slot that another member selects', () =>
    expect(press(range('15:00', '15:30'), '17:00', { '16:00': { held: at('14:45') } })).toBeUndefined());

  it.each([
    ['booked', '16:00', { '16:00': { booking: 'his' } }],
    ['past', '14:00', {}],
    ['unknown', '23:00', {}],
  ])('ignores a press on a %s slot', (_, time, marks) => {
    expect(press(undefined, time, marks)).toBeUndefined();
    expect(press(range('15:00', '15:30'), time, marks)).toEqual(range('15:00', '15:30'));
  });
});

describe(isStillFree, () => {
  it('is false once a slot of the selection is booked, held or past', () => {
    const selection = range('15:00', '16:00');
    expect(isStillFree(dayOf({}, { selection }), selection)).toBe(true);
    expect(isStillFree(dayOf({ '15:30': { booking: 'his' } }, { selection }), selection)).toBe(false);
    expect(isStillFree(dayOf({ '15:30': { held: at('14:50') } }, { selection }), selection)).toBe(false);
    expect(isStillFree(dayOf({}, { selection, now: '15:01' }), selection)).toBe(false);
  });

  it('is false for a selection of another day', () =>
    expect(isStillFree(dayOf(), { from: '2026-06-21T15:00:00.000Z', to: '2026-06-21T15:30:00.000Z' })).toBe(false));
});
