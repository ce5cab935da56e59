import { z } from 'zod';
import { clientId, defineCall, id, instant } from '../core/call.js';

/** Minutes of one shift, at most, in either direction. */
export const maxShiftMinutes = 720;
/** How long a shift can be undone; no mail of it is sent before then. */
export const undoShiftWithinMs = 120_000;

/** Which of the following sessions move: all of them, or those that share this with the first one. */
export const shiftScopes = ['all', 'series', 'group', 'color'] as const;
export type ShiftScope = (typeof shiftScopes)[number];

const minutes = z.coerce
  .number({ error: 'INVALID_PATTERN' })
  .int('INVALID_PATTERN')
  .min(-maxShiftMinutes, 'INVALID_PATTERN')
  .max(maxShiftMinutes, 'INVALID_PATTERN')
  .refine((value) => value !== 0, 'INVALID_PATTERN');

/** A session of the day, for the preview. */
export const shiftedSession = z.object({
  id,
  title: z.string(),
  when: instant,
  end: instant.optional(),
  color: z.string(),
  group: z.string().optional(),
});
export type ShiftedSession = z.output<typeof shiftedSession>;

/**
 * The sessions that a shift from this event on would move: those that start on the same day of the same time zone, at the same
 * time or later. Whole days, sessions that are over and synced ones do not move; the synced ones are named.
 */
export const readShift = defineCall({
  name: 'events.shift_preview',
  method: 'GET',
  path: '/events/{id}/shift',
  summary: 'The sessions of a day that a timetable shift would move',
  input: { id, scope: z.enum(shiftScopes).default('all') },
  reply: z.object({
    sessions: z.array(shiftedSession),
    /** Sessions of the same part of the day that a subscribed calendar decides. */
    synced: z.array(shiftedSession),
    /** The scopes that differ from all for this event. */
    scopes: z.array(z.enum(shiftScopes)),
    time_zone: z.string(),
    /** When the day is over. */
    day_ends: instant,
    /** A digest of these sessions and times; the shift is refused once they differ. */
    version: z.string(),
  }),
  permission: 'events.shift',
  errors: ['EVENT_NOT_FOUND', 'EVENT_SYNCED', 'EVENT_PAST'],
});

const shift = z.object({
  id,
  minutes: z.number().int(),
  /** Number of moved sessions. */
  count: z.number().int(),
  /** Until when it can be undone. */
  undo_until: instant,
  undone: z.boolean(),
});

/**
 * Moves them in one transaction. CONFLICT when the timetable differs from the preview's `version`; INVALID_START_DATE when a
 * session would start before now, or outside the years of a calendar. Nothing moves then. Replies stay.
 */
export const shiftEvents = defineCall({
  name: 'events.shift',
  method: 'POST',
  path: '/events/{id}/shift',
  summary: 'Move the following sessions of a day by some minutes',
  input: {
    id,
    client_id: clientId,
    minutes,
    scope: z.enum(shiftScopes).default('all'),
    version: z.string().regex(/^[\w-]{1,64}$/, 'INVALID_PATTERN'),
  },
  reply: shift,
  permission: 'events.shift',
  errors: ['EVENT_NOT_FOUND', 'EVENT_SYNCED', 'EVENT_PAST', 'CONFLICT', 'INVALID_START_DATE'],
  idempotent: true,
});

/**
 * Moves the sessions back and takes the notifications back; again changes nothing. Within two minutes, by the admin who shifted
 * (EDIT_WINDOW_OVER, FORBIDDEN). CONFLICT once one of the sessions has other times.
 */
export const undoShift = defineCall({
  name: 'events.undo_shift',
  method: 'PUT',
  path: '/event_shifts/{id}/undo',
  summary: 'Undo a timetable shift',
  input: { id },
  reply: shift,
  permission: 'events.shift',
  errors: ['NOT_FOUND', 'FORBIDDEN', 'EDIT_WINDOW_OVER', 'CONFLICT'],
});
