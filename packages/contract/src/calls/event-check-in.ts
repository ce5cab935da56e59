import { z } from 'zod';
import { defineCall, done, id, instant, instantInput } from '../core/call.js';
import { userCard } from './users.js';

/** Arrivals in one call. */
export const maxArrivalsSent = 500;

/** A member's pass to an event that they attend. NOT_ATTENDING for everybody else, also for those who wait. */
export const readPass = defineCall({
  name: 'events.pass',
  method: 'GET',
  path: '/events/{id}/pass',
  summary: "The caller's own pass to an event",
  input: { id },
  reply: z.object({
    /** The text of the QR code, signed, see `event-pass.ts`. */
    pass: z.string(),
    /** To type at the gate instead: `K7QF2M9X`. */
    short_code: z.string(),
    /** When the member was checked in. */
    arrived: instant.optional(),
  }),
  permission: 'events.reply',
  errors: ['EVENT_NOT_FOUND', 'NOT_ATTENDING'],
});

const expected = z.object({
  user: id,
  /** Absent for a member whom the caller may not see. */
  card: userCard.optional(),
  short_code: z.string(),
  arrived: instant.optional(),
});
export type ExpectedMember = z.output<typeof expected>;

/**
 * What a gate needs to check members in without a connection. For creator, organizer and workplace admins who may see the
 * attendees: under `hide_attendees` not for an organizer without one of these roles. FORBIDDEN otherwise.
 */
export const readCheckIn = defineCall({
  name: 'events.check_in',
  method: 'GET',
  path: '/events/{id}/check_in',
  summary: 'Who is expected at an event, who has arrived, and the key that passes are checked with',
  input: { id },
  reply: z.object({
    title: z.string(),
    time_zone: z.string(),
    /** The public key of this event's passes: the coordinates of a JSON Web Key on the curve P-256. */
    key: z.object({ x: z.string(), y: z.string() }),
    /** The members who attend, and those who have arrived. */
    expected: z.array(expected),
  }),
  permission: 'events.check_in',
  errors: ['EVENT_NOT_FOUND', 'FORBIDDEN'],
});

/** What became of an arrival that a gate sends. */
export const arrivalResults = ['recorded', 'already', 'not_attending', 'invalid_pass'] as const;

const arrivalInput = z.strictObject({
  user: id,
  /** The scanned text; without one the gate ticked the member or typed the short code. */
  pass: z.string().max(300).optional(),
  /** By the clock of the gate. */
  at: instantInput,
});
export type ArrivalInput = z.input<typeof arrivalInput>;

/**
 * Records arrivals, in any order and any number of times: each member arrives once, at the earliest time that a gate sends. A pass
 * counts only with this event's signature, and every arrival only for a member who attends now, or arrived already.
 */
export const recordArrivals = defineCall({
  name: 'events.record_arrivals',
  method: 'PUT',
  path: '/events/{id}/arrivals',
  summary: 'Record who has arrived at an event',
  input: {
    id,
    arrivals: z.array(arrivalInput).max(maxArrivalsSent, 'LENGTH_PATTERN'),
    /** The gate's clock now: the service corrects the times of a clock that is wrong. */
    sent: instantInput,
  },
  reply: z.object({
    /** In the order of the arrivals. */
    results: z.array(z.object({ user: id, result: z.enum(arrivalResults), arrived: instant.optional() })),
    /** How far the gate's clock is ahead; the times were corrected by it when it is more than 5 s. */
    skew_ms: z.number().int(),
  }),
  permission: 'events.check_in',
  errors: ['EVENT_NOT_FOUND', 'FORBIDDEN'],
});

/** Takes back an arrival that was a mistake. */
export const removeArrival = defineCall({
  name: 'events.remove_arrival',
  method: 'DELETE',
  path: '/events/{id}/arrivals/{user}',
  summary: 'Take back an arrival',
  input: { id, user: id },
  reply: done,
  permission: 'events.check_in',
  errors: ['EVENT_NOT_FOUND', 'FORBIDDEN', 'USER_NOT_FOUND'],
});
