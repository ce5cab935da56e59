import type { PaddockEvent } from '@paddock/contract/calls/events';
import { eventOverAt } from '@paddock/contract/core/event-times';
import { dayMs } from '@paddock/contract/core/durations';
import { inOrder } from '../event-list/days';
import type { Span } from '../event-list/use-event-list';
import { type Clock, datesOf, type ShownDates } from '../event-times';

/** Events by each of the shown dates that they touch, in the order of the displayed times. */
export function eventsByDate(
  events: readonly PaddockEvent[],
  clock: Clock,
  shown: ShownDates,
): Map<string, PaddockEvent[]> {
  const dates = new Map<string, PaddockEvent[]>();
  for (const event of inOrder(events, clock))
    for (const date of datesOf(event, clock, shown)) dates.set(date, [...(dates.get(date) ?? []), event]);
  return dates;
}

/**
 * A span of time that each new event touches, and as few others as possible; undefined without new events. Dates give no such span: the
 * start of a shown day depends on each event's clock.
 */
export function spanOfNew(events: readonly PaddockEvent[]): Span | undefined {
  const fresh = events.filter((event) => event.new);
  if (fresh.length === 0) return undefined;
  const to = Math.max(...fresh.map(({ when }) => Date.parse(when)));
  const from = Math.min(to, ...fresh.map(eventOverAt));
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

const utc = (date: string) => Date.parse(`${date}T00:00:00Z`);
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);

export const addDays = (date: string, days: number) => iso(utc(date) + days * dayMs);

/** Moves a date by months, at most to the month's last day. */
export function addMonths(date: string, months: number): string {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return iso(Date.UTC(year, month - 1 + months, Math.min(day, last)));
}

/** 1 (Monday) to 7 (Sunday). */
export const weekdayOf = (date: string) => ((new Date(utc(date)).getUTCDay() + 6) % 7) + 1;

interface Week {
  firstDay: number;
  weekend: readonly number[];
  minimalDays: number;
}

/**
 * First day, weekend and rule of week numbers in a locale; Monday, Saturday and Sunday where the browser does not know. Browsers no longer
 * report `minimalDays`: weeks from Monday follow ISO 8601, in others 1 January is in week 1.
 */
export function weekOf(locale: string): Week {
  const known = new Intl.Locale(locale) as Intl.Locale & { getWeekInfo?(): Partial<Week>; weekInfo?: Partial<Week> };
  const {
    firstDay = 1,
    weekend = [6, 7],
    minimalDays = firstDay === 1 ? 4 : 1,
  } = known.getWeekInfo?.() ?? known.weekInfo ?? {};
  return { firstDay, weekend, minimalDays };
}

/** The whole weeks that a date's month touches. */
export function monthGrid(date: string, firstDay: number): string[] {
  const first = `${date.slice(0, 7)}-01`;
  const start = addDays(first, -((weekdayOf(first) - firstDay + 7) % 7));
  const next = addMonths(first, 1);
  const weeks = Math.ceil((utc(next) - utc(start)) / dayMs / 7);
  return Array.from({ length: weeks * 7 }, (_, at) => addDays(start, at));
}

/** The number of a date's week: the first week of a year has at least `minimalDays` days in it. */
export function weekNumber(date: string, { firstDay, minimalDays }: Pick<Week, 'firstDay' | 'minimalDays'>): number {
  const start = addDays(date, -((weekdayOf(date) - firstDay + 7) % 7));
  // The week belongs to the year of the day that has `minimalDays` days of the week up to it.
  const year = addDays(start, 7 - minimalDays).slice(0, 4);
  const newYear = `${year}-01-01`;
  const before = (weekdayOf(newYear) - firstDay + 7) % 7;
  const first = addDays(newYear, 7 - before >= minimalDays ? -before : 7 - before);
  return Math.round((utc(start) - utc(first)) / dayMs / 7) + 1;
}
