import type { PaddockEvent } from '@paddock/contract/calls/events';
import { eventOverAt } from '@paddock/contract/core/event-times';
import { type Clock, isAllDay, wallDate, wallTime, zoneOf } from '../event-times';

/** The events of one calendar day. */
export interface Day {
  /** `2026-06-20` */
  date: string;
  events: PaddockEvent[];
}

/** Groups events by their start day on a clock, and orders each day by the displayed times. */
export function daysOf(events: readonly PaddockEvent[], clock: Clock = 'place'): Day[] {
  const days = new Map<string, PaddockEvent[]>();
  for (const event of events) {
    const date = wallDate(event.when, zoneOf(event, clock));
    days.set(date, [...(days.get(date) ?? []), event]);
  }
  return [...days]
    .map(([date, sameDay]) => ({ date, events: inOrder(sameDay, clock) }))
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** Events by the times that a clock displays. */
export function inOrder(events: readonly PaddockEvent[], clock: Clock): PaddockEvent[] {
  const shown = (event: PaddockEvent) => wallTime(event.when, zoneOf(event, clock));
  return [...events].sort((a, b) => shown(a).localeCompare(shown(b)));
}

/** Filters the list to past events (latest day first) or coming events. */
export function halfOf(
  events: readonly PaddockEvent[],
  half: 'past' | 'coming',
  now: number,
  clock: Clock = 'place',
): Day[] {
  const chosen = events.filter((event) => eventOverAt(event) <= now === (half === 'past'));
  return half === 'past' ? daysOf(chosen, clock).reverse() : daysOf(chosen, clock);
}

/**
 * The day at which the list opens: the day after the last finished one, else the last day with an unfinished event. A long event that
 * still runs does not count as today.
 */
export function firstDayLeft(days: readonly Day[], now: number): string | undefined {
  const isLeft = ({ events }: Day) => events.some((event) => eventOverAt(event) > now);
  return (days[days.findLastIndex((day) => !isLeft(day)) + 1] ?? days.findLast(isLeft))?.date;
}

/** The place of the current time among a day's events, and its zone on this clock; undefined where it is not between two events. */
export function nowAmong(
  { date, events }: Day,
  now: number,
  clock: Clock,
): { at: number; zone: string | undefined } | undefined {
  const at = events.findIndex((event) => Date.parse(event.when) > now && !isAllDay(event));
  if (at <= 0) return undefined;
  const zone = zoneOf(events[at]!, clock);
  return wallDate(now, zone) === date ? { at, zone } : undefined;
}

/**
 * The sessions of race calendars on a day that has events of the community's own, to fold into one row; none while one of them is
 * open, or where folding would save nothing.
 */
export function otherSeries({ events }: Day, open: string | undefined): PaddockEvent[] {
  const others = events.filter(({ synced, series }) => synced && series !== undefined);
  const isFolded = others.length > 1 && others.length < events.length && !others.some(({ id }) => id === open);
  return isFolded ? others : [];
}
