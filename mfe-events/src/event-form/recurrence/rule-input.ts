import { parseRule, type RecurrenceRule, type Weekday } from '@paddock/contract/core/recurrence';
import { dayOfMonth, isLastOfMonth, nthOf, weekdayOf } from './rule-words';

/** What the controls of the form hold. */
export interface EnteredRule {
  repeats?: string | undefined;
  freq?: string | undefined;
  interval?: string | undefined;
  days?: readonly string[] | undefined;
  monthly?: string | undefined;
  ends?: string | undefined;
  until?: string | undefined;
  count?: string | undefined;
}

/** The simple rules of the list. */
const simple = { daily: 'DAILY', weekly: 'WEEKLY', monthly: 'MONTHLY', yearly: 'YEARLY' } as const;

export const isNumber = (text: string | undefined, max: number) =>
  /^\s*\d{1,6}\s*$/.test(text ?? '') && Number(text) >= 1 && Number(text) <= max;

/** The rule of the form; undefined for an event that does not repeat. `wall` is the start; `kept` a rule that the form cannot show. */
export function ruleOf(entered: EnteredRule, wall: string, kept?: string): RecurrenceRule | undefined {
  const { repeats = 'none', ends, until, count } = entered;
  if (repeats === 'none' || wall === '') return undefined;
  const period = repeats === 'kept' ? parseRule(kept ?? '') : periodOf(entered, repeats, wall);
  if (!period) return undefined;
  const { count: _, until: __, ...endless } = period;
  if (ends === 'until' && until) return { ...endless, until };
  return ends === 'count' && isNumber(count, 999) ? { ...endless, count: Number(count) } : endless;
}

function periodOf(entered: EnteredRule, repeats: string, wall: string): RecurrenceRule {
  if (repeats in simple) return { freq: simple[repeats as keyof typeof simple], interval: 1 };
  const { freq = 'WEEKLY', interval, days = [], monthly } = entered;
  const base = { freq: freq as RecurrenceRule['freq'], interval: isNumber(interval, 99) ? Number(interval) : 1 };
  if (freq === 'WEEKLY' && days.length > 0) return { ...base, days: days as Weekday[] };
  if (freq !== 'MONTHLY') return base;
  if (monthly === 'nth') return { ...base, nth: { nth: nthOf(wall), day: weekdayOf(wall) } };
  if (monthly === 'last') return { ...base, nth: { nth: -1, day: weekdayOf(wall) } };
  return monthly === 'last_day' ? { ...base, monthDays: [-1] } : base;
}

/** A stored rule as the controls hold it, for a copy that starts at `wall`. */
export function ruleFormValues(text: string | undefined, wall: string): EnteredRule {
  const blank = { freq: 'WEEKLY', interval: '1', days: [weekdayOf(wall)], monthly: 'day', ends: 'never' };
  const rule = text === undefined ? undefined : parseRule(text);
  if (!rule) return { ...blank, repeats: 'none' };
  const { freq, interval, days, count, until } = rule;
  const ending = {
    ...(count !== undefined && { ends: 'count', count: String(count) }),
    ...(until !== undefined && { ends: 'until', until }),
  };
  const monthly = monthlyOf(rule, wall);
  if (monthly === undefined) return { ...blank, ...ending, repeats: 'kept' };
  const isOwnDay = days === undefined || (days.length === 1 && days[0] === weekdayOf(wall));
  if (interval === 1 && isOwnDay && monthly === 'day')
    return { ...blank, ...ending, freq, repeats: freq.toLowerCase() };
  return { ...blank, ...ending, repeats: 'custom', freq, interval: String(interval), monthly, ...(days && { days }) };
}

/** How the form shows the days of a month; undefined for days that it cannot show. */
function monthlyOf({ nth, monthDays }: RecurrenceRule, wall: string): string | undefined {
  if (nth) {
    if (nth.day !== weekdayOf(wall)) return undefined;
    if (nth.nth === -1) return isLastOfMonth(wall) ? 'last' : undefined;
    return nth.nth === nthOf(wall) ? 'nth' : undefined;
  }
  if (!monthDays) return 'day';
  if (monthDays.length > 1) return undefined;
  if (monthDays[0] === -1) return isLastOfMonth(wall, 1) ? 'last_day' : undefined;
  return monthDays[0] === dayOfMonth(wall) ? 'day' : undefined;
}
