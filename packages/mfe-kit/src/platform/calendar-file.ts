import type { CalendarEntry } from '../kit/platform';

/** Default duration in ms (B §4). */
const HOUR = 3_600_000;
/** Octets of a line, without its break (RFC 5545, 3.1). */
const LINE = 75;

/** One entry as an iCalendar file (RFC 5545): UTC times, or a date where start equals end. */
export function calendarFile(entry: CalendarEntry, now = new Date()): string {
  const { id, title, start, end = new Date(start.getTime() + HOUR), timeZone = 'UTC' } = entry;
  const wholeDay = start.getTime() === end.getTime();
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Paddock//Events//EN',
    'BEGIN:VEVENT',
    `UID:${text(id)}`,
    `DTSTAMP:${instant(now)}`,
    ...(wholeDay
      ? [`DTSTART;VALUE=DATE:${day(start, timeZone)}`]
      : [`DTSTART:${instant(start)}`, `DTEND:${instant(end)}`]),
    `SUMMARY:${text(title)}`,
    ...(entry.location ? [`LOCATION:${text(entry.location)}`] : []),
    ...(entry.description ? [`DESCRIPTION:${text(entry.description)}`] : []),
    ...(entry.url ? [`URL:${encodeURI(decodeURI(entry.url))}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

const instant = (date: Date) => date.toISOString().replace(/[-:]|\.\d+/g, '');

const day = (date: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
    .format(date)
    .replaceAll('-', '');

const text = (value: string) => value.replace(/[\\;,]/g, '\\$&').replace(/\r?\n|\r/g, '\\n');

/** Folds a long line with a break and a space, never inside a character. */
function folded(line: string): string {
  const size = new TextEncoder();
  let octets = 0;
  let result = '';
  for (const character of line) {
    const length = size.encode(character).length;
    if (octets + length > LINE) {
      result += '\r\n ';
      octets = 1;
    }
    result += character;
    octets += length;
  }
  return result;
}
