import { parseRule, type RecurrenceRule, type RecurrenceScope, ruleText } from '@paddock/contract/core/recurrence';
import type { EventFields } from '../storage/event-rows.js';
import { horizonOf } from './copies.js';
import { instantOfWall, placesOf, startsAt, wallMs, wallOfMs, wallTimeOf } from './places.js';
import type { RecurringEventRow } from '../storage/recurring-event.repository.js';
import { dayMs } from '@paddock/contract/core/durations';
import { invalidRecurrence } from './recurring-events.js';

/** A change of a part from one of its places on. */
export interface PartChange {
  part: RecurringEventRow;
  /** The first place that changes. */
  first: Date;
  /** The edited copy's place, and its new times. */
  place: Date;
  after: Pick<EventFields, 'when' | 'end' | 'all_day' | 'time_zone'>;
  /** The new rule; default: as before. */
  rule: string | undefined;
  scope: RecurrenceScope;
}

/** Moves a place as the edited copy moves: by wall time. */
export function movedPlace({ part, place, after }: Pick<PartChange, 'part' | 'place' | 'after'>, from: Date): Date {
  const shift = wallMs(wallTimeOf(after.when, after.time_zone)) - wallMs(wallTimeOf(place, part.time_zone));
  const wall = wallOfMs(wallMs(wallTimeOf(from, part.time_zone)) + shift);
  return instantOfWall(wall, after.time_zone);
}

/** The rule of what is left from a place on: a number of copies counts those before it. @throws INVALID_RECURRENCE */
export function ruleFrom({ part, first, rule, scope }: Pick<PartChange, 'part' | 'first' | 'rule' | 'scope'>): string {
  const before = parseRule(part.rule)!;
  const next: RecurrenceRule = rule === undefined ? before : parseRule(rule)!;
  if (next.count === undefined || (rule !== undefined && scope === 'following' && next.count !== before.count))
    return ruleText(next);
  const count = next.count - placesOf(part, new Date(+first - 1)).places.length;
  if (count < 1) throw invalidRecurrence();
  return ruleText({ ...next, count });
}

/** The rule that ends with the day before a place. */
export function ruleUntil(part: RecurringEventRow, first: Date): string {
  const { count: _, ...rule } = parseRule(part.rule)!;
  const dayBefore = wallMs(wallTimeOf(first, part.time_zone)) - dayMs;
  return ruleText({ ...rule, until: wallOfMs(dayBefore).slice(0, 10) });
}

/**
 * The first place of the changed part. A rule that the moved place does not match, such as the second Wednesday for the second
 * Tuesday, starts within a week of it. @throws INVALID_RECURRENCE
 */
export function firstPlace(change: PartChange, rule: string): Date {
  const { time_zone } = change.after;
  const moved = wallMs(wallTimeOf(movedPlace(change, change.first), time_zone));
  const isOwn = +change.first === +change.place;
  const days = isOwn ? [0] : [0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5, 6, -6];
  const found = days.map((day) => wallOfMs(moved + day * dayMs)).find((wall) => startsAt(rule, wall));
  if (found === undefined) throw invalidRecurrence();
  return instantOfWall(found, time_zone);
}

/**
 * What becomes of each place from `first` on: its new place, or undefined. By number where old and new rule have the same shape, so
 * that every copy moves along; by date otherwise. `added` has the places that are new.
 */
export function pairPlaces(
  change: PartChange,
  next: Pick<RecurringEventRow, 'rule' | 'when' | 'time_zone'>,
): { places: Map<number, Date | undefined>; added: Date[] } {
  const { part, first } = change;
  const from = placesOf(part, part.expanded).places.filter((place) => place >= first);
  const to = placesOf(next, horizonOf(next.when)).places;
  const dateOf = (place: Date) => wallTimeOf(place, next.time_zone).slice(0, 10);
  const byDate = new Map(to.map((place) => [dateOf(place), place]));
  const isSame = shapeOf(part.rule) === shapeOf(next.rule);
  const places = new Map(
    from.map((place, number) => [+place, isSame ? to[number] : byDate.get(dateOf(movedPlace(change, place)))]),
  );
  const targets = new Set([...places.values()].map((place) => place && +place));
  return { places, added: to.filter((place) => !targets.has(+place)) };
}

/** Rules of one shape have as many places in the same periods. */
function shapeOf(text: string): string {
  const { freq, interval, days, monthDays, nth } = parseRule(text)!;
  return [freq, interval, days?.length ?? 1, monthDays?.length ?? 1, nth !== undefined].join();
}
