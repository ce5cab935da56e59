import { parentPort, workerData } from 'node:worker_threads';
import { eventOf, maxLine, shortUid } from './reader/event.mjs';
import { componentsOf, first, textIn, textOf } from './reader/lines.mjs';
import { partOf } from './reader/part.mjs';
import { PartProblem } from './reader/problem.mjs';
import { copiesOf } from './reader/series.mjs';
import { zoneOfName, Zones } from './reader/zones.mjs';

/**
 * The thread that reads a calendar file (RFC 5545), started by `read-calendar.ts`. A recurrence that never ends or a file that
 * is too large costs this thread its time and memory, and no request. Each part of the file is read on its own.
 *
 * @typedef {import('./read-calendar.js').CalendarTask} CalendarTask
 * @typedef {import('./read-calendar.js').CalendarContent} CalendarContent
 * @typedef {import('./reader/lines.mjs').Component} Component
 * @typedef {{ uid: string, component: Component, part: import('./reader/part.mjs').Part }} Read
 */

/** @type {CalendarTask} */
const task = workerData;
/** The limit of all events together: the reply to the service is a copy in its memory. */
const maxCharacters = 30_000_000;
const maxNotes = 50;
let characters = 0;
/** @type {CalendarContent} */
const content = { events: [], skipped: 0, notes: [], kept: [] };

function read() {
  const { roots, isComplete } = componentsOf(textOf(task.bytes, task.charset));
  const calendars = roots.filter(({ name }) => name === 'VCALENDAR');
  if (calendars.length === 0) throw new Error('no calendar');
  if (!isComplete) throw new Error('incomplete');
  for (const calendar of calendars) readCalendar(calendar);
  const names = calendars.flatMap((calendar) =>
    ['X-WR-CALNAME', 'NAME'].map((name) => textIn(calendar, name, maxLine)),
  );
  return { ...content, name: names.find(Boolean) };
}

/** @param {Component} calendar */
function readCalendar(calendar) {
  const named = first(calendar, 'X-WR-TIMEZONE')?.value;
  const zone = named === undefined ? undefined : zoneOfName(named);
  const definitions = new Map(
    calendar.parts.filter(({ name }) => name === 'VTIMEZONE').map((each) => [first(each, 'TZID')?.value ?? '', each]),
  );
  const zones = new Zones(zone ?? task.time_zone, definitions);
  for (const [uid, parts] of byUid(calendar, zones)) addEvents(uid, parts, zones);
  if (zone !== undefined) return;
  const unknown = [...zones.known].flatMap(([name, found]) => (found ? [] : [name]));
  for (const title of named ? [named, ...unknown] : unknown) note({ title, problem: 'zone', skipped: false });
}

/** The readable parts of each event: the event itself, and changed copies. */
function byUid(calendar, zones) {
  /** @type {Map<string, Read['part'][]>} */
  const groups = new Map();
  const faulty = new Set();
  const nameless = new Set();
  for (const component of calendar.parts.filter(({ name }) => name === 'VEVENT')) {
    let uid =
      first(component, 'UID')?.value ||
      `${first(component, 'DTSTART')?.value}\n${textIn(component, 'SUMMARY', maxLine)}`;
    if (first(component, 'UID') === undefined) while (nameless.has(uid)) uid += '\n';
    nameless.add(uid);
    try {
      const part = partOf(component, zones);
      groups.set(uid, [...(groups.get(uid) ?? []), part]);
      for (const problem of part.problems) note({ title: titleOf(component), problem, skipped: false });
    } catch (error) {
      skip(component, error);
      if (!first(component, 'RECURRENCE-ID')) faulty.add(uid);
    }
  }
  for (const uid of faulty) if (!groups.get(uid)?.some(({ place }) => !place)) content.kept.push(shortUid(uid));
  return groups;
}

/** Of several versions of one place the highest SEQUENCE counts, then the latest DTSTAMP, then the last one. */
function newest(parts) {
  /** @type {Map<string, Read['part']>} */
  const found = new Map();
  for (const part of parts) {
    const key = part.place ? `${part.place.isDate} ${part.place.at}` : '';
    const other = found.get(key);
    const isOlder = other && (part.sequence - other.sequence || part.stamp - other.stamp) < 0;
    if (!isOlder) found.set(key, part);
  }
  return [...found.values()];
}

function addEvents(uid, parts, zones) {
  const added = [];
  try {
    for (const copy of copiesOf(newest(parts), { zones, from: task.from, to: task.to }))
      added.push(eventOf(uid, copy, zones));
  } catch (error) {
    skip(parts[0].component, error);
    content.kept.push(shortUid(uid));
    return;
  }
  for (const event of added) {
    // A time outside the range of dates.
    if (!Number.isFinite(event.when)) continue;
    characters += event.title.length + event.where.length + event.desc.length + (event.organizer_name?.length ?? 0);
    if (content.events.length >= task.maxEvents || characters > maxCharacters) throw new Error('too many events');
    content.events.push(event);
  }
}

/** @param {Component} component @param {unknown} error */
function skip(component, error) {
  if (!(error instanceof PartProblem)) throw error;
  content.skipped += 1;
  note({ title: titleOf(component), problem: error.problem, skipped: true });
}

const titleOf = (component) => textIn(component, 'SUMMARY', maxLine);

/** @param {CalendarContent['notes'][number]} each */
function note(each) {
  if (content.notes.length < maxNotes) content.notes.push(each);
}

parentPort?.postMessage(read());
