import type { PaddockEvent } from '@paddock/contract/calls/events';
import { overAt, wallDate, wallTime } from '../event-times';

/** The events of one calendar day, each in its own time zone. */
export interface Day {
  /** `2026-06-20` */
  date: string;
  events: PaddockEvent[];
}

/** Groups events by their start day in their own time zone, and orders each day by the displayed times. */
export function daysOf(events: readonly PaddockEvent[]): Day[] {
  const days = new Map<string, PaddockEvent[]>();
  for (const event of events) {
    const date = wallDate(event.when, event.time_zone);
    days.set(date, [...(days.get(date) ?? []), event]);
  }
  const shown = (event: PaddockEvent) => wallTime(event.when, event.time_zone);
  return [...days]
    .map(([date, sameDay]) => ({ date, events: sameDay.sort((a, b) => shown(a).localeCompare(shown(b))) }))
    .sort((a, b) => a.date.localeCompare(b.date));
}

/** Filters the list to past events (latest day first) or coming events. */
export function halfOf(events: readonly PaddockEvent[], half: 'past' | 'coming', now: number): Day[] {
  const chosen = events.filter((event) => overAt(event) <= now === (half === 'past'));
  return half === 'past' ? daysOf(chosen).reverse() : daysOf(chosen);
}

/** The first day with an event that is not over. */
export function firstDayLeft(days: readonly Day[], now: number): string | undefined {
  return days.find(({ events }) => events.some((event) => overAt(event) > now))?.date;
}
