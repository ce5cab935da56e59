import { parseAbsolute, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date';

/**
 * The instant of a wall time in a zone, as ISO 8601 with the zone's offset. A wall time that the clocks skip moves to the time after
 * the gap; a repeated one means its first occurrence.
 */
export function toInstant(wallTime: string, zone: string): string {
  if (isInstant(wallTime)) return wallTime;
  return toZoned(parseDateTime(wallTime), zone)
    .toString()
    .replace(/\[.*\]$/, '');
}

/** The wall time in a zone, to the minute: `2026-10-03T18:30`. */
export function toWallTime(value: string, zone: string): string {
  if (!isInstant(value)) return value;
  return toCalendarDateTime(parseAbsolute(value, zone)).toString().slice(0, 16);
}

const isInstant = (value: string) => /(Z|[+-]\d\d:\d\d)$/.test(value);
