import { all, first } from './lines.mjs';
import { PartProblem } from './problem.mjs';
import { parseRule } from './rule.mjs';
import { dayMs } from './zones.mjs';

/**
 * A VEVENT with its times: `place` is the RECURRENCE-ID of a changed copy; `dates` and `excluded` are RDATE and EXDATE. `problems` were
 * left out of it.
 *
 * @typedef {import('./zones.mjs').Time & { tzid?: string, at: number }} Moment
 * @typedef {{ days: number, ms: number }} Duration
 * @typedef {{
 *   component: import('./lines.mjs').Component, start: Moment, end?: Moment, duration?: Duration, isAllDay: boolean,
 *   place?: Moment, isRange: boolean, sequence: number, stamp: number,
 *   rules: import('./rule.mjs').Rule[], excludedRules: import('./rule.mjs').Rule[],
 *   dates: { moment: Moment, end?: Moment, duration?: Duration }[], excluded: Moment[],
 *   problems: Set<import('@paddock/contract/calls/event-sources').CalendarPartProblem>,
 * }} Part
 */

const timePattern = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(?:\.\d+)?(Z?))?$/i;

/** @returns {import('./zones.mjs').Time | undefined} */
export function timeOf(text) {
  const [, year = '', month, day, hour, minute, second = '0', utc] = timePattern.exec(text.trim()) ?? [];
  const date = new Date(0).setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const isDay =
    Number(year) > 0 &&
    new Date(date).getUTCDate() === Number(day) &&
    new Date(date).getUTCMonth() === Number(month) - 1;
  if (year === '' || !isDay) return undefined;
  if (hour === undefined) return { wall: date, isDate: true, isUtc: false };
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const time = ((Number(hour) * 60 + Number(minute)) * 60 + Math.min(59, Number(second))) * 1000;
  return { wall: date + time, isDate: false, isUtc: utc !== '' };
}

/** @returns {Duration | undefined} */
function durationOf(text) {
  const [, sign, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] =
    /^([+-])?P(?:(\d{1,4})W)?(?:(\d{1,5})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,7})M)?(?:(\d{1,8})S)?)?$/i.exec(text.trim()) ??
    [];
  if (sign === '-' || !/\d/.test(text)) return undefined;
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return { days: Number(weeks) * 7 + Number(days), ms };
}

/**
 * Reads a VEVENT. What it can do without is left out and named in `problems`.
 *
 * @param {import('./lines.mjs').Component} component
 * @param {import('./zones.mjs').Zones} zones
 * @returns {Part}
 * @throws {PartProblem} `unclosed`, `start`, `place`, `rule`
 */
export function partOf(component, zones) {
  if (!component.isClosed) throw new PartProblem('unclosed');
  /** @type {Part['problems']} */
  const problems = new Set(component.badLines > 0 ? ['line'] : []);
  const value = (name) => first(component, name)?.value;
  const startLine = first(component, 'DTSTART');
  const moment = (text, tzid) => {
    const time = timeOf(text);
    // A time without a zone is one of the event's zone, except where the event itself has none.
    return time && { ...time, ...(tzid !== undefined && { tzid }), at: zones.instant(time, tzid) };
  };
  const momentOf = (line) =>
    line && moment(line.value, line.params['TZID'] ?? (line === startLine ? undefined : startLine?.params['TZID']));
  const start = momentOf(startLine);
  if (!start || !Number.isFinite(start.at)) throw new PartProblem('start');
  const placeLine = first(component, 'RECURRENCE-ID');
  const place = momentOf(placeLine);
  if (placeLine && !place) throw new PartProblem('place');
  const endLine = first(component, 'DTEND');
  const end = momentOf(endLine);
  const duration = endLine ? undefined : durationOf(value('DURATION') ?? '');
  if ((endLine && !end) || (end && end.at < start.at && !isSameWall(start, end))) problems.add('end');
  if (!endLine && value('DURATION') !== undefined && !duration) problems.add('end');
  const rule = (name) => all(component, name).map((line) => checkedRule(line.value));
  const { dates, excluded } = listed(component, { moment, problems, start });
  const isMarked = value('X-MICROSOFT-CDO-ALLDAYEVENT')?.toUpperCase() === 'TRUE';
  const isAllDay = start.isDate || (isMarked && start.wall % dayMs === 0 && (!end || end.wall % dayMs === 0));
  return {
    ...{ component, start, isAllDay, problems, dates, excluded },
    ...(end && !problems.has('end') && { end }),
    ...(duration && { duration }),
    ...(place && { place }),
    isRange: placeLine?.params['RANGE']?.toUpperCase() === 'THISANDFUTURE',
    sequence: Number(value('SEQUENCE')) || 0,
    stamp: timeOf(value('DTSTAMP') ?? '')?.wall ?? 0,
    rules: rule('RRULE'),
    excludedRules: rule('EXRULE'),
  };
}

/** A later wall time in the same zone: where the clocks skip the start it is at the same instant, or before it. */
const isSameWall = (start, end) => start.tzid === end.tzid && start.isUtc === end.isUtc && end.wall > start.wall;

function checkedRule(text) {
  const rule = parseRule(text);
  if (rule.until !== undefined && !timeOf(rule.until)) throw new PartProblem('rule');
  return rule;
}

/** RDATE and EXDATE: each value on its own. */
function listed(component, { moment, problems, start }) {
  const values = (name) =>
    all(component, name).flatMap(({ value, params }) =>
      value.split(',').map((text) => ({ text, tzid: params['TZID'] ?? start.tzid })),
    );
  const dates = values('RDATE').flatMap(({ text, tzid }) => {
    const [from = '', to] = text.split('/');
    const found = moment(from, tzid);
    if (!found) return problems.add('dates') && [];
    const end = to === undefined ? undefined : moment(to, tzid);
    const duration = to === undefined ? undefined : durationOf(to);
    return { moment: found, ...(end && { end }), ...(duration && { duration }) };
  });
  const excluded = values('EXDATE').flatMap(({ text, tzid }) => {
    const found = moment(text, tzid);
    if (!found || (found.isDate && !start.isDate)) problems.add('dates');
    return found ?? [];
  });
  return { dates, excluded };
}

/** Cancelled events disappear; what its owner marked as private is not for a workplace. @param {Part} part */
export function isShown({ component }) {
  const text = (name) => first(component, name)?.value.trim().toUpperCase();
  return text('STATUS') !== 'CANCELLED' && !['PRIVATE', 'CONFIDENTIAL'].includes(text('CLASS') ?? '');
}
