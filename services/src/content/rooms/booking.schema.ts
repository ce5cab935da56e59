import type { bookingStates } from '@paddock/contract/calls/booking-fields';
import { workplaceSchema } from '../../infrastructure/mongo/row-schema.js';
import type { WorkplaceRow } from '../../infrastructure/mongo/row.js';
import type { BookingEnding } from '../../infrastructure/outbox/domain-events.js';

export type BookingState = (typeof bookingStates)[number];

export interface BookingRow extends WorkplaceRow {
  room: string;
  /** The room's title and own zone, for what is read after its deletion. */
  room_title: string;
  time_zone?: string;
  user: string;
  from: Date;
  to: Date;
  description: string;
  state: BookingState;
  end?: BookingEnding;
  checked_in?: Date;
  /** Id of the first booking of the same call. */
  series?: string;
  /** The start when it was made: the place of the booking in its series, for calendars. */
  place: Date;
  /** Raised by each change of times or state, for calendars and mailed links. */
  sequence: number;
  client_id: string;
  /** Index of the booking within its call. */
  part: number;
  created: Date;
}

export const bookingSchema = workplaceSchema<BookingRow>({
  room: { type: String, required: true },
  room_title: { type: String, required: true },
  time_zone: String,
  user: { type: String, required: true },
  from: { type: Date, required: true },
  to: { type: Date, required: true },
  description: { type: String, default: '' },
  state: { type: String, required: true },
  end: String,
  checked_in: Date,
  series: String,
  place: { type: Date, required: true },
  sequence: { type: Number, required: true },
  client_id: { type: String, required: true },
  part: { type: Number, required: true },
  created: { type: Date, required: true },
});
// The bookings of a room, of all rooms, and of a member.
// With the state: a room that is much booked and cancelled has many more ended bookings than active ones.
bookingSchema.index({ community: 1, workplace: 1, room: 1, state: 1, from: 1 });
bookingSchema.index({ community: 1, workplace: 1, state: 1, from: 1 });
bookingSchema.index({ community: 1, workplace: 1, user: 1, state: 1, to: 1 });
bookingSchema.index(
  { community: 1, workplace: 1, series: 1 },
  { partialFilterExpression: { series: { $exists: true } } },
);
// A resend finds the first booking (`once`); the parts are those of one call.
bookingSchema.index({ community: 1, user: 1, client_id: 1, part: 1 }, { unique: true });
