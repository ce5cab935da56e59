import { workplaceSchema } from '../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../infrastructure/mongo/row.js';

export interface EventRow extends WorkplaceRow {
  title: string;
  when: Date;
  end?: Date;
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
  organizer_name?: string;
  color: string;
  registration_url?: string;
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
  /** Shared by the sessions of one race weekend. */
  series?: string;
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

const counter = { type: Number, default: 0 };

export const eventSchema = workplaceSchema<EventRow>({
  title: { type: String, required: true },
  when: { type: Date, required: true },
  end: Date,
  until: { type: Date, required: true },
  long: Boolean,
  time_zone: { type: String, required: true },
  where: { type: String, default: '' },
  geo: { type: [Number], default: undefined },
  desc: { type: String, default: '' },
  user: String,
  client_id: String,
  organizer: String,
  organizer_name: String,
  color: { type: String, required: true },
  registration_url: String,
  images: [String],
  files: [String],
  group: String,
  invitation_only: { type: Boolean, default: false },
  invited: [String],
  capacity: Number,
  synced: { type: Boolean, default: false },
  source: String,
  digest: String,
  series: String,
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
eventSchema.index({ community: 1, workplace: 1, synced: 1, created: 1 });
// The events of a subscribed calendar.
eventSchema.index(
  { community: 1, workplace: 1, source: 1, _id: 1 },
  { partialFilterExpression: { source: { $exists: true } } },
);
// A member's events, for export and erasure.
eventSchema.index({ community: 1, workplace: 1, organizer: 1 });
eventSchema.index({ community: 1, workplace: 1, user: 1 });
eventSchema.index({ community: 1, workplace: 1, invited: 1 });
eventSchema.index(
  { community: 1, user: 1, client_id: 1 },
  { unique: true, partialFilterExpression: { client_id: { $exists: true } } },
);
