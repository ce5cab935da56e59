import type { Format } from '@paddock/mfe-kit/format';

/** 'Saturday, 3 October', with the year if it is not the current one. */
export function dayOf(format: Format, instant: string, now: number): string {
  return format.day(instant, undefined, new Date(instant).getFullYear() !== new Date(now).getFullYear());
}

/** 'today' or 'yesterday' in local time; undefined for other days. */
export function nearDay(instant: string, now: number): 'today' | 'yesterday' | undefined {
  const day = new Date(instant).toDateString();
  const date = new Date(now);
  if (day === date.toDateString()) return 'today';
  date.setDate(date.getDate() - 1);
  return day === date.toDateString() ? 'yesterday' : undefined;
}
