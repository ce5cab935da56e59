import { hourMs, minuteMs } from '@paddock/contract/core/durations';
import { wallTime } from '../event-times';

const tenMinutes = 10 * minuteMs;

const roundUp = (instant: number) => Math.ceil(instant / tenMinutes) * tenMinutes;
const wall = (instant: number, zone: string) => wallTime(instant, zone).replace(' ', 'T');

/**
 * The wall time at which a new event starts (decisions to the specification, Events): now, rounded up to 10 minutes; on another
 * selected day the same time of that day; three hours later when that is in the past.
 */
export function defaultStart(now: number, zone: string, day?: string): string {
  const start = wall(roundUp(now), zone);
  const chosen = day !== undefined && /^\d{4}-\d\d-\d\d$/.test(day) ? `${day}${start.slice(10)}` : start;
  return chosen < wall(now, zone) ? wall(roundUp(now + 3 * hourMs), zone) : chosen;
}

/** One hour after a wall time or an instant, in the same form. */
export function hourAfter(start: string): string {
  const isInstant = /(Z|[+-]\d\d:\d\d)$/.test(start);
  const later = new Date(Date.parse(isInstant ? start : `${start}:00Z`) + hourMs).toISOString();
  return isInstant ? later : later.slice(0, 16);
}
