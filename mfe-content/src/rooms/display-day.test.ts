/** @jest-environment node */
import { expect, it } from '@jest/globals';
import { stepsOf } from './display-day';

const at = (time: string) => `2026-06-20T${time}:00.000Z`;
const booking = (from: string, to: string, name: string) => ({ from: at(from), to: at(to), name });

it('divides the day into bookings and gaps', () => {
  const bookings = [booking('08:00', '09:00', 'Ann'), booking('10:00', '10:30', 'Bob'), booking('10:30', '11:00', '')];
  const steps = stepsOf({ start: at('08:00'), end: at('12:00'), bookings });
  expect(steps.map(({ from, name, share }) => [from.slice(11, 16), name, share])).toEqual([
    ['08:00', 'Ann', 2],
    ['09:00', undefined, 2],
    ['10:00', 'Bob', 1],
    ['10:30', '', 1],
    ['11:00', undefined, 2],
  ]);
});

it('is one gap on a day without bookings', () =>
  expect(stepsOf({ start: at('08:00'), end: at('19:00'), bookings: [] })).toMatchObject([{ share: 22 }]));
