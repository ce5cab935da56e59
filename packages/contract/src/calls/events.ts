import { z } from 'zod';
import { clientId, defineCall, done, id, instant, instantInput } from '../core/call.js';
import { recurrenceRule, recurrenceScope as scope } from '../core/recurrence.js';
import { isSpeakable, spokenText } from '../core/speakable.js';
import { isTimeZone } from '../core/time-zones.js';
import { groupCard } from './groups.js';
import { attachedFile } from './files.js';
import { userCard } from './users.js';

/** A month of the span query: 30.5 days (specification B §9). */
export const monthMs = 30.5 * 24 * 3_600_000;
/** Pictures and files of an event together (B §5). */
export const maxEventFiles = 6;
/** Places of an event. */
export const maxPlaces = 100_000;

/** What a member replied. `waiting`: wants to attend, but every place is taken. */
export const eventReplies = ['attending', 'waiting', 'absent'] as const;
export type EventReply = (typeof eventReplies)[number];

/**
 * An event (specification B §3). Without an end it lasts one hour. With `all_day`, `when` and `end` are the starts of its first and its
 * last day in `time_zone`, both included: they are equal for one day.
 */
export const event = z.object({
  id,
  title: z.string(),
  when: instant,
  end: instant.optional(),
  all_day: z.boolean(),
  /** The start before a timetable shift (`POST events/{id}/shift`); until the day is over. */
  shifted_from: instant.optional(),
  /** IANA zone of the location, e.g. `Europe/Brussels`; wall times are shown in it. */
  time_zone: z.string(),
  where: z.string(),
  /** [lon, lat] of the location. */
  geo: z.tuple([z.number(), z.number()]).optional(),
  desc: z.string(),
  /** The creator; absent for an imported event. */
  user: userCard.optional(),
  organizer: userCard.optional(),
  organizer_name: z.string().optional(),
  color: z.string(),
  registration_url: z.string().optional(),
  /** Of an imported event: its page, and the address of its call or video conference. */
  url: z.string().optional(),
  conference_url: z.string().optional(),
  /** Of an imported event that may not take place. */
  tentative: z.boolean().optional(),
  image_urls: z.array(z.string()),
  files: z.array(attachedFile),
  group: groupCard.optional(),
  workplace: z.string(),
  /** Visible only to its creator, its organizer, the invited members and workplace admins. */
  invitation_only: z.boolean(),
  /** Imported from a calendar feed; read-only here. */
  synced: z.boolean(),
  /** Shared by the sessions of one race weekend. */
  series: z.string().optional(),
  /** One of the copies of an event that repeats. */
  recurring: z.boolean().optional(),
  /** Of such a copy, as calendar files name it: the recurring event, and its place there (RECURRENCE-ID). */
  part: id.optional(),
  place: instant.optional(),
  /** Not read by the caller yet, see {@link markEventsRead}. */
  new: z.boolean(),
  /** Whether the caller may change it now: hides the pencil. */
  can_edit: z.boolean(),
  can_delete: z.boolean(),
  /** The caller's own reply; absent without one, and without the flag `rsvp`, like the next five. */
  reply: z.enum(eventReplies).optional(),
  /** The caller's place in the waiting list, from 1. Only in the reply of one event. */
  waiting_position: z.number().int().optional(),
  /** Places; absent without a limit. */
  capacity: z.number().int().optional(),
  /** Whether the next member who joins has to wait. */
  full: z.boolean().optional(),
  /** Absent where the caller may not see attendees (`hide_attendees`). */
  attendees_count: z.number().int().optional(),
  waiting_count: z.number().int().optional(),
  absentees_count: z.number().int().optional(),
  /** Average of the ratings, 1 to 5 with one decimal; absent without a rating, and without the flag `event_ratings`. */
  rating: z.number().optional(),
  nbr_ratings: z.number().int().optional(),
  is_rated: z.boolean().optional(),
  /** The caller's own rating, which `events.rate` replaces. */
  own_rating: z.object({ rating: z.number().int(), desc: z.string() }).optional(),
  /** Number of comments; absent where comments are off. */
  comments: z.number().int().optional(),
  created: instant,
  updated: instant.optional(),
});
export type PaddockEvent = z.output<typeof event>;

const text = (max: number) => z.string().trim().max(max, 'LENGTH_PATTERN').refine(isSpeakable, 'INVALID_PATTERN');
const title = text(140).min(1, 'REQUIRED');
/** Fields that an event can have. Forms check with the same schemas. */
const fields = {
  end: instantInput.optional(),
  /**
   * Whole days: `when` and `end` name the first and the last one in the event's zone, by any of their instants. Without it an end that
   * equals the start means one whole day; an update that changes neither time leaves it.
   */
  all_day: z.boolean().optional(),
  /** Default: the zone of `where_geo`, else of the workplace, else of the community. */
  time_zone: z.string().refine(isTimeZone, 'INVALID_PATTERN').optional(),
  where: text(250).optional(),
  /** [lon, lat] of the location; named unlike the caller's position, which every call may carry as `geo`. */
  where_geo: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]).optional(),
  desc: spokenText(5000).optional(),
  /**
   * A member's id. The caller becomes organizer at once; another member is asked first (`events.answer_organizing`), and the present
   * organizer stays until then. Removing it ends the request too.
   */
  organizer: id.optional(),
  /** Instead of a member: a name. */
  organizer_name: text(140).optional(),
  color: z
    .string()
    .regex(/^#[0-9a-f]{6}$/i, 'INVALID_PATTERN')
    .optional(),
  registration_url: z
    .union([z.literal(''), z.url({ protocol: /^https?$/, error: 'INVALID_PATTERN' }).max(2000, 'LENGTH_PATTERN')])
    .optional(),
  /** Addresses of uploads. More than 6 pictures and files together are TOO_MANY_FILES. */
  image_urls: z.array(z.string().max(500)).optional(),
  files: z.array(z.string().max(500)).optional(),
  /** A group's id: the event reaches its members only. '0' is everybody. */
  group: id.optional(),
  invitation_only: z.boolean().optional(),
  /** Members who may see an event that is `invitation_only`. */
  invited: z.array(id).max(500, 'LENGTH_PATTERN').optional(),
  /** Places; further members wait, and move up when a place becomes free. */
  capacity: z.number().int('INVALID_PATTERN').min(1, 'INVALID_PATTERN').max(maxPlaces, 'INVALID_PATTERN').optional(),
  /**
   * How the event repeats, as an RRULE: FREQ; INTERVAL up to 99; BYDAY of a week, or one numbered of a month; BYMONTHDAY of a month;
   * COUNT up to 999 or UNTIL as a day of the event's zone. The start is the first copy and must match (INVALID_RECURRENCE).
   */
  recurrence: recurrenceRule.optional(),
};

/** Optional fields that an update can remove. */
export const removableEventFields = ['end', 'where_geo', 'group', 'organizer', 'capacity', 'recurrence'] as const;

/** The fields of the create and the update form, for both sides. Dates together: `eventDatesCode`. */
export const eventForm = z.strictObject({ title, when: instantInput, ...fields });

/**
 * The span query (B §7). Without `from` and `to`: `months_before` and `months_after` of the deployment, in months of 30.5 days.
 * Calendar views ask for now plus and minus `calendar_fetch_offset`.
 */
export const readEvents = defineCall({
  name: 'events.list',
  method: 'GET',
  path: '/events',
  summary: 'Events that touch a span of time, earliest first',
  input: {
    from: instantInput.optional(),
    to: instantInput.optional(),
    /**
     * In a span without events: extends it month by month (30.5 days) into the future or the past, at most
     * `calendar_fetch_offset` / 30 days times, until it has some. The reply's `from` and `to` are the span that was read: a reply of
     * 1,000 events ends at the start of its last one, with `past` it begins at that of its first.
     */
    scan: z.enum(['future', 'past']).optional(),
  },
  reply: z.object({ events: z.array(event), from: instant, to: instant }),
  permission: 'events.read',
  errors: ['INVALID_END_DATE'],
});

export const readEvent = defineCall({
  name: 'events.read',
  method: 'GET',
  path: '/events/{id}',
  summary: 'One event, with the other sessions of its weekend',
  input: { id },
  reply: z.object({
    event,
    siblings: z.array(event),
    /** The rule of a recurring event. */
    recurrence: z.string().optional(),
    /** Whether the caller may change and delete its copies together; the organizer of one copy may not. */
    manages_all: z.boolean().optional(),
    /** The first members who attend and who declined, the caller first; absent where the caller may not see them. */
    attendees: z.array(userCard).optional(),
    absentees: z.array(userCard).optional(),
    /** For those who may edit an event by invitation. */
    invited: z.array(userCard).optional(),
    /** The member who is asked to organise it, and who asked; for this member and those who manage the event. */
    asked_organizer: userCard.optional(),
    organizer_asked_by: userCard.optional(),
  }),
  permission: 'events.read',
  errors: ['EVENT_NOT_FOUND'],
});

/**
 * For workplace admins, and with `events_tab.public_add_event` for every member; in a group only for its members. FORBIDDEN
 * otherwise. GROUP_NOT_FOUND, USER_NOT_FOUND and FILE_NOT_FOUND name the field.
 */
export const createEvent = defineCall({
  name: 'events.create',
  method: 'POST',
  path: '/events',
  summary: 'Create an event',
  input: { client_id: clientId, ...eventForm.shape },
  reply: event,
  permission: 'events.write',
  errors: [
    'FORBIDDEN',
    'INVALID_START_DATE',
    'INVALID_END_DATE',
    'INVALID_RECURRENCE',
    'GROUP_NOT_FOUND',
    'USER_NOT_FOUND',
    'TOO_MANY_FILES',
    'INVALID_FILE',
    'FILE_NOT_FOUND',
  ],
  idempotent: true,
  aliases: { imageUrls: 'image_urls' },
});

/**
 * For creator, organizer and workplace admins; only workplace admins change a past event (EVENT_PAST), and a synced one is
 * read-only (EVENT_SYNCED). Absent fields stay; `image_urls` and `files` replace the former lists and may repeat their addresses.
 * The fields that differ change in all copies of the `scope` without a value of their own; EVENT_PAST if none is left. The organizer of one
 * copy changes and deletes that one only (FORBIDDEN). `recurrence` makes an event repeat, unless it is past (INVALID_START_DATE); of one
 * that repeats, it changes with `following` and `all` only (INVALID_RECURRENCE).
 */
export const updateEvent = defineCall({
  name: 'events.update',
  method: 'PUT',
  path: '/events/{id}',
  summary: 'Change an event',
  input: {
    id,
    title: title.optional(),
    when: instantInput.optional(),
    ...fields,
    remove_fields: z.array(z.enum(removableEventFields)).max(10).optional(),
    scope,
  },
  reply: event,
  permission: 'events.write',
  errors: [
    'EVENT_NOT_FOUND',
    'FORBIDDEN',
    'EVENT_PAST',
    'EVENT_SYNCED',
    'INVALID_START_DATE',
    'INVALID_END_DATE',
    'INVALID_RECURRENCE',
    'GROUP_NOT_FOUND',
    'USER_NOT_FOUND',
    'TOO_MANY_FILES',
    'INVALID_FILE',
    'FILE_NOT_FOUND',
  ],
  aliases: { imageUrls: 'image_urls' },
});

/** For creator, organizer and workplace admins, also when it is past; but EVENT_PAST if no copy of the scope is left. Not synced ones. */
export const deleteEvent = defineCall({
  name: 'events.delete',
  method: 'DELETE',
  path: '/events/{id}',
  summary: 'Delete an event',
  input: { id, scope },
  reply: done,
  permission: 'events.write',
  errors: ['EVENT_NOT_FOUND', 'FORBIDDEN', 'EVENT_PAST', 'EVENT_SYNCED'],
});
