import { eventOverAt } from '@paddock/contract/core/event-times';
import { dayMs } from '@paddock/contract/core/durations';
import { type EventRow, isAllDay } from './event.schema.js';

/** The span query reads events that start up to this long before its span; longer events have an index of their own. */
export const longMs = 31 * dayMs;

type Times = Pick<EventRow, 'when' | 'end' | 'all_day' | 'time_zone'>;

/** An event's times as the contract has them. */
export const timesOf = ({ when, end, all_day, time_zone }: Times) => ({
  ...{ when: when.toISOString(), end: end?.toISOString(), time_zone },
  all_day: isAllDay({ when, ...(end && { end }), ...(all_day !== undefined && { all_day }) }),
});

/** When lists drop an event: at its end, or an hour after its start, or at the end of its last day (specification B §4). */
export const untilOf = (event: Times) => new Date(eventOverAt(timesOf(event)));

const noReplies = { turn: 0, attending: 0, waiting: 0, absent: 0, ratings: 0, rating_sum: 0 };
const noLists = { files: [] as string[], invitation_only: false, invited: [] as string[] };

/** The fields of a synced event that its calendar decides. */
export type SyncedFields = Pick<
  EventRow,
  | ('title' | 'when' | 'end' | 'all_day' | 'time_zone' | 'where' | 'geo' | 'desc' | 'organizer_name' | 'color')
  | ('url' | 'conference_url' | 'tentative' | 'place' | 'nth')
>;

/** What makes an event a copy of a recurring one. */
export type Copied = Pick<EventRow, 'recurring' | 'place' | 'own' | 'repeats' | 'root'>;
/** What only a calendar says of an event. */
type SyncedOnly = Pick<EventRow, 'nth' | 'url' | 'conference_url' | 'tentative'>;
/** Fields that members write; the others are derived. */
export type EventFields = Omit<
  EventRow,
  | (
      | '_id'
      | 'community'
      | 'workplace'
      | 'until'
      | 'long'
      | 'user'
      | 'client_id'
      | 'synced'
      | 'source'
      | 'digest'
      | 'series'
      | 'shifted'
    )
  | keyof SyncedOnly
  | keyof Copied
  | ('created' | 'updated' | 'comments' | keyof typeof noReplies)
>;
export type NewEvent = Omit<EventFields, keyof typeof noLists> &
  Partial<Pick<EventRow, keyof typeof noLists>> &
  Pick<EventRow, '_id' | 'user' | 'client_id' | 'synced' | 'source' | 'digest' | 'series'> &
  SyncedOnly &
  Copied;
/** What a change writes to one copy of a recurring event; `undefined` removes a field. */
export type CopyChange = Partial<{ [K in keyof EventFields | keyof Copied]: EventRow[K] | undefined }>;
/** Shows whether a stored synced event still equals its calendar's, and whether members depend on it. */
export type SyncedPart = Pick<EventRow, '_id' | 'digest' | 'until' | 'turn' | 'ratings' | 'comments' | 'place' | 'nth'>;
/** A synced event as its calendar has it. */
export type SyncedEvent = SyncedFields & Required<Pick<EventRow, '_id' | 'digest'>>;
/** New times of an event. */
export type EventMove = Pick<EventRow, '_id' | 'when' | 'end' | 'shifted'>;
/** Counters of replies, ratings and comments. */
export type EventCounts = Partial<Record<Exclude<keyof typeof noReplies, 'turn'> | 'comments', number>>;

/** The complete row of a new event. */
export function newEventRow(event: NewEvent, created: Date): Omit<EventRow, 'community' | 'workplace'> {
  return { ...noLists, ...event, ...deriveTimes(event), ...noReplies, created };
}

/** What a row stores of an event's times beside them. */
export function deriveTimes(event: Times): Pick<EventRow, 'until' | 'long'> {
  const until = untilOf(event);
  return { until, ...(until.getTime() - event.when.getTime() > longMs && { long: true as const }) };
}
