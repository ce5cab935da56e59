import type { PaddockEvent } from '@paddock/contract/calls/events';
import { wallDate, wallTime } from '../../event-times';

/** When an event is, as the form has it: wall times to the minute. */
export interface WallTimes {
  start: string;
  end: string | undefined;
  all_day: boolean;
  time_zone: string;
}

/** A copy that starts at another time than its place in the rule. */
export interface MovedCopy {
  times: WallTimes;
  /** Wall time to the minute. */
  place: string;
}

const toMinutes = (wall: string) => wall.slice(0, 16).replace(' ', 'T');

type Times = Pick<PaddockEvent, 'when' | 'all_day' | 'time_zone'> & { end?: string | undefined };

/** The end may be blank: a form is also checked while one is missing. */
export function wallTimesOf({ when, end, all_day, time_zone }: Times): WallTimes {
  const wall = (at: string) => (all_day ? `${wallDate(at, time_zone)}T00:00` : toMinutes(wallTime(at, time_zone)));
  return { start: wall(when), end: end ? wall(end) : undefined, all_day, time_zone };
}

/** Undefined for a copy that starts at its place, and for an event that does not repeat. */
export function movedCopyOf(event: PaddockEvent): MovedCopy | undefined {
  const { when, place, time_zone } = event;
  if (place === undefined || place === when) return undefined;
  return { times: wallTimesOf(event), place: toMinutes(wallTime(place, time_zone)) };
}

/**
 * The wall time that a rule counts from: the place of a moved copy while start, end, zone and all-day are unchanged. A change of any of
 * them moves all copies; the service counts in the same way.
 */
export function ruleStart(times: WallTimes, moved: MovedCopy | undefined): string {
  const isKept =
    times.start === moved?.times.start &&
    times.end === moved.times.end &&
    times.all_day === moved.times.all_day &&
    times.time_zone === moved.times.time_zone;
  return isKept ? moved.place : times.start;
}
