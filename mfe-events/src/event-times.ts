import type { PaddockEvent } from '@paddock/contract/calls/events';
import { eventOverAt } from '@paddock/contract/core/event-times';
import { dateAfter } from '@paddock/contract/core/time-zones';
import { minuteMs } from '@paddock/contract/core/durations';

export const isAllDay = ({ all_day }: Pick<PaddockEvent, 'all_day'>): boolean => all_day;

type Times = Pick<PaddockEvent, 'when' | 'end' | 'all_day' | 'time_zone'>;

export type Phase = 'coming' | 'now' | 'past';

export function phaseOf(event: Times, now: number): Phase {
  if (eventOverAt(event) <= now) return 'past';
  return Date.parse(event.when) <= now ? 'now' : 'coming';
}

/** Minutes of the day's timetable shifts; undefined for an event that was not moved. */
export function minutesMoved({ when, shifted_from }: Pick<PaddockEvent, 'when' | 'shifted_from'>): number | undefined {
  return shifted_from === undefined ? undefined : Math.round((Date.parse(when) - Date.parse(shifted_from)) / minuteMs);
}

/** A number of minutes with a minus sign where it is negative. */
export function signed(format: { number(value: number): string }, minutes: number): string {
  return `${minutes < 0 ? '−' : ''}${format.number(Math.abs(minutes))}`;
}

const formats = new Map<string | number, Intl.DateTimeFormat>();

/** Wall-clock date and time of an instant in a zone (default: the device's), as `2026-06-20 18:40`, sortable as text. */
export function wallTime(instant: string | number, zone?: string): string {
  // The device may travel to another zone while the page is open.
  const key = zone ?? new Date(instant).getTimezoneOffset();
  // Swedish dates have the ISO 8601 format.
  const format =
    formats.get(key) ??
    new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short', ...(zone && { timeZone: zone }) });
  formats.set(key, format);
  return format.format(new Date(instant));
}

export const wallDate = (instant: string | number, zone?: string) => wallTime(instant, zone).slice(0, 10);

/** True when the device's wall-clock time at the event's start differs from the event's. */
export function isElsewhere({ when, time_zone }: Pick<PaddockEvent, 'when' | 'time_zone'>): boolean {
  return wallTime(when, time_zone) !== wallTime(when);
}

/** The clock of a list: that of each event's place, or the member's. */
export type Clock = 'place' | 'own';

/** The zone in which a clock shows an event; undefined for the device's. A whole day is the place's day on every clock. */
export const zoneOf = (event: Times, clock: Clock) =>
  clock === 'place' || isAllDay(event) ? event.time_zone : undefined;

/** The last day of an event that takes whole days. */
export const lastDateOf = ({ when, end, time_zone }: Times) => wallDate(end ?? when, time_zone);

/** Whether a date, `2026-06-20`, is not in the current year of the device. */
export const isOtherYear = (date: string, now: number) => date.slice(0, 4) !== wallDate(now).slice(0, 4);

/** The first and the last one. */
export interface ShownDates {
  first: string;
  last: string;
}

/** Those of the shown dates that an event touches on a clock. */
export function datesOf(event: Times, clock: Clock, { first, last }: ShownDates): string[] {
  const zone = zoneOf(event, clock);
  const begin = wallDate(event.when, zone);
  // An event that ends at midnight does not touch the next day.
  const end = isAllDay(event) ? lastDateOf(event) : wallDate(eventOverAt(event) - 1, zone);
  const dates: string[] = [];
  for (let date = begin > first ? begin : first; date <= end && date <= last; date = dateAfter(date, 1))
    dates.push(date);
  return dates;
}

/** Minutes that the device's clock is ahead of the event's; 0 for a whole day. */
export function minutesAhead(event: Times): number {
  if (isAllDay(event)) return 0;
  const asUtc = (wall: string) => Date.parse(`${wall.replace(' ', 'T')}:00Z`);
  return (asUtc(wallTime(event.when)) - asUtc(wallTime(event.when, event.time_zone))) / minuteMs;
}
