import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';

/** The fields that copies of a recurring event share, besides their times. */
export const sharedFields = [
  'title',
  'where',
  'geo',
  'desc',
  'organizer',
  'asked_organizer',
  'organizer_name',
  'color',
  'registration_url',
  'images',
  'files',
  'group',
  'invitation_only',
  'invited',
  'capacity',
] as const;
export type SharedField = (typeof sharedFields)[number];

export interface EventRow extends WorkplaceRow {
  title: string;
  when: Date;
  end?: Date;
  /** Whole days: `when` and `end` are instants of the first and the last one in `time_zone`. Read it by {@link isAllDay}. */
  all_day?: boolean;
  /** When the event is over, see `untilOf`. */
  until: Date;
  /** True for an event that lasts longer than `longMs`; the span query finds these by an index of their own. */
  long?: true;
  /** IANA time zone of the venue. */
  time_zone: string;
  where: string;
  /** [lon, lat] */
  geo?: [number, number];
  desc: string;
  /** Id of the creator; imported events have none. */
  user?: string;
  /** The creator's, for a resend of the create. */
  client_id?: string;
  /** User id. */
  organizer?: string;
  /** A member who is asked to become the organizer, and the member who asked. */
  asked_organizer?: { user: string; by?: string };
  organizer_name?: string;
  color: string;
  registration_url?: string;
  /** Of a synced event: its page, its conference, and whether it may not take place. */
  url?: string;
  conference_url?: string;
  tentative?: true;
  /** Ids of stored files. */
  images: string[];
  files: string[];
  /** The group's conversation; an event without one is visible to all members. */
  group?: string;
  invitation_only: boolean;
  /** User ids. */
  invited: string[];
  capacity?: number;
  synced: boolean;
  /** The subscribed calendar that a synced event comes from, and a digest of what that says of it. */
  source?: string;
  digest?: string;
  /** Of a synced copy of a recurring event: its number there, by which it is found again when all copies have moved. */
  nth?: number;
  /** The last timetable shift: the first start `from` is shown while the event starts at `to`, until the day is over. */
  shifted?: { from: Date; to: Date; until: Date };
  /** Shared by the sessions of one race weekend. */
  series?: string;
  /** Of a copy of a recurring event: its part, and its place among the copies (RECURRENCE-ID). A synced copy has the place only. */
  recurring?: string;
  place?: Date;
  /** The fields that a copy overrides. It overrides its times if they differ from its place. */
  own?: SharedField[];
  /** True for every copy but the first, which alone is new to members. */
  repeats?: true;
  /** Owns the files that copies share; stays when the event does not repeat any more. */
  root?: string;
  /** Number of replies so far: the next one's position in the order. */
  turn: number;
  attending: number;
  waiting: number;
  absent: number;
  /** Number of comments; missing in old rows. */
  comments?: number;
  /** Number and sum of the ratings. */
  ratings: number;
  rating_sum: number;
  created: Date;
  updated?: Date;
}

/** Whether an event takes whole days. Old rows have no field: there an end that equals the start means one day. */
export function isAllDay({ when, end, all_day }: Pick<EventRow, 'when' | 'end' | 'all_day'>): boolean {
  return all_day ?? (end !== undefined && +end === +when);
}

/** Of rows with an open request to organise the event; the option of their index. */
export const requested = { partialFilterExpression: { 'asked_organizer.user': { $exists: true } } };

const counter = { type: Number, default: 0 };

/** What members write of an event, and of all copies of a recurring one. */
export const writtenFields = {
  title: { type: String, required: true },
  when: { type: Date, required: true },
  end: Date,
  all_day: Boolean,
  time_zone: { type: String, required: true },
  where: { type: String, default: '' },
  geo: { type: [Number], default: undefined },
  desc: { type: String, default: '' },
  organizer: String,
  asked_organizer: { type: { user: String, by: String, _id: false }, default: undefined },
  organizer_name: String,
  color: { type: String, required: true },
  registration_url: String,
  images: [String],
  files: [String],
  group: String,
  invitation_only: { type: Boolean, default: false },
  invited: [String],
  capacity: Number,
};

export const eventSchema = workplaceSchema<EventRow>({
  ...writtenFields,
  until: { type: Date, required: true },
  long: Boolean,
  user: String,
  client_id: String,
  synced: { type: Boolean, default: false },
  source: String,
  digest: String,
  nth: Number,
  url: String,
  conference_url: String,
  tentative: Boolean,
  shifted: { type: { from: Date, to: Date, until: Date, _id: false }, default: undefined },
  series: String,
  recurring: String,
  place: Date,
  own: { type: [String], default: undefined },
  repeats: Boolean,
  root: String,
  turn: counter,
  attending: counter,
  waiting: counter,
  absent: counter,
  comments: counter,
  ratings: counter,
  rating_sum: counter,
  created: { type: Date, required: true },
  updated: Date,
});
// The span query.
eventSchema.index({ community: 1, workplace: 1, when: 1, _id: 1 });
eventSchema.index(
  { community: 1, workplace: 1, long: 1, until: 1 },
  { partialFilterExpression: { long: { $exists: true } } },
);
// The sessions of a weekend.
eventSchema.index({ community: 1, workplace: 1, series: 1, when: 1 });
// Events that a member has not read.
eventSchema.index({ community: 1, workplace: 1, synced: 1, repeats: 1, created: 1 });
// The copies of a recurring event, and of all its parts.
eventSchema.index(
  { community: 1, workplace: 1, recurring: 1, place: 1 },
  { partialFilterExpression: { recurring: { $exists: true } } },
);
eventSchema.index({ community: 1, workplace: 1, root: 1 }, { partialFilterExpression: { root: { $exists: true } } });
// The events of a group, which end with it.
eventSchema.index({ community: 1, workplace: 1, group: 1 }, { partialFilterExpression: { group: { $exists: true } } });
// The events of a subscribed calendar.
eventSchema.index(
  { community: 1, workplace: 1, source: 1, _id: 1 },
  { partialFilterExpression: { source: { $exists: true } } },
);
// A member's events, for export and erasure.
eventSchema.index({ community: 1, workplace: 1, organizer: 1 });
eventSchema.index({ community: 1, workplace: 1, user: 1 });
eventSchema.index({ community: 1, workplace: 1, 'asked_organizer.user': 1 }, requested);
eventSchema.index({ community: 1, workplace: 1, invited: 1 });
eventSchema.index(
  { community: 1, user: 1, client_id: 1 },
  { unique: true, partialFilterExpression: { client_id: { $exists: true } } },
);
