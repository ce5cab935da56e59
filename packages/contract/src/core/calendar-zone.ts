import { wallClock } from './time-zones.js';

const day = 86_400_000;
const minute = 60_000;

const text = (wall: number) => new Date(wall).toISOString().replace(/[-:]|\.\d+Z/g, '');

/** The wall time of an instant as RFC 5545 writes it: 20260329T103000. */
export const localTime = (at: Date, zone: string): string => text(wallClock(+at, zone));

const offsetAt = (at: number, zone: string) => wallClock(at, zone) - Math.floor(at / 1000) * 1000;

function offsetText(ms: number): string {
  const minutes = Math.abs(Math.round(ms / minute));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${ms < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

/** The VTIMEZONE of a zone with its changes of the clocks between two instants (RFC 5545, 3.6.5). */
export function zoneLines(zone: string, from: Date, to: Date): string[] {
  const part = (wall: string, before: number, after: number) => {
    const name = after > before ? 'DAYLIGHT' : 'STANDARD';
    const offsets = [`TZOFFSETFROM:${offsetText(before)}`, `TZOFFSETTO:${offsetText(after)}`];
    return [`BEGIN:${name}`, `DTSTART:${wall}`, ...offsets, `END:${name}`];
  };
  const first = offsetAt(+from, zone);
  const lines = part(text(+from + first), first, first);
  for (let at = +from; at < +to; at += 7 * day) {
    const [before, after] = [offsetAt(at, zone), offsetAt(at + 7 * day, zone)];
    if (before === after) continue;
    let [low, high] = [at, at + 7 * day];
    while (high - low > minute) {
      const middle = Math.floor((low + high) / 2 / minute) * minute;
      if (offsetAt(middle, zone) === before) low = middle;
      else high = middle;
    }
    // The wall time before the change.
    lines.push(...part(text(high + before), before, after));
  }
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...lines, 'END:VTIMEZONE'];
}
