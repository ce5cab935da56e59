/** Default duration in ms (specification B §4). */
const HOUR = 3_600_000;
/** Octets of a line, without its break (RFC 5545, 3.1). */
const LINE = 75;

/** An entry of a calendar file. */
export interface CalendarFileEntry {
  /** Stable, so that a calendar replaces an entry that it reads again. */
  id: string;
  title: string;
  start: Date;
  /** Default: 1 hour after `start`. Equal to `start`: the whole day. */
  end?: Date | undefined;
  /** IANA zone of a whole-day entry; default UTC. */
  timeZone?: string | undefined;
  location?: string | undefined;
  description?: string | undefined;
  url?: string | undefined;
  /** When the entry last changed; default now. */
  changed?: Date | undefined;
}

/** Entries as an iCalendar file (RFC 5545): UTC times, or a date where start equals end. `name` is for subscribed calendars. */
export function calendarFile(
  entries: readonly CalendarFileEntry[],
  { name, now = new Date() }: { name?: string; now?: Date } = {},
): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Paddock//Events//EN',
    ...(name ? [`X-WR-CALNAME:${text(name)}`] : []),
    ...entries.flatMap((entry) => entryLines(entry, now)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function entryLines(entry: CalendarFileEntry, now: Date): string[] {
  const { id, title, start, end = new Date(start.getTime() + HOUR), timeZone = 'UTC', changed = now } = entry;
  const wholeDay = start.getTime() === end.getTime();
  return [
    'BEGIN:VEVENT',
    `UID:${text(id)}`,
    `DTSTAMP:${instant(changed)}`,
    ...(wholeDay
      ? [`DTSTART;VALUE=DATE:${day(start, timeZone)}`]
      : [`DTSTART:${instant(start)}`, `DTEND:${instant(end)}`]),
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
