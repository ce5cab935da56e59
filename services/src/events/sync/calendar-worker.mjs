import ICAL from 'ical.js';
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * The thread that reads a calendar file (RFC 5545), started by `read-calendar.ts`. A recurrence that never ends or a file that
 * is too large costs this thread its time and memory, and no request.
 *
 * @typedef {import('./read-calendar.js').CalendarTask} CalendarTask
 * @typedef {import('./read-calendar.js').CalendarEvent} CalendarEvent
 */

/** @type {CalendarTask} */
const task = workerData;
const from = task.from;
const to = task.to;
/** Texts are cut near what an event can store; the service checks their characters. */
const maxLine = 500;
const maxUid = 200;
const maxText = 10_000;
/** Of all events: the reply to the service is a copy in its memory. */
const maxCharacters = 30_000_000;
let characters = 0;

function read() {
  const parsed = ICAL.parse(task.text);
  const roots = (typeof parsed[0] === 'string' ? [parsed] : parsed).map((each) => new ICAL.Component(each));
  const calendars = roots.filter(({ name }) => name === 'vcalendar');
  if (calendars.length === 0) throw new Error('no VCALENDAR');
  /** @type {CalendarEvent[]} */
  const events = [];
  for (const calendar of calendars) {
    const named = calendar.getFirstPropertyValue('x-wr-timezone');
    const zone = typeof named === 'string' && isZone(named) ? named : task.time_zone;
    const zones = new Map(
      calendar.getAllSubcomponents('vtimezone').map((each) => [String(each.getFirstPropertyValue('tzid')), each]),
    );
    for (const [uid, parts] of byUid(calendar)) addEvents(events, uid, parts, { zone, zones });
  }
  const name = calendars[0].getFirstPropertyValue('x-wr-calname') ?? calendars[0].getFirstPropertyValue('name');
  return { name: typeof name === 'string' ? name.slice(0, maxLine) : undefined, events };
}

/** The parts of each event: the event itself, and changed recurrences. */
function byUid(calendar) {
  const groups = new Map();
  for (const part of calendar.getAllSubcomponents('vevent')) {
    const uid = String(part.getFirstPropertyValue('uid') ?? `${part.getFirstPropertyValue('dtstart')}`);
    const group = groups.get(uid);
    if (group) group.push(part);
    else groups.set(uid, [part]);
  }
  return groups;
}

function addEvents(events, uid, parts, context) {
  const isChange = (part) => part.hasProperty('recurrence-id');
  const changes = parts.filter(isChange);
  // Of two with the same UID the last one counts.
  const master = parts.findLast((part) => !isChange(part));
  const add = (part, start, end, recurrence) => {
    if (!isShown(part)) return;
    if (events.length >= task.maxEvents) throw new Error('too many events');
    const event = eventOf(uid, part, start, end, recurrence, context);
    // A time outside the range of dates.
    if (!Number.isFinite(event.when)) return;
    characters += event.title.length + event.where.length + event.desc.length + (event.organizer_name?.length ?? 0);
    if (characters > maxCharacters) throw new Error('too many events');
    events.push(event);
  };
  if (!master) {
    for (const part of changes) {
      const change = new ICAL.Event(part, { exceptions: [] });
      if (change.startDate) add(part, change.startDate, endOf(change), change.recurrenceId);
    }
    return;
  }
  const event = new ICAL.Event(master, { exceptions: changes });
  if (!event.startDate) return;
  if (!event.isRecurring()) {
    add(master, event.startDate, endOf(event));
    return;
  }
  const iterator = event.iterator();
  for (let next = iterator.next(); next; next = iterator.next()) {
    const details = event.getOccurrenceDetails(next);
    const { item, recurrenceId, startDate } = details;
    const start = instantOf(startDate, tzidOf(item.component), context);
    // A changed recurrence may lie elsewhere than its place in the row.
    const place = instantOf(next, tzidOf(master), context);
    if (place > to) return;
    const hasEnd = item.component.hasProperty('dtend') || item.component.hasProperty('duration');
    if (start >= from && start <= to)
      add(item.component, startDate, hasEnd ? details.endDate : undefined, recurrenceId);
  }
}

/** Cancelled events disappear; what its owner marked as private is not for a workplace. */
function isShown(part) {
  const text = (name) => String(part.getFirstPropertyValue(name) ?? '').toUpperCase();
  return text('status') !== 'CANCELLED' && !['PRIVATE', 'CONFIDENTIAL'].includes(text('class'));
}

const endOf = (event) =>
  event.component.hasProperty('dtend') || event.component.hasProperty('duration') ? event.endDate : undefined;

/** @returns {CalendarEvent} */
function eventOf(uid, part, start, end, recurrence, context) {
  const tzid = tzidOf(part);
  const text = (name, max = maxLine) => {
    const value = part.getFirstPropertyValue(name);
    return value === null || value === undefined ? undefined : String(value).slice(0, max);
  };
  const when = instantOf(start, tzid, context);
  const geo = part.getFirstPropertyValue('geo');
  const organizer = part.getFirstProperty('organizer')?.getParameter('cn');
  return {
    uid: uid.length > maxUid ? createHash('sha256').update(uid).digest('hex') : uid,
    ...(recurrence && { recurrence: instantOf(recurrence, tzid, context) }),
    title: text('summary') ?? '',
    when,
    end: start.isDate ? endOfDays(start, end, context) : end && instantOf(end, tzid, context),
    time_zone: tzid !== undefined && isZone(tzid) ? tzid : context.zone,
    where: text('location') ?? '',
    ...(Array.isArray(geo) && { geo: [Number(geo[1]), Number(geo[0])] }),
    desc: text('description', maxText) ?? '',
    ...(typeof organizer === 'string' && { organizer_name: organizer.slice(0, maxLine) }),
  };
}

/** One whole day ends at its start, as our events do; several end with the last day. */
function endOfDays(start, end, context) {
  const when = instantOf(start, undefined, context);
  const days = end ? Math.round((wallOf(end) - wallOf(start)) / 86_400_000) : 1;
  return days <= 1 || !end ? when : instantOf(end, undefined, context);
}

function tzidOf(part) {
  const tzid = part.getFirstProperty('dtstart')?.getParameter('tzid');
  return typeof tzid === 'string' ? tzid : undefined;
}

/** The wall time as if it were UTC, in ms. */
function wallOf({ year, month, day, isDate, hour, minute, second }) {
  const time = isDate ? [0, 0, 0] : [hour, minute, second];
  return new Date(0).setUTCFullYear(year, month - 1, day) + ((time[0] * 60 + time[1]) * 60 + time[2]) * 1000;
}

/**
 * Epoch ms. A zone of the tz database wins over the file's own definition, which is often out of date.
 * @returns {number}
 */
function instantOf(time, tzid, { zone, zones }) {
  const wall = wallOf(time);
  if (!time.isDate && time.zone?.tzid === 'UTC') return wall;
  if (tzid !== undefined && isZone(tzid)) return instantIn(tzid, wall);
  const defined = tzid === undefined ? undefined : zones.get(tzid);
  if (!defined || time.isDate) return instantIn(zone, wall);
  const inZone = time.clone();
  inZone.zone = new ICAL.Timezone(defined);
  return inZone.toUnixTime() * 1000;
}

const formats = new Map();

function formatIn(zone) {
  let format = formats.get(zone);
  if (!format) {
    /** @type {Intl.DateTimeFormatOptions} */
    const parts = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' };
    format = new Intl.DateTimeFormat('en-u-ca-gregory-hc-h23', { timeZone: zone, ...parts, second: 'numeric' });
    formats.set(zone, format);
  }
  return format;
}

function isZone(name) {
  try {
    return /^[A-Za-z][\w+/-]{1,59}$/.test(name) && formatIn(name) !== undefined;
  } catch {
    return false;
  }
}

/** The instant of a wall time. A time that the clocks skip is an hour later; of a repeated one the first counts. */
function instantIn(zone, wall) {
  const offset = (at) => {
    const { year, month, day, hour, minute, second } = Object.fromEntries(
      formatIn(zone)
        .formatToParts(new Date(at))
        .map(({ type, value }) => [type, Number(value)]),
    );
    return wallOf({ year, month, day, hour, minute, second, isDate: false }) - Math.floor(at / 1000) * 1000;
  };
  const first = wall - offset(wall - 86_400_000);
  const found = [first, wall - offset(wall + 86_400_000)].filter((at) => at + offset(at) === wall);
  return found.length > 0 ? Math.min(...found) : first;
}

parentPort?.postMessage(read());
