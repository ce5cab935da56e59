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
  /** The reply is no iCalendar file, or takes too long to read. */
  'not_a_calendar',
  /** More than 20,000 events and recurrences. */
  'too_many_events',
] as const;

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

/** What an admin enters. */
export const eventSourceForm = z.object({
  /** http(s), or webcal, which means https. */
  url: z
    .string({ error: 'REQUIRED' })
    .trim()
    .min(1, 'REQUIRED')
    .max(2000, 'LENGTH_PATTERN')
    .transform((text) => text.replace(/^webcal:/i, 'https:'))
    .pipe(z.url({ protocol: /^https?$/, error: 'INVALID_PATTERN' })),
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
