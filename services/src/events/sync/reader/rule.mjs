import { ruleProblem } from './problem.mjs';

/**
 * Recurrence rules (RFC 5545, 3.3.10), by wall time: no part of this file knows zones. ical.js drops copies of rules with BYSETPOS, and
 * rrule-temporal takes 0.3 ms a candidate, which is minutes for a large calendar.
 *
 * @typedef {{
 *   freq: string, interval: number, count?: number, until?: string, wkst: number,
 *   months?: number[], weeks?: number[], yearDays?: number[], monthDays?: number[],
 *   days?: { nth: number, day: number }[], hours?: number[], minutes?: number[], seconds?: number[], positions?: number[],
 * }} Rule
 */

const dayMs = 86_400_000;
/** Units shorter than a day, in ms; these frequencies step by them. */
const steps = { HOURLY: 3_600_000, MINUTELY: 60_000, SECONDLY: 1000 };
const frequencies = ['YEARLY', 'MONTHLY', 'WEEKLY', 'DAILY', ...Object.keys(steps)];
/** Monday first. */
const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const lastYear = 9999;

/** List parts with their name in a rule and the largest number; `signed` ones count from the end, too. */
const lists = {
  BYMONTH: { name: 'months', min: 1, max: 12 },
  BYWEEKNO: { name: 'weeks', min: 1, max: 53, signed: true },
  BYYEARDAY: { name: 'yearDays', min: 1, max: 366, signed: true },
  BYMONTHDAY: { name: 'monthDays', min: 1, max: 31, signed: true },
  BYHOUR: { name: 'hours', min: 0, max: 23 },
  BYMINUTE: { name: 'minutes', min: 0, max: 59 },
  BYSECOND: { name: 'seconds', min: 0, max: 59 },
  BYSETPOS: { name: 'positions', min: 1, max: 366, signed: true },
};

/**
 * Reads an RRULE.
 *
 * @param {string} text
 * @returns {Rule}
 * @throws {PartProblem} `rule`
 */
export function parseRule(text) {
  /** @type {Rule} */
  const rule = { freq: '', interval: 1, wkst: 0 };
  for (const part of text.toUpperCase().split(';').filter(Boolean)) {
    const [name = '', value = ''] = part.trim().split('=');
    if (name === 'FREQ' && frequencies.includes(value)) rule.freq = value;
    else if (name === 'INTERVAL') rule.interval = integer(value, 1, 100_000);
    else if (name === 'COUNT') rule.count = integer(value, 1, 1_000_000);
    else if (name === 'UNTIL') rule.until = value;
    else if (name === 'WKST' && weekdays.includes(value)) rule.wkst = weekdays.indexOf(value);
    else if (name === 'BYDAY') rule.days = value.split(',').map(dayOf);
    else if (name in lists) {
      const { min, max, signed, name: field } = lists[name];
      rule[field] = value.split(',').map((each) => integer(each, min, max, signed));
    } else if (!name.startsWith('X-') && !(name === 'RSCALE' && value === 'GREGORIAN') && part !== 'SKIP=OMIT')
      throw ruleProblem();
  }
  if (rule.freq === '') throw ruleProblem();
  return rule;
}

function integer(text, min, max, signed = false) {
  const value = /^[+-]?\d{1,7}$/.test(text) ? Number(text) : NaN;
  const size = signed ? Math.abs(value) : value;
  if (!(size >= min && size <= max)) throw ruleProblem();
  return value;
}

function dayOf(text) {
  const [, nth = '0', day = ''] = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(text.trim()) ?? [];
  if (day === '' || Math.abs(Number(nth)) > 53) throw ruleProblem();
  return { nth: Number(nth), day: weekdays.indexOf(day) };
}

/**
 * The wall times of a rule in ms, as if they were UTC; without end unless the rule has none after the year 9999. The start is not
 * among them where the rule does not match it; COUNT and UNTIL are the caller's.
 *
 * @param {Rule} rule
 * @param {number} start
 * @param {() => void} spend is called for each step; it throws when the work is too much
 */
export function* wallTimes(rule, start, spend) {
  const complete = withImplied(rule, start);
  for (const days of rule.freq in steps ? shortPeriods(complete, start, spend) : dayPeriods(complete, start, spend))
    for (const at of chosen(days, complete.positions)) if (at >= start) yield at;
}

/** What a rule does not name comes from its start. */
function withImplied(rule, start) {
  const at = new Date(start);
  const { freq, months, weeks, yearDays, monthDays, days } = rule;
  const implied = { ...rule };
  const isOpen = !weeks && !yearDays && !monthDays && !days;
  if (freq === 'YEARLY' && isOpen) Object.assign(implied, { months: months ?? [at.getUTCMonth() + 1] });
  if ((freq === 'YEARLY' || freq === 'MONTHLY') && isOpen) implied.monthDays = [at.getUTCDate()];
  if ((freq === 'WEEKLY' && isOpen) || (weeks && !days && !yearDays && !monthDays))
    implied.days = [{ nth: 0, day: weekdayOf(start) }];
  if (!(freq in steps)) implied.hours = rule.hours ?? [at.getUTCHours()];
  if (!['MINUTELY', 'SECONDLY'].includes(freq)) implied.minutes = rule.minutes ?? [at.getUTCMinutes()];
  if (freq !== 'SECONDLY') implied.seconds = rule.seconds ?? [at.getUTCSeconds()];
  return implied;
}

const weekdayOf = (wall) => (Math.floor(wall / dayMs) + 3) % 7;
const startOfDay = (wall) => Math.floor(wall / dayMs) * dayMs;
const dateMs = (year, month, day = 1) => new Date(0).setUTCFullYear(year, month, day);

/** The candidates of each period of days: a year, a month, a week or a day. */
function* dayPeriods(rule, start, spend) {
  const { freq, interval } = rule;
  const at = new Date(start);
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()];
  const first =
    freq === 'WEEKLY' ? startOfDay(start) - ((weekdayOf(start) - rule.wkst + 7) % 7) * dayMs : startOfDay(start);
  const times = timesOf(rule);
  const test = dayTest(rule);
  for (let n = 0; ; n += interval) {
    const [from, to] =
      freq === 'YEARLY'
        ? [dateMs(year + n, 0), dateMs(year + n + 1, 0)]
        : freq === 'MONTHLY'
          ? [dateMs(year, month + n), dateMs(year, month + n + 1)]
          : freq === 'WEEKLY'
            ? [first + n * 7 * dayMs, first + (n + 1) * 7 * dayMs]
            : [first + n * dayMs, first + (n + 1) * dayMs];
    if (!(from <= dateMs(lastYear, 11, 31))) return;
    spend();
    const found = [];
    for (let day = from; day < to; day += dayMs) {
      if (!test(day)) continue;
      for (const time of times) {
        spend();
        found.push(day + time);
      }
    }
    yield found;
  }
}

/** The candidates of each hour, minute or second. */
function* shortPeriods(rule, start, spend) {
  const step = steps[rule.freq];
  const test = dayTest(rule);
  const isIn = (list, value) => list === undefined || list.includes(value);
  const { hours, minutes, seconds } = rule;
  for (let at = Math.floor(start / step) * step; at <= dateMs(lastYear, 11, 31); at += step * rule.interval) {
    spend();
    const date = new Date(at);
    if (!test(startOfDay(at)) || !isIn(hours, date.getUTCHours())) continue;
    if (rule.freq !== 'HOURLY' && !isIn(minutes, date.getUTCMinutes())) continue;
    if (rule.freq === 'SECONDLY' && !isIn(seconds, date.getUTCSeconds())) continue;
    yield timesOf(rule).map((time) => at + time);
  }
}

/** The times of a period, in ms, in order. */
function timesOf({ freq, hours = [0], minutes = [0], seconds = [0] }) {
  const ofHours = freq in steps ? [0] : hours;
  const ofMinutes = freq === 'MINUTELY' || freq === 'SECONDLY' ? [0] : minutes;
  const ofSeconds = freq === 'SECONDLY' ? [0] : seconds;
  const all = ofHours.flatMap((hour) =>
    ofMinutes.flatMap((minute) => ofSeconds.map((second) => ((hour * 60 + minute) * 60 + second) * 1000)),
  );
  return [...new Set(all)].sort((a, b) => a - b);
}

/** Whether a day has all the properties that a rule names. */
function dayTest({ freq, wkst, months, weeks, yearDays, monthDays, days }) {
  const isYearly = freq === 'YEARLY' && !months;
  const isNumbered = (freq === 'YEARLY' && !weeks) || freq === 'MONTHLY';
  return (day) => {
    const date = new Date(day);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    if (months && !months.includes(month + 1)) return false;
    if (days && !days.some((each) => each.day === weekdayOf(day))) return false;
    const inMonth = () => ({ from: dateMs(year, month), to: dateMs(year, month + 1) });
    const inYear = () => ({ from: dateMs(year, 0), to: dateMs(year + 1, 0) });
    if (monthDays && !isNumber(monthDays, day, inMonth())) return false;
    if (yearDays && !isNumber(yearDays, day, inYear())) return false;
    if (weeks && !isOfWeek(weeks, day, wkst)) return false;
    return !days || days.some((each) => isWeekday(each, day, isNumbered && (isYearly ? inYear : inMonth)));
  };
}

/** Whether a day has one of these numbers in a span, from its start or (negative) its end. */
function isNumber(numbers, day, { from, to }) {
  return numbers.includes((day - from) / dayMs + 1) || numbers.includes((day - to) / dayMs);
}

/**
 * @param {{ nth: number, day: number }} weekday
 * @param {number} day
 * @param {false | (() => { from: number, to: number })} spanOf in which a numbered weekday counts
 */
function isWeekday({ nth, day: weekday }, day, spanOf) {
  if (weekdayOf(day) !== weekday) return false;
  if (nth === 0 || !spanOf) return true;
  const span = spanOf();
  const place =
    nth > 0 ? Math.floor((day - span.from) / (7 * dayMs)) + 1 : -Math.floor((span.to - dayMs - day) / (7 * dayMs)) - 1;
  return place === nth;
}

/** The first week of a year has at least four of its days. */
function isOfWeek(weeks, day, wkst) {
  const weekStart = day - ((weekdayOf(day) - wkst + 7) % 7) * dayMs;
  const year = new Date(weekStart + 3 * dayMs).getUTCFullYear();
  const firstWeek = (of) => {
    const fourth = dateMs(of, 0, 4);
    return fourth - ((weekdayOf(fourth) - wkst + 7) % 7) * dayMs;
  };
  const number = (weekStart - firstWeek(year)) / (7 * dayMs) + 1;
  return weeks.includes(number) || weeks.includes((weekStart - firstWeek(year + 1)) / (7 * dayMs));
}

/** BYSETPOS: some of a period's candidates, in order. */
function chosen(all, positions) {
  if (!positions) return all;
  return [...new Set(positions.flatMap((n) => all.at(n > 0 ? n - 1 : n) ?? []))].sort((a, b) => a - b);
}
