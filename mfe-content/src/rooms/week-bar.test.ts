/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import type { Booking } from '@paddock/contract/calls/bookings';
import { bookedParts } from './week-bar';

const day = '2026-06-20';
const booking = (from: string, to: string, more: Partial<Booking> = {}) =>
  ({ from: `${from}:00.000Z`, to: `${to}:00.000Z`, own: false, state: 'confirmed', ...more }) as Booking;
const room = (bookings: Booking[]) => ({ bookings, start_hour: 8, end_hour: 18, time_zone: 'UTC' });
const before = Date.parse('2026-06-19T12:00:00Z');

describe(bookedParts, () => {
  it('is free all day without bookings', () =>
    expect(bookedParts(room([]), day, before)).toEqual({ parts: [], free: 10 }));

  it('places each booking of the day, and skips those of other days', () => {
    const bookings = [
      booking(`${day}T08:00`, `${day}T09:00`, { own: true }),
      booking(`${day}T13:00`, `${day}T18:00`, { state: 'pending' }),
      booking('2026-06-21T08:00', '2026-06-21T09:00'),
    ];
    expect(bookedParts(room(bookings), day, before)).toEqual({
      parts: [
        { start: 0, size: 10, kind: 'own' },
        { start: 50, size: 50, kind: 'pending' },
      ],
      free: 4,
    });
  });

  it('counts past hours as taken once', () => {
    const { parts, free } = bookedParts(
      room([booking(`${day}T11:00`, `${day}T13:00`)]),
      day,
      Date.parse(`${day}T11:40:00Z`),
    );
    expect(parts[0]).toEqual({ start: 0, size: 40, kind: 'past' });
    expect(free).toBe(5);
  });

  it('counts a slot that has begun as past in a zone of quarter hours', () => {
    // 10:05 in Kathmandu.
    const now = Date.parse(`${day}T04:20:00Z`);
    const { parts, free } = bookedParts({ ...room([]), time_zone: 'Asia/Kathmandu' }, day, now);
    expect([parts, free]).toEqual([[{ start: 0, size: 25, kind: 'past' }], 7.5]);
  });

  it('has no free hour on a day that has passed', () =>
    expect(bookedParts(room([]), day, Date.parse('2026-06-21T12:00:00Z')).free).toBe(0));
});
