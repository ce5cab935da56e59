import { parseAbsolute, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date';

/**
 * The instant of a wall time at a place, ISO 8601 with the offset that holds there then. Where the clocks skip the time it
 * is taken as the one after, where they repeat it as the first.
 */
export function toInstant(wallTime: string, zone: string): string {
  if (isInstant(wallTime)) return wallTime;
  return toZoned(parseDateTime(wallTime), zone)
    .toString()
    .replace(/\[.*\]$/, '');
}

/** The wall time at a place, to the minute: `2026-10-03T18:30`. */
export function toWallTime(value: string, zone: string): string {
  if (!isInstant(value)) return value;
  return toCalendarDateTime(parseAbsolute(value, zone)).toString().slice(0, 16);
}

const isInstant = (value: string) => /(Z|[+-]\d\d:\d\d)$/.test(value);
