import { hourMs } from '@paddock/contract/core/durations';

const stampOf = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '');
/** An instant relative to the last full hour. */
export const at = (ms: number) => new Date(Math.floor(Date.now() / hourMs) * hourMs + ms);
/** A calendar file of these VEVENT bodies. */
export const calendar = (...events: string[][]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', 'X-WR-CALNAME:Season']
    .concat(
      events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
      'END:VCALENDAR',
    )
    .join('\r\n');
/** The lines of an event of an hour; `uid` is its title. */
export const entry = (uid: string, start: Date, ...more: string[]) => [
  `UID:${uid}`,
  `DTSTART:${stampOf(start)}`,
  `DTEND:${stampOf(new Date(start.getTime() + hourMs))}`,
  `SUMMARY:${uid}`,
  ...more,
];
