import type { PaddockEvent } from '@paddock/contract/calls/events';

const hour = 3_600_000;

/** The instant at which an event is over: its end, an hour after its start, or the end of a whole day (specification B §4). */
export function overAt({ when, end }: Pick<PaddockEvent, 'when' | 'end'>): number {
  if (end === undefined) return Date.parse(when) + hour;
  return end === when ? Date.parse(when) + 24 * hour : Date.parse(end);
}

/** An event whose start equals its end lasts the whole day. */
export function isAllDay({ when, end }: Pick<PaddockEvent, 'when' | 'end'>): boolean {
  return end === when;
}

export type Phase = 'coming' | 'now' | 'past';

export function phaseOf(event: Pick<PaddockEvent, 'when' | 'end'>, now: number): Phase {
  if (overAt(event) <= now) return 'past';
  return Date.parse(event.when) <= now ? 'now' : 'coming';
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Wall-clock date and time of an instant in a zone (default: the device's), as `2026-06-20 18:40`, sortable as text. */
export function wallTime(instant: string | number, zone?: string): string {
  const key = zone ?? '';
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
