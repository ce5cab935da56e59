import { startOfDay, wallYear } from './time-zones.js';

const hour = 3_600_000;
/** An event counts as past this long after its end (specification B §9). */
const pastAfterMs = 4 * hour;

/** The times of an event, as in `PaddockEvent`. */
interface Times {
  when: string;
  end?: string | undefined;
  all_day: boolean;
  time_zone: string;
}

/** When the event is over: its end, an hour after its start, or the end of its last day in its zone (B §4). */
export function eventOverAt({ when, end, all_day, time_zone }: Times): number {
  if (all_day) return startOfDay(Date.parse(end ?? when), time_zone, 1);
  return end === undefined ? Date.parse(when) + hour : Date.parse(end);
}

/** Whether an event is past for joining, rating and editing: 4 hours after its end, or after its start if it has no end. */
export function isPastEvent(event: Times, now: number): boolean {
  const { when, end, all_day } = event;
  return (end === undefined && !all_day ? Date.parse(when) : eventOverAt(event)) <= now - pastAfterMs;
}

/** Whether a payload means whole days: it says so, or its end equals its start, which is the specification's form of one day. */
export function meansAllDay({
  when,
  end,
  all_day,
}: Pick<Times, 'when' | 'end'> & { all_day?: boolean | undefined }): boolean {
  return all_day === true || (end !== undefined && Date.parse(end) === Date.parse(when));
}

/**
 * The rule of an event's dates (B §5): the end is not before the start; the end, without an end the start, is not in the past;
 * both are between the years 2018 and 9999 by the clock of `time_zone`. Of whole days the day counts, not the time.
 */
export function eventDatesCode(
  event: Pick<Times, 'when' | 'end' | 'time_zone'> & { all_day?: boolean | undefined },
  now: number,
): 'INVALID_START_DATE' | 'INVALID_END_DATE' | undefined {
  const { when, end, time_zone } = event;
  const isOutside = (at: string) => wallYear(at, time_zone) < 2018 || wallYear(at, time_zone) > 9999;
  if (isOutside(when)) return 'INVALID_START_DATE';
  const all_day = meansAllDay(event);
  if (end === undefined && !all_day) return Date.parse(when) < now ? 'INVALID_START_DATE' : undefined;
  const last = end ?? when;
  if (isOutside(last)) return 'INVALID_END_DATE';
  const [first, final] = [when, last].map((at) => (all_day ? startOfDay(Date.parse(at), time_zone) : Date.parse(at)));
  if (final! < first!) return 'INVALID_END_DATE';
  if (eventOverAt({ when, end, all_day, time_zone }) >= now) return undefined;
  return end === undefined ? 'INVALID_START_DATE' : 'INVALID_END_DATE';
}
