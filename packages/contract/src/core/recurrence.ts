import { z } from 'zod';

/** Days of the week as RFC 5545 names them, Monday first. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof weekdays)[number];
export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof frequencies)[number];

/** How an event repeats: the supported part of an RRULE (RFC 5545, 3.3.10). */
export interface RecurrenceRule {
  freq: Frequency;
  /** Every so many days, weeks, months or years: 1 to 99. */
  interval: number;
  /** Of a week. */
  days?: Weekday[];
  /** Of a month: days by number, -1 is the last one. */
  monthDays?: number[];
  /** Of a month: such as the second Tuesday, or the last Friday (-1). */
  nth?: { nth: number; day: Weekday };
  /** The number of copies: 1 to 999. */
  count?: number;
  /** The last day, by the clock of the event's zone: yyyy-mm-dd. */
  until?: string;
}

const maxInterval = 99;
const maxCount = 999;

/** Reads a rule; undefined for what is no rule of the supported kind. */
export function parseRule(text: string): RecurrenceRule | undefined {
  const parts = text.split(';').map((part) => part.split('=') as [string, string | undefined]);
  const given = new Map(parts.map(([name, value]) => [name.toUpperCase(), value?.toUpperCase() ?? '']));
  if (given.size !== parts.length) return undefined;
  const take = (name: string) => {
    const value = given.get(name);
    given.delete(name);
    return value;
  };
  const freq = frequencies.find((each) => each === given.get('FREQ'));
  given.delete('FREQ');
  const interval = integer(take('INTERVAL') ?? '1', 1, maxInterval);
  const [byDay, byMonthDay, countText, untilText] = ['BYDAY', 'BYMONTHDAY', 'COUNT', 'UNTIL'].map(take);
  if (freq === undefined || interval === undefined || given.size > 0) return undefined;
  const rule: RecurrenceRule = { freq, interval };
  if (byDay !== undefined && !takeDays(rule, byDay)) return undefined;
  if (byMonthDay !== undefined) {
    const days = byMonthDay.split(',').map((day) => (day === '-1' ? -1 : integer(day, 1, 31)));
    if (freq !== 'MONTHLY' || byDay !== undefined || days.includes(undefined)) return undefined;
    rule.monthDays = [...new Set(days as number[])].sort((a, b) => a - b);
  }
  if (countText !== undefined) {
    const count = integer(countText, 1, maxCount);
    if (count === undefined || untilText !== undefined) return undefined;
    rule.count = count;
  }
  if (untilText !== undefined) {
    const until = untilText.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
    if (!z.iso.date().safeParse(until).success) return undefined;
    rule.until = until;
  }
  return rule;
}

function takeDays(rule: RecurrenceRule, text: string): boolean {
  const found = text.split(',').map((each) => /^(-1|[1-5])?(MO|TU|WE|TH|FR|SA|SU)$/.exec(each));
  const plain = found.flatMap((each) => (each && each[1] === undefined ? [each[2] as Weekday] : []));
  if (rule.freq === 'WEEKLY' && plain.length === found.length) {
    rule.days = weekdays.filter((day) => plain.includes(day));
    return true;
  }
  const [only] = found;
  if (rule.freq !== 'MONTHLY' || found.length !== 1 || only?.[1] === undefined) return false;
  rule.nth = { nth: Number(only[1]), day: only[2] as Weekday };
  return true;
}

function integer(text: string, min: number, max: number): number | undefined {
  const value = /^\d{1,3}$/.test(text) ? Number(text) : NaN;
  return value >= min && value <= max ? value : undefined;
}

/** The rule as an RRULE's text. */
export function ruleText({ freq, interval, days, monthDays, nth, count, until }: RecurrenceRule): string {
  return [
    `FREQ=${freq}`,
    interval > 1 && `INTERVAL=${interval}`,
    days && `BYDAY=${days.join(',')}`,
    nth && `BYDAY=${nth.nth}${nth.day}`,
    monthDays && `BYMONTHDAY=${monthDays.join(',')}`,
    count !== undefined && `COUNT=${count}`,
    until !== undefined && `UNTIL=${until.replaceAll('-', '')}`,
  ]
    .filter(Boolean)
    .join(';');
}

/** An RRULE as a call takes it; the text is brought into one form. */
export const recurrenceRule = z
  .string()
  .max(200, 'INVALID_PATTERN')
  .refine((text) => parseRule(text) !== undefined, 'INVALID_PATTERN')
  .transform((text) => ruleText(parseRule(text)!));

/** Which copies of a recurring event a change or deletion concerns. Copies that are over never change with others. */
export const recurrenceScopes = ['one', 'following', 'all'] as const;
export type RecurrenceScope = (typeof recurrenceScopes)[number];
export const recurrenceScope = z.enum(recurrenceScopes).default('one');
