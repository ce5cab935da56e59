import { parseRule, type RecurrenceRule, type Weekday, weekdays } from '@paddock/contract/core/recurrence';
import { dayMs } from '@paddock/contract/core/durations';
import type { Text } from '@paddock/mfe-kit/kit-context';

/** 5 January 2026 was a Monday. */
const monday = Date.UTC(2026, 0, 5);

/** The name of a day of the week. */
export function dayName(day: Weekday, locale: string): string {
  const date = monday + weekdays.indexOf(day) * dayMs;
  return new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' }).format(date);
}

/** The day of the week of a wall time. */
export const weekdayOf = (wall: string): Weekday => weekdays[(dateOf(wall).getUTCDay() + 6) % 7]!;

/** The days of the week in the order of the locale. */
export function daysOfWeek(locale: string): Weekday[] {
  const { getWeekInfo, weekInfo } = new Intl.Locale(locale) as Intl.Locale & {
    getWeekInfo?: () => { firstDay: number };
    weekInfo?: { firstDay: number };
  };
  const first = (getWeekInfo?.call(new Intl.Locale(locale)) ?? weekInfo)?.firstDay ?? 1;
  return [...weekdays.slice(first - 1), ...weekdays.slice(0, first - 1)];
}

export const dayOfMonth = (wall: string) => Number(wall.slice(8, 10));
/** Which of its day of the week in the month: 1 to 5. */
export const nthOf = (wall: string) => Math.ceil(dayOfMonth(wall) / 7);
/** Whether it is the last of its day of the week in the month. */
export const isLastOfMonth = (wall: string, days = 7) => dayOfMonth(wall) + days > daysInMonth(wall);

function daysInMonth(wall: string): number {
  return new Date(Date.UTC(Number(wall.slice(0, 4)), Number(wall.slice(5, 7)), 0)).getUTCDate();
}

const dateOf = (wall: string) => new Date(`${wall.slice(0, 10)}T00:00:00Z`);

/** A date without its year, such as 29 February. */
export const dateWithoutYear = (wall: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(dateOf(wall));

const fullDate = (day: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(dateOf(day));

/** A rule in words: "Every 2 weeks on Tuesday and Friday, until 3 July 2026". `wall` is the start. */
export function ruleWords(t: Text, rule: RecurrenceRule | string, wall: string, locale: string): string {
  const given = typeof rule === 'string' ? parseRule(rule) : rule;
  if (!given) return '';
  const { until, count } = given;
  const words = skipping(t, given, wall, periodWords(t, given, wall, locale));
  if (until !== undefined) return t('repeat.words.until', { rule: words, date: fullDate(until, locale) });
  return count === undefined ? words : t('repeat.words.times', { rule: words, count });
}

function periodWords(t: Text, { freq, interval: count, ...rule }: RecurrenceRule, wall: string, locale: string) {
  const listed = (all: string[]) => new Intl.ListFormat(locale, { type: 'conjunction' }).format(all);
  if (freq === 'DAILY') return t('repeat.words.daily', { count });
  if (freq === 'YEARLY') return t('repeat.words.yearly', { count, date: dateWithoutYear(wall, locale) });
  if (freq === 'WEEKLY') {
    const chosen = rule.days ?? [weekdayOf(wall)];
    const days = daysOfWeek(locale).filter((day) => chosen.includes(day));
    return t('repeat.words.weekly', { count, days: listed(days.map((day) => dayName(day, locale))) });
  }
  const { nth, monthDays = [dayOfMonth(wall)] } = rule;
  const days = nth
    ? [nthWords(t, nth, locale)]
    : monthDays.map((day) => (day === -1 ? t('repeat.words.last_day') : t('repeat.words.day', { day })));
  return t('repeat.words.monthly', { count, days: listed(days) });
}

/** Which of a month's days: "the second Tuesday". */
export const nthWords = (t: Text, { nth, day }: NonNullable<RecurrenceRule['nth']>, locale: string) =>
  t(`repeat.words.nth_${nth === -1 ? 'last' : nth}`, { day: dayName(day, locale) });

/** Says what happens to a date that not every month or year has. */
function skipping(t: Text, { freq, nth, monthDays = [] }: RecurrenceRule, wall: string, rule: string): string {
  const days = [...monthDays, ...(freq === 'MONTHLY' && !nth && monthDays.length === 0 ? [dayOfMonth(wall)] : [])];
  if (freq === 'MONTHLY' && (nth?.nth === 5 || days.some((day) => day > 28))) return t('repeat.words.skips', { rule });
  return freq === 'YEARLY' && wall.slice(5, 10) === '02-29' ? t('repeat.words.skips_years', { rule }) : rule;
}
