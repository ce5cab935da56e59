import { createHash } from 'node:crypto';
import { first, textIn, unescaped } from './lines.mjs';
import { dayMs } from './zones.mjs';

/**
 * @typedef {import('../read-calendar.js').CalendarEvent} CalendarEvent
 * @typedef {import('./series.mjs').Copy} Copy
 */

/** Texts are cut near what an event can store; the service checks their characters. */
export const maxLine = 500;
const maxUid = 200;
const maxText = 10_000;
const maxAddress = 2000;

/**
 * @param {string} uid
 * @param {Copy} copy
 * @param {import('./zones.mjs').Zones} zones
 * @returns {CalendarEvent}
 */
export function eventOf(uid, copy, zones) {
  const { part, at, place, nth } = copy;
  const { component, start, isAllDay } = part;
  const [latitude, longitude] = (first(component, 'GEO')?.value ?? '').split(';').map(Number);
  const organizer = first(component, 'ORGANIZER')?.params['CN'];
  const url = addressIn(component, ['URL']);
  const conference_url = addressIn(component, conferences);
  const end = isAllDay ? lastDayOf(copy, zones) : endOf(copy, zones);
  return {
    uid: shortUid(uid),
    ...(place !== undefined && { recurrence: { place, ...(nth !== undefined && { nth }) } }),
    title: textIn(component, 'SUMMARY', maxLine),
    when: isAllDay ? dayAt(copy, zones, 0) : at,
    ...(end !== undefined && { end }),
    all_day: isAllDay,
    time_zone: zones.ianaOf(start.tzid),
    where: textIn(component, 'LOCATION', maxLine),
    ...(Number.isFinite(latitude) && Number.isFinite(longitude) && { geo: [longitude, latitude] }),
    desc: textIn(component, 'DESCRIPTION', maxText),
    ...(organizer && { organizer_name: organizer.slice(0, maxLine) }),
    ...(url && { url }),
    ...(conference_url && { conference_url }),
    ...(first(component, 'STATUS')?.value.toUpperCase() === 'TENTATIVE' && { tentative: true }),
  };
}

/** @param {string} uid */
export const shortUid = (uid) => (uid.length > maxUid ? createHash('sha256').update(uid).digest('hex') : uid);

/** RFC 7986, and what calendars of Google and Microsoft have instead. */
const conferences = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'];

/** The first web address among these properties. */
function addressIn({ lines }, names) {
  const values = names
    .flatMap((name) => lines.filter((line) => line.name === name))
    .map(({ value }) => unescaped(value));
  return values.find((value) => /^https?:\/\//i.test(value) && value.length <= maxAddress && URL.canParse(value));
}

/** The start of a day of a copy, by number. @param {Copy} copy */
function dayAt({ wall, part: { start } }, zones, number) {
  const day = Math.floor(wall / dayMs) * dayMs + number * dayMs;
  return zones.instant({ wall: day, isDate: true, isUtc: false }, start.tzid);
}

/** An end is exclusive (RFC 5545, 3.6.1): the last day is the one before. @param {Copy} copy */
function lastDayOf(copy, zones) {
  const { start, end, duration } = copy.part;
  const days = end
    ? Math.ceil(end.wall / dayMs) - Math.floor(start.wall / dayMs)
    : duration
      ? duration.days + Math.ceil(duration.ms / dayMs)
      : 1;
  return dayAt(copy, zones, Math.max(1, days) - 1);
}

/**
 * Each copy lasts exactly as long as the first one; whole days of a DURATION are days by the clock (RFC 5545, 3.3.6 and 3.8.5.3).
 * undefined without an end and where it equals the start.
 *
 * @param {Copy} copy
 */
function endOf({ part, own, at, wall }, zones) {
  const { start } = part;
  const { end, duration } = own?.end || own?.duration ? own : part;
  const from = own?.end ? own.moment : start;
  if (end) {
    const exact = end.at - from.at;
    // Where the clocks skip the start, what its writer meant is the time between both on the clock.
    const length = exact > 0 || from.tzid !== end.tzid ? exact : end.wall - from.wall;
    return length > 0 ? at + length : undefined;
  }
  if (!duration || (duration.days === 0 && duration.ms === 0)) return undefined;
  const days = duration.days * dayMs;
  if (start.isUtc || days === 0) return at + days + duration.ms;
  return zones.instant({ wall: wall + days, isDate: false, isUtc: false }, start.tzid) + duration.ms;
}
