import type { CalendarFileEntry } from '@paddock/contract/core/calendar-file';
import { parseRule } from '@paddock/contract/core/recurrence';
import { type EventRow, isAllDay } from '../storage/event.schema.js';
import { hasOwnTimes } from '../recurrence/copies.js';
import { completeRule, instantOfWall, placesOf, wallTimeOf } from '../recurrence/places.js';
import type { RecurringEventRow } from '../storage/recurring-event.repository.js';

/** What a calendar entry says of an event or of the copies of a recurring one. */
export type Described = Pick<
  EventRow,
  '_id' | 'title' | 'when' | 'end' | 'all_day' | 'time_zone' | 'where' | 'desc' | 'tentative' | 'created' | 'updated'
>;

/**
 * A part of a recurring event as calendar programs want it: one entry with a rule, without the copies that this member does not see
 * between two instants, and one for each copy that differs.
 */
export function recurringEntries(
  part: RecurringEventRow,
  copies: readonly EventRow[],
  { from, to }: { from: Date; to: Date },
  entryOf: (of: Described, page: string, id: string) => CalendarFileEntry,
): CalendarFileEntry[] {
  const first = copies[0];
  if (!first) return [];
  const isDay = isAllDay(part);
  // A copy with times among whole days, or the other way round, is an entry of its own: places and starts are of one kind.
  const others = copies.filter((copy) => isAllDay(copy) !== isDay);
  const alike = copies.filter((copy) => !others.includes(copy));
  const shown = new Set(alike.map(({ place }) => +place!));
  const known = part.expanded < to ? part.expanded : to;
  const missing = placesOf(part, known).places.filter((place) => place >= from && !shown.has(+place));
  const earlier = part.excluded.filter((place) => place < from);
  const whole: CalendarFileEntry = {
    ...entryOf(part, first._id, part._id),
    rule: calendarRule(part),
    excluded: [...earlier, ...missing],
    changed: new Date(Math.max(...copies.map(({ updated, created }) => +(updated ?? created)))),
  };
  const different = alike.filter(
    (copy) =>
      hasOwnTimes(part, copy) || copy.title !== part.title || copy.where !== part.where || copy.desc !== part.desc,
  );
  return [
    whole,
    ...others.map((copy) => entryOf(copy, copy._id, copy._id)),
    ...different.map((copy) => ({
      ...entryOf(copy, copy._id, part._id),
      // In the zone of the rule, as its place.
      timeZone: part.time_zone,
      place: copy.place,
    })),
  ];
}

/** The rule with an UNTIL as RFC 5545 wants it: a day for whole days, else the day's last second as UTC. */
function calendarRule(part: RecurringEventRow): string {
  const { rule, when, time_zone } = part;
  const parsed = parseRule(rule)!;
  const text = completeRule(parsed, wallTimeOf(when, time_zone));
  if (parsed.until === undefined || isAllDay(part)) return text;
  const last = instantOfWall(`${parsed.until}T23:59:59`, time_zone);
  return text.replace(/UNTIL=\d{8}/, `UNTIL=${last.toISOString().replace(/[-:]|\.\d+/g, '')}`);
}
