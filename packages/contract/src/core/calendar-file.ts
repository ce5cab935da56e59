import { localTime, zoneLines } from './calendar-zone.js';
import { startOfDay } from './time-zones.js';

/** Default duration in ms (specification B §4). */
const defaultDurationMs = 3_600_000;
/** Octets of a line, without its break (RFC 5545, 3.1). */
const maxLineOctets = 75;

export interface CalendarFileEntry {
  /** Stable, so that a calendar replaces an entry that it reads again. */
  id: string;
  title: string;
  start: Date;
  /** Default: 1 hour after `start`. Equal to `start`: the whole day. */
  end?: Date | undefined;
  /** Whole days: `start` and `end` are instants of the first and the last one in `timeZone`. */
  allDay?: boolean | undefined;
  /** IANA zone of a whole-day or a recurring entry; default UTC. */
  timeZone?: string | undefined;
  /** Of a recurring entry: its RRULE, with an UNTIL of the kind that RFC 5545 wants, and the places that are left out. */
  rule?: string | undefined;
  excluded?: readonly Date[] | undefined;
  /** Of one that replaces a copy of a recurring entry with the same `id`: that copy's place. */
  place?: Date | undefined;
  location?: string | undefined;
  description?: string | undefined;
  url?: string | undefined;
  /** When the entry last changed; default now. */
  changed?: Date | undefined;
  /** When it was created: a changed entry gets a higher sequence number, so that calendars replace theirs. */
  created?: Date | undefined;
  /** In place of the number that follows from `created`. */
  sequence?: number | undefined;
  /** Further starts of an entry that takes place several times without a rule. */
  dates?: readonly Date[] | undefined;
  status?: 'CONFIRMED' | 'TENTATIVE' | 'CANCELLED' | undefined;
  /** For an invitation: its sender, and the invited member, whose answer is yes. */
  organizer?: CalendarAddress | undefined;
  attendee?: CalendarAddress | undefined;
}

export interface CalendarAddress {
  name: string;
  email: string;
}

interface CalendarFileOptions {
  /** For subscribed calendars. */
  name?: string;
  now?: Date;
  /** Of an invitation or a cancellation by mail (RFC 5546). */
  method?: 'REQUEST' | 'CANCEL';
}

/** Entries as an iCalendar file (RFC 5545): UTC times, or dates for whole days; recurring ones in their zone. */
export function calendarFile(
  entries: readonly CalendarFileEntry[],
  { name, now = new Date(), method }: CalendarFileOptions = {},
): string {
  const recurring = entries.filter((entry) => isRecurring(entry) && !isWholeDay(entry));
  const used = new Map<string, number>();
  for (const { timeZone = 'UTC', start } of recurring)
    used.set(timeZone, Math.min(used.get(timeZone) ?? Infinity, +start));
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Paddock//Events//EN',
    ...(method ? [`METHOD:${method}`] : []),
    ...(name ? [`X-WR-CALNAME:${text(name)}`] : []),
    ...[...used].flatMap(([zone, from]) => zoneLines(zone, new Date(from - year), new Date(+now + 5 * year))),
    ...entries.flatMap((entry) => entryLines(entry, now)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}

const year = 366 * 24 * defaultDurationMs;
const isRecurring = ({ rule, place, dates = [] }: CalendarFileEntry) =>
  rule !== undefined || place !== undefined || dates.length > 0;
const isWholeDay = ({ start, end, allDay }: CalendarFileEntry) => allDay ?? end?.getTime() === start.getTime();

function entryLines(entry: CalendarFileEntry, now: Date): string[] {
  const {
    id,
    title,
    start,
    end = new Date(start.getTime() + defaultDurationMs),
    timeZone = 'UTC',
    changed = now,
    created = changed,
  } = entry;
  const { rule, excluded = [], place, dates = [], status, organizer, attendee } = entry;
  // Seconds: it only has to grow with each change (RFC 5545, 3.8.7.4).
  const { sequence = Math.max(0, Math.ceil((changed.getTime() - created.getTime()) / 1000)) } = entry;
  const wholeDay = isWholeDay(entry);
  const at = (property: string, date: Date) => {
    if (wholeDay) return `${property};VALUE=DATE:${day(date, timeZone)}`;
    if (!isRecurring(entry)) return `${property}:${instant(date)}`;
    return `${property};TZID=${timeZone}:${localTime(date, timeZone)}`;
  };
  return [
    'BEGIN:VEVENT',
    `UID:${text(id)}`,
    `DTSTAMP:${instant(changed)}`,
    `LAST-MODIFIED:${instant(changed)}`,
    `SEQUENCE:${sequence}`,
    ...(status ? [`STATUS:${status}`] : []),
    ...(organizer ? [`ORGANIZER;CN=${quoted(organizer.name)}:mailto:${organizer.email}`] : []),
    ...(attendee ? [`ATTENDEE;CN=${quoted(attendee.name)};PARTSTAT=ACCEPTED;RSVP=FALSE:mailto:${attendee.email}`] : []),
    ...(place ? [at('RECURRENCE-ID', place)] : []),
    at('DTSTART', start),
    // The end of whole days is exclusive (RFC 5545, 3.6.1).
    wholeDay
      ? `DTEND;VALUE=DATE:${day(new Date(startOfDay(+(entry.end ?? start), timeZone, 1)), timeZone)}`
      : at('DTEND', end),
    ...(rule === undefined ? [] : [`RRULE:${rule}`, ...excluded.map((date) => at('EXDATE', date))]),
    ...dates.map((date) => at('RDATE', date)),
    `SUMMARY:${text(title)}`,
    ...(entry.location ? [`LOCATION:${text(entry.location)}`] : []),
    ...(entry.description ? [`DESCRIPTION:${text(entry.description)}`] : []),
    ...(entry.url ? [`URL:${encodeURI(decodeURI(entry.url))}`] : []),
    'END:VEVENT',
  ];
}

const instant = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '');

const day = (date: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .format(date)
    .replaceAll('-', '');

const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replace(/\r?\n|\r/g, '\\n');

/** A parameter's value; it has no way to write a quotation mark or a control (RFC 5545, 3.2). */
const quoted = (value: string) => `"${value.replace(/["\p{Cc}]/gu, ' ')}"`;

/** Folds a long line with a break and a space, never inside a character. */
function foldLine(line: string): string {
  const size = new TextEncoder();
  let octets = 0;
  let result = '';
  for (const character of line) {
    const length = size.encode(character).length;
    if (octets + length > maxLineOctets) {
      result += '\r\n ';
      octets = 1;
    }
    result += character;
    octets += length;
  }
  return result;
}
