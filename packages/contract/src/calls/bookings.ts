import { z } from 'zod';
import { clientId, defineCall, done, id, instant, instantInput } from '../core/call.js';
import { secret } from '../core/secret.js';
import { spokenText } from '../core/speakable.js';
import { booking, bookingStates, timeErrors } from './booking-fields.js';
import { room } from './rooms.js';
import { userCard } from './users.js';

/** Slots of one booking: a day of half hours. */
export const maxBookingSlots = 48;
/** Weeks of a repetition, the first included. */
export const maxRepetitions = 26;
/** How far ahead a booking may begin, in days. */
export const maxDaysAhead = 366;

export type Booking = z.output<typeof booking>;

const bookErrors = ['ROOM_NOT_FOUND', 'FORBIDDEN', ...timeErrors] as const;
const comment = spokenText(1000)
  .transform((text) => text.trim())
  .optional();
const period = { from: instantInput, to: instantInput };

/**
 * POST rooms/{id}/bookings (B §7). `state` of the booking says whether an admin has yet to confirm it; `room` has the bookings of
 * its day.
 */
export const createBooking = defineCall({
  name: 'bookings.create',
  method: 'POST',
  path: '/rooms/{id}/bookings',
  summary: 'Book slots of a room',
  input: { id, client_id: clientId, ...period, description: comment },
  reply: z.object({ booking, room }),
  permission: 'rooms.book',
  errors: bookErrors,
  idempotent: true,
  aliases: { comment: 'description' },
});

/**
 * Each week of a repetition at the same time by the room's clock; `free` is false where a slot is taken or the clocks skip the
 * time, with the free alternatives of that day.
 */
const repetition = z.object({
  from: instant,
  to: instant,
  free: z.boolean(),
  /** Free periods of the same length on that day, nearest first, at most 5. */
  alternatives: z.array(z.object({ from: instant, to: instant })),
});
export type Repetition = z.output<typeof repetition>;

/** Changes nothing: the client shows the conflicts, the member resolves them one by one. */
export const readRepetitions = defineCall({
  name: 'bookings.repetitions',
  method: 'GET',
  path: '/rooms/{id}/repetitions',
  summary: 'The weeks of a repeated booking, and which of them are free',
  input: { id, ...period, weeks: z.coerce.number().int().min(2).max(maxRepetitions) },
  reply: z.object({ repetitions: z.array(repetition) }),
  permission: 'rooms.book',
  errors: bookErrors,
});

/** Books all of the periods or none of them. */
export const createBookings = defineCall({
  name: 'bookings.create_series',
  method: 'POST',
  path: '/rooms/{id}/bookings/series',
  summary: 'Book several periods of a room at once',
  input: {
    id,
    client_id: clientId,
    periods: z.array(z.strictObject(period)).min(1, 'REQUIRED').max(maxRepetitions, 'LENGTH_PATTERN'),
    description: comment,
  },
  reply: z.object({ bookings: z.array(booking) }),
  permission: 'rooms.book',
  errors: bookErrors,
  idempotent: true,
});

/** Moves a booking of the caller; its own slots do not conflict with it. A room with confirmation makes it pending again. */
export const moveBooking = defineCall({
  name: 'bookings.move',
  method: 'PUT',
  path: '/bookings/{id}',
  summary: 'Move a booking to another time of the same room',
  input: { id, ...period },
  reply: z.object({ booking }),
  permission: 'rooms.book',
  errors: ['BOOKING_NOT_FOUND', 'BOOKING_ENDED', 'FORBIDDEN', ...timeErrors],
});

/** `series`: also the later ones of its series. FORBIDDEN: 'Cancellation forbidden'. */
export const cancelBooking = defineCall({
  name: 'bookings.cancel',
  method: 'DELETE',
  path: '/bookings/{id}',
  summary: 'Cancel a booking',
  input: { id, series: z.stringbool().or(z.boolean()).optional() },
  reply: done,
  permission: 'rooms.book',
  errors: ['BOOKING_NOT_FOUND', 'BOOKING_ENDED', 'FORBIDDEN'],
});

/** Once, from 15 minutes before the start on; again it changes nothing. */
export const checkInBooking = defineCall({
  name: 'bookings.check_in',
  method: 'PUT',
  path: '/bookings/{id}/check_in',
  summary: 'Check in to a booked room',
  input: { id },
  reply: z.object({ booking }),
  permission: 'rooms.book',
  errors: ['BOOKING_NOT_FOUND', 'BOOKING_ENDED', 'FORBIDDEN'],
});

/** What the pages of mail links show (B §2): name, e-mail, company, room, from and to. */
const request = z.object({
  id,
  state: z.enum(bookingStates),
  user: userCard,
  email: z.string().optional(),
  room: z.string(),
  description: z.string(),
  from: instant,
  to: instant,
  time_zone: z.string(),
});
export type BookingRequest = z.output<typeof request>;

/** By a mailed link (`admin_token`), also signed out, or without one by a signed-in member who may decide. */
const decisionInput = { id, admin_token: secret(z.string().max(200)).optional() };
const decisionErrors = ['LINK_INVALID', 'LINK_EXPIRED', 'BOOKING_NOT_FOUND', 'INVALID_TOKEN', 'FORBIDDEN'] as const;
const decided = [...decisionErrors, 'ALREADY_GRANTED', 'ALREADY_DENIED', 'BOOKING_ENDED'] as const;

/** Changes nothing: mail scanners open links, so the page calls it first. */
export const verifyBooking = defineCall({
  name: 'bookings.verify',
  method: 'PUT',
  path: '/bookings/{id}/verify',
  summary: 'Which booking a mailed link is about',
  input: decisionInput,
  reply: request,
  permission: 'rooms.by_link',
  errors: decisionErrors,
});

/** ALREADY_GRANTED is a success for the page. A request that overlaps cannot exist: pending bookings hold their slots. */
export const confirmBooking = defineCall({
  name: 'bookings.confirm',
  method: 'PUT',
  path: '/bookings/{id}/confirm',
  summary: 'Confirm a booking',
  input: decisionInput,
  reply: request,
  permission: 'rooms.by_link',
  errors: decided,
});

export const rejectBooking = defineCall({
  name: 'bookings.reject',
  method: 'PUT',
  path: '/bookings/{id}/reject',
  summary: 'Reject a booking',
  input: decisionInput,
  reply: request,
  permission: 'rooms.by_link',
  errors: decided,
});
