import { z } from 'zod';
import { clientId, defineCall, done, id, instant } from '../core/call.js';

/** Calendars that one workplace can subscribe to. */
export const maxEventSources = 20;

/** Why the last read of a calendar failed; its events stay as they were read last. */
export const eventSourceProblems = [
  /** No reply, an error status, or an address that is not allowed. */
  'unreachable',
  /** More than 10 MB. */
  'too_large',
  /** The reply is no iCalendar file. */
  'not_a_calendar',
  /** The file ends inside an event. */
  'incomplete',
  /** Reading takes more than 5 s, or too much memory. */
  'too_slow',
  /** The calendar has events, and each of them is faulty. */
  'no_readable_event',
  /** More than 20,000 events and recurrences. */
  'too_many_events',
] as const;

/** What is faulty in a part of a calendar. */
export const calendarPartProblems = [
  /** An event without a readable start. */
  'start',
  /** An event without its end line. */
  'unclosed',
  /** A changed copy whose place among the copies is not readable. */
  'place',
  /** A recurrence rule that is not readable or not supported. */
  'rule',
  /** An event that repeats more than 10,000 times. */
  'too_many',
  /** An end that is not readable or before the start. */
  'end',
  /** A date that is left out or added, not readable or without its time. */
  'dates',
  /** A line without name and colon. */
  'line',
  /** An unknown time zone: its times are read in the workplace's zone. */
  'zone',
] as const;
export type CalendarPartProblem = (typeof calendarPartProblems)[number];

/** A part of a calendar that could not be read as it is. */
const calendarNote = z.object({
  /** The event's title, '' without one; of `zone` the zone's name. */
  title: z.string(),
  problem: z.enum(calendarPartProblems),
  /** True for an event that is not shown as the calendar has it now; false where only a property of it was left out. */
  skipped: z.boolean(),
});
export type CalendarNote = z.output<typeof calendarNote>;

/** A subscribed iCalendar address: its events appear in the workplace, change and disappear with it (RFC 5545). */
export const eventSource = z.object({
  id,
  /** The calendar's own name once it was read, until then the host of its address. */
  title: z.string(),
  url: z.string(),
  color: z.string(),
  /** Events and recurrences at the last successful read. */
  events_count: z.number().int(),
  /** `waiting` until the first read ends. */
  state: z.enum(['waiting', 'current', 'failing']),
  problem: z.enum(eventSourceProblems).optional(),
  /** When the address was last asked. */
  checked: instant.optional(),
  /** When it was last read successfully. */
  read: instant.optional(),
  /** When it will be read next. */
  next: instant,
  /** Events that the last read skipped; those known from an earlier read stay. */
  skipped: z.number().int(),
  /** What the last read found faulty, at most 50. */
  notes: z.array(calendarNote),
});
export type EventSource = z.output<typeof eventSource>;

export const readEventSources = defineCall({
  name: 'events.sources',
  method: 'GET',
  path: '/event_sources',
  summary: 'The calendars that the workplace subscribes to',
  input: {},
  reply: z.object({ sources: z.array(eventSource) }),
  permission: 'events.sync',
});

const hasPassword = (text: string) => /^https?:\/\/[^/?#]*@/i.test(text);

/** What an admin enters. */
export const eventSourceForm = z.object({
  /** http(s), or webcal, which means https. */
  url: z
    .string({ error: 'REQUIRED' })
    .trim()
    .min(1, 'REQUIRED')
    .max(2000, 'LENGTH_PATTERN')
    .transform((text) => text.replace(/^webcal:/i, 'https:'))
    .pipe(z.url({ protocol: /^https?$/, error: 'INVALID_PATTERN' }))
    // A password would be stored and shown to all admins in readable form.
    .refine((text) => !hasPassword(text), 'password_INVALID_PATTERN'),
  /** `#rrggbb`, of its events. */
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'INVALID_PATTERN')
    .optional(),
});

export const addEventSource = defineCall({
  name: 'events.add_source',
  method: 'POST',
  path: '/event_sources',
  summary: 'Subscribe the workplace to an iCalendar address; it is read at once and then every 15 minutes',
  input: {
    client_id: clientId,
    ...eventSourceForm.shape,
  },
  reply: eventSource,
  permission: 'events.sync',
  errors: ['EVENT_SOURCE_EXISTS', 'TOO_MANY_EVENT_SOURCES'],
  idempotent: true,
});

export const refreshEventSource = defineCall({
  name: 'events.refresh_source',
  method: 'PUT',
  path: '/event_sources/{id}/refresh',
  summary: 'Read a subscribed calendar now; returns it after the read',
  input: { id },
  reply: eventSource,
  permission: 'events.sync',
  errors: ['NOT_FOUND'],
});

export const deleteEventSource = defineCall({
  name: 'events.delete_source',
  method: 'DELETE',
  path: '/event_sources/{id}',
  summary: 'End a subscription; its events disappear',
  input: { id },
  reply: done,
  permission: 'events.sync',
  errors: ['NOT_FOUND'],
});
