import { workplaceSchema } from '../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../infrastructure/mongo/row.js';

export interface EventRow extends WorkplaceRow {
  title: string;
  when: Date;
  end?: Date;
  /** When the event is over, see `untilOf`. */
  until: Date;
  /** IANA time zone of the venue. */
  time_zone: string;
  where: string;
  /** [lon, lat] */
  geo?: [number, number];
  desc: string;
  /** User id. */
  organizer?: string;
  color: string;
  registration_url?: string;
  /** Ids of stored files. */
  images: string[];
  /** The group's conversation; an event without one is visible to all members. */
  group?: string;
  synced: boolean;
  /** Shared by the sessions of one race weekend. */
  series?: string;
  created: Date;
  updated?: Date;
}

export const eventSchema = workplaceSchema<EventRow>({
  title: { type: String, required: true },
  when: { type: Date, required: true },
  end: Date,
  until: { type: Date, required: true },
  time_zone: { type: String, required: true },
  where: { type: String, default: '' },
  geo: { type: [Number], default: undefined },
  desc: { type: String, default: '' },
  organizer: String,
  color: { type: String, required: true },
  registration_url: String,
  images: [String],
  group: String,
  synced: { type: Boolean, default: false },
  series: String,
  created: { type: Date, required: true },
  updated: Date,
});
// Span queries skip events that are over by `until`: the past grows for years, the future ends with the season.
eventSchema.index({ community: 1, workplace: 1, until: 1, when: 1 });
// The sessions of a weekend.
eventSchema.index({ community: 1, workplace: 1, series: 1, when: 1 });
