import { z } from 'zod';
import { id, instant } from '../core/call.js';

/** `pending` and `confirmed` hold their slots, the others free them (the decisions to the specification, Rooms). */
export const bookingStates = ['pending', 'confirmed', 'rejected', 'cancelled'] as const;

/** A booking (B §3). */
export const booking = z.object({
  id,
  room: id,
  room_title: z.string(),
  /** The room's: `from` and `to` are shown by its clock. */
  time_zone: z.string(),
  /** The member's id: the card is in the reply's `users`. Absent for a member whom the caller does not see. */
  user: id.optional(),
  from: instant,
  to: instant,
  /** The comment: for its owner and for those who decide; absent for others. */
  description: z.string().optional(),
  state: z.enum(bookingStates),
  own: z.boolean(),
  /** The owner within the room's delay; workplace admins and owners of the room's group always. */
  can_cancel: z.boolean(),
  /** The owner, from 15 minutes before the start on, of a room with check-in, once. */
  can_check_in: z.boolean(),
  checked_in: z.boolean(),
  /** One of several that were booked as a weekly repetition. */
  series: id.optional(),
  created: instant,
});

/** SLOT_TAKEN: a slot has a booking or another member's hold. The codes of a time that cannot be booked name `from` or `to` in `fields`. */
export const timeErrors = [
  ...(['INVALID_END_DATE', 'BOOKING_PAST', 'BOOKING_OFF_GRID', 'BOOKING_OUTSIDE_DAY'] as const),
  ...(['BOOKING_CLOCK_CHANGE', 'BOOKING_TOO_LONG', 'BOOKING_TOO_FAR', 'SLOT_TAKEN'] as const),
] as const;
