import { isDeepStrictEqual } from 'node:util';
import type { EventFields, NewEvent } from '../storage/event-rows.js';
import { startOfDay } from '@paddock/contract/core/time-zones';
import { type EventRow, isAllDay, type SharedField, sharedFields } from '../storage/event.schema.js';
import { copyId } from '../storage/copy-id.js';
import type { RecurringEventRow } from '../storage/recurring-event.repository.js';
import { dayMs } from '@paddock/contract/core/durations';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { commentKind } from '../reading/event-comments.js';

/** Copies exist this far ahead of today, or of the first one. */
export const aheadMs = 400 * dayMs;

/** Up to where the copies of a part exist. */
export const horizonOf = (when: Date, now = new Date()) => new Date(Math.max(+when, +now) + aheadMs);

type Times = Pick<EventRow, 'when' | 'time_zone'> & Partial<{ [K in 'end' | 'all_day']: EventRow[K] | undefined }>;

/** The times of a copy at its place: each copy lasts as long as the first one (RFC 5545, 3.8.5.3). */
export function timesAt({ when, end, all_day, time_zone }: Times, place: Date) {
  const lasts = end ? +end - +when : 0;
  const last = all_day ? startOfDay(+place, time_zone, Math.round(lasts / dayMs)) : +place + lasts;
  return { when: place, end: end && new Date(lasts === 0 ? place : last), all_day };
}

/** Whether a copy has other times than its place gives it: a member or a timetable shift moved it. Places have whole seconds. */
export function hasOwnTimes(part: EventFields, copy: EventRow): boolean {
  const { when, end } = timesAt(part, copy.place!);
  const seconds = (at: Date | undefined) => at && Math.floor(+at / 1000);
  return (
    seconds(copy.when) !== seconds(when) ||
    seconds(copy.end) !== seconds(end) ||
    copy.time_zone !== part.time_zone ||
    isAllDay(copy) !== isAllDay(part)
  );
}

/** New copies at these places. */
export function copiesAt(part: RecurringEventRow, places: readonly Date[]): NewEvent[] {
  const { _id: recurring, user, root, time_zone } = part;
  const shared = Object.fromEntries(
    sharedFields.flatMap((name) => (part[name] === undefined ? [] : [[name, part[name]]])),
  ) as Pick<EventFields, SharedField>;
  return places.map((place) => ({
    ...shared,
    ...{ _id: copyId(recurring, place), time_zone, user, synced: false, recurring, root, place },
    ...timesAt(part, place),
    repeats: true,
  }));
}

/** The shared fields in which two forms of an event differ. */
export function changedFields(before: EventFields, after: EventFields): SharedField[] {
  return sharedFields.filter((name) => !isDeepStrictEqual(before[name] ?? blank(name), after[name] ?? blank(name)));
}

/** The fields that a copy overrides after an edit: earlier overrides and changed fields, without those equal to the part's. */
export function ownFields(before: EventRow, after: EventFields, part: EventFields): SharedField[] {
  const differs = new Set(changedFields(part, after));
  const written = new Set([...(before.own ?? []), ...changedFields(before, after)]);
  return [...written].filter((name) => differs.has(name));
}

/** What to publish of copies that get fewer readers: those with comments or replies. */
export function narrowedCopies(tenant: Tenant, copies: readonly EventRow[]) {
  const concerned = copies.filter(({ comments = 0, turn }) => comments > 0 || turn > 0);
  return concerned.map(
    ({ _id: id }) => ({ kind: 'SubjectNarrowed', tenant, subject: { kind: commentKind, id } }) as const,
  );
}

/** Rows store missing lists as empty ones. */
const blank = (name: SharedField) =>
  name === 'images' || name === 'files' || name === 'invited' ? [] : name === 'invitation_only' ? false : undefined;

/** Whether two forms of an event differ in their times. */
export function hasOtherTimes(before: EventFields, after: EventFields): boolean {
  return (
    +before.when !== +after.when ||
    before.end?.getTime() !== after.end?.getTime() ||
    before.time_zone !== after.time_zone ||
    isAllDay(before) !== isAllDay(after)
  );
}
