import type { Room } from '@paddock/contract/calls/rooms';
import { hourMs } from '@paddock/contract/core/durations';
import { instantOf, nextHalfHour } from './room-times';

/** A part of a day's bar, in percent of its length. */
interface Part {
  start: number;
  size: number;
  kind: 'past' | 'booked' | 'pending' | 'own';
}

/** The parts of a room's day that cannot be booked, and the hours that can. */
export function bookedParts(
  room: Pick<Room, 'bookings' | 'start_hour' | 'end_hour' | 'time_zone'>,
  day: string,
  now: number,
): { parts: Part[]; free: number } {
  const { bookings, start_hour, end_hour, time_zone } = room;
  const hour = (value: number) => String(value).padStart(2, '0');
  const start = Date.parse(instantOf(`${day}T${hour(start_hour)}:00`, time_zone));
  const end =
    end_hour === 24
      ? Date.parse(instantOf(`${day}T23:30`, time_zone)) + hourMs / 2
      : Date.parse(instantOf(`${day}T${hour(end_hour)}:00`, time_zone));
  const percent = (ms: number) => Math.round((ms / (end - start)) * 1000) / 10;
  // A slot that has begun is past.
  const past = Math.min(Math.max(start, nextHalfHour(now, time_zone)), end);
  const parts: Part[] = past > start ? [{ start: 0, size: percent(past - start), kind: 'past' }] : [];
  let free = end - past;
  for (const { from, to, own, state } of bookings) {
    const [begins, ends] = [Math.max(Date.parse(from), start), Math.min(Date.parse(to), end)];
    if (ends <= begins) continue;
    const kind = own ? 'own' : state === 'pending' ? 'pending' : 'booked';
    parts.push({ start: percent(begins - start), size: percent(ends - begins), kind });
    free -= Math.max(0, ends - Math.max(begins, past));
  }
  return { parts, free: free / hourMs };
}
