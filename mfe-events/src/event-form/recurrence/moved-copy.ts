import type { PaddockEvent } from '@paddock/contract/calls/events';
import { wallTime } from '../../event-times';

/** A copy that starts at another time than its place in the rule. Wall times to the minute. */
export interface MovedCopy {
  start: string;
  place: string;
}

const toMinutes = (wall: string) => wall.slice(0, 16).replace(' ', 'T');

/** Undefined for a copy that starts at its place, and for an event that does not repeat. */
export function movedCopyOf({ when, place, time_zone }: PaddockEvent): MovedCopy | undefined {
  if (place === undefined || place === when) return undefined;
  const wall = (instant: string) => toMinutes(wallTime(instant, time_zone));
  return { start: wall(when), place: wall(place) };
}

/** The wall time that a rule counts from: the place of a moved copy until the form changes the start. */
export const ruleStart = (wall: string, moved: MovedCopy | undefined): string =>
  moved && toMinutes(wall) === moved.start ? moved.place : wall;
