import { parseAbsolute, parseDateTime, toCalendarDateTime, toZoned } from '@internationalized/date';
import { parseRule, type RecurrenceRule, ruleText, weekdays } from '@paddock/contract/core/recurrence';
import ICAL from 'ical.js';

/** A rule with its first place. */
export interface Repeating {
  rule: string;
  when: Date;
  time_zone: string;
}

const lastYear = 9999;

/** The wall time of an instant, to the second: `2026-03-29T10:00:00`. */
export function wallTimeOf(instant: Date, time_zone: string): string {
  return toCalendarDateTime(parseAbsolute(instant.toISOString(), time_zone)).set({ millisecond: 0 }).toString();
}

/** The instant of a wall time. One that the clocks skip is an hour later; of a repeated one the first counts. */
export function instantOfWall(wall: string, time_zone: string): Date {
  return toZoned(parseDateTime(wall), time_zone).toDate();
}

/** The wall time in ms, as if it were UTC: what differences between wall times are counted in. */
export const wallMs = (wall: string) => Date.parse(`${wall}Z`);
export const wallOfMs = (ms: number) => new Date(ms).toISOString().slice(0, 19);

/** The rule with everything that its first place implies: ical.js moves an implied 29 February to 1 March. */
export function completeRule(rule: RecurrenceRule, wall: string): string {
  const [month, day] = [Number(wall.slice(5, 7)), Number(wall.slice(8, 10))];
  const { freq, days, monthDays, nth } = rule;
  const implied: RecurrenceRule = {
    ...rule,
    ...(freq === 'WEEKLY' && { days: days ?? [weekdays[(new Date(`${wall}Z`).getUTCDay() + 6) % 7]!] }),
    ...(freq === 'MONTHLY' && !nth && { monthDays: monthDays ?? [day] }),
  };
  return `${ruleText(implied)}${freq === 'YEARLY' ? `;BYMONTH=${month};BYMONTHDAY=${day}` : ''}`;
}

/** The wall times of a rule, the first one first. */
function* wallTimes(text: string, first: string): Generator<string> {
  const rule = parseRule(text);
  if (!rule) return;
  // A day alone would end at its start.
  const complete = completeRule(rule, first).replace(/UNTIL=\d{8}/, '$&T235959');
  const iterator = ICAL.Recur.fromString(complete).iterator(ICAL.Time.fromDateTimeString(first));
  for (let next = iterator.next(); next && next.year <= lastYear; next = iterator.next()) yield next.toString();
}

/** Whether the first copy is at this wall time. */
export function startsAt(rule: string, wall: string): boolean {
  return wallTimes(rule, wall).next().value === wall;
}

/** The places up to an instant, earliest first; `ended` if there is no later one. */
export function placesOf({ rule, when, time_zone }: Repeating, to: Date): { places: Date[]; ended: boolean } {
  const places: Date[] = [];
  for (const wall of wallTimes(rule, wallTimeOf(when, time_zone))) {
    const place = instantOfWall(wall, time_zone);
    if (place > to) return { places, ended: false };
    places.push(place);
  }
  return { places, ended: true };
}
