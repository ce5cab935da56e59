import { maxBookingSlots, maxDaysAhead } from '@paddock/contract/calls/bookings';
import type { ErrorCode } from '@paddock/contract/core/errors';
import type { Flags } from '@paddock/contract/core/flags';
import { dateAfter, startOfDate, startOfDay, wallClock } from '@paddock/contract/core/time-zones';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';

export const slotMs = 1_800_000;

export interface Period {
  readonly from: Date;
  readonly to: Date;
}

/** A room's clock, with the hours of the deployment. */
export interface RoomClock {
  readonly zone: string;
  readonly hours: Pick<Flags['rooms_tab'], 'start_hour' | 'end_hour'>;
}

/** The date of an instant by a zone's clock, yyyy-mm-dd. */
export const dateIn = (at: number, zone: string): string => new Date(wallClock(at, zone)).toISOString().slice(0, 10);

/** The instants of some days by a zone's clock, from the first midnight to the last. */
export function daysFrom(date: string, zone: string, days = 1): Period {
  return { from: new Date(startOfDate(date, zone)), to: new Date(startOfDate(dateAfter(date, days), zone)) };
}

/**
 * The bookable half hours of a day, as instants. Steps of elapsed time from midnight stay on the grid, because clocks change by whole half
 * hours: a skipped hour is absent, a repeated one is there twice, each instant once.
 */
export function slotsOfDay(date: string, { zone, hours }: RoomClock): Period[] {
  const { from, to } = daysFrom(date, zone);
  const slots: Period[] = [];
  for (let at = +from; at < +to; at += slotMs) {
    const time = wallClock(at, zone) % dayMs;
    if (time >= hours.start_hour * hourMs && time < hours.end_hour * hourMs)
      slots.push({ from: new Date(at), to: new Date(at + slotMs) });
  }
  return slots;
}

/** The end of a period that is outside the bookable day of its start, by the room's clock. */
export function endOutsideDay({ from, to }: Period, { zone, hours }: RoomClock): 'from' | 'to' | undefined {
  const [wallFrom, wallTo] = [wallClock(+from, zone), wallClock(+to - 1, zone) + 1000];
  const midnight = Math.floor(wallFrom / dayMs) * dayMs;
  if (wallFrom < midnight + hours.start_hour * hourMs || wallFrom >= midnight + hours.end_hour * hourMs) return 'from';
  return wallTo > midnight + hours.end_hour * hourMs ? 'to' : undefined;
}

type TimeCode = Extract<ErrorCode, `BOOKING_${string}` | 'INVALID_END_DATE'>;

/** Why a period cannot be booked, with the field that is wrong; undefined if it can. */
export function periodFault(
  { from, to }: Period,
  clock: RoomClock,
  now: Date,
): { field: 'from' | 'to'; code: TimeCode } | undefined {
  const { zone } = clock;
  const start = { field: 'from' } as const;
  const end = { field: 'to' } as const;
  if (to <= from) return { ...end, code: 'INVALID_END_DATE' };
  // Before anything that counts slots.
  if (+to - +from > maxBookingSlots * slotMs) return { ...end, code: 'BOOKING_TOO_LONG' };
  const [wallFrom, wallTo] = [wallClock(+from, zone), wallClock(+to - 1, zone) + 1000];
  if (+from % 1000 !== 0 || wallFrom % slotMs !== 0) return { ...start, code: 'BOOKING_OFF_GRID' };
  if (+to % 1000 !== 0 || wallTo % slotMs !== 0) return { ...end, code: 'BOOKING_OFF_GRID' };
  // A slot that has begun is past.
  if (from <= now) return { ...start, code: 'BOOKING_PAST' };
  if (+from > +now + maxDaysAhead * dayMs) return { ...start, code: 'BOOKING_TOO_FAR' };
  if (wallTo - wallFrom !== +to - +from) return { ...end, code: 'BOOKING_CLOCK_CHANGE' };
  const field = endOutsideDay({ from, to }, clock);
  return field && { field, code: 'BOOKING_OUTSIDE_DAY' };
}

/** @throws the code of {@link periodFault}, with its field */
export function checkPeriod(period: Period, clock: RoomClock, now: Date): void {
  const fault = periodFault(period, clock, now);
  if (fault) throw new PaddockError(fault.code, { fields: { [fault.field]: fault.code } });
}

/** The same period `weeks` later by the room's clock. */
export function weeksLater({ from, to }: Period, weeks: number, { zone }: RoomClock): Period {
  const midnight = startOfDay(+from, zone);
  const time = wallClock(+from, zone) % dayMs;
  const later = startOfDay(midnight, zone, weeks * 7);
  // A change of the clocks on that day, before the booking, moves it against midnight.
  const guess = later + time;
  const start = guess - ((wallClock(guess, zone) % dayMs) - time);
  return { from: new Date(start), to: new Date(start + (+to - +from)) };
}

/** Whether two instants are at the same time of day. A week later, they are not where the clocks skip that time. */
export const isSameTime = (a: Date, b: Date, { zone }: RoomClock): boolean =>
  wallClock(+a, zone) % dayMs === wallClock(+b, zone) % dayMs;

export const asPeriod = ({ from, to }: { from: string; to: string }): Period => ({
  from: new Date(from),
  to: new Date(to),
});
