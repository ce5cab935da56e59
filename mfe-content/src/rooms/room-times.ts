import { startOfDate, wallClock } from '@paddock/contract/core/time-zones';
import { minuteMs } from '@paddock/contract/core/durations';

/** Length of a slot (specification B §9). */
const slotMs = 30 * minuteMs;
/** Zones differ by quarters of an hour. */
export const quarterMs = 15 * minuteMs;

/** The wall time of an instant in a zone: `2026-06-20T15:30`. */
export const wallTime = (at: number | string, zone: string): string =>
  new Date(wallClock(+new Date(at), zone)).toISOString().slice(0, 16);

/** The date of an instant in a zone: `2026-06-20`. */
export const wallDate = (at: number | string, zone: string): string => wallTime(at, zone).slice(0, 10);

/** The instant of a wall time in a zone. A time that the clocks skip is the one an hour later. */
export function instantOf(wall: string, zone: string): string {
  const start = startOfDate(wall.slice(0, 10), zone);
  const wanted = Date.parse(`${wall}:00Z`);
  const guess = start + (wanted - wallClock(start, zone));
  return new Date(guess + (wanted - wallClock(guess, zone))).toISOString();
}

/** The first full or half hour of a zone's clock from an instant on. */
export function nextHalfHour(now: number, zone: string): number {
  const quarter = Math.ceil(now / quarterMs) * quarterMs;
  return wallClock(quarter, zone) % slotMs === 0 ? quarter : quarter + quarterMs;
}

/** True if the device's clock shows another time than the zone's. */
export const isElsewhere = (at: number | string, zone: string): boolean => {
  const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return wallClock(+new Date(at), zone) !== wallClock(+new Date(at), own);
};
