import { z } from 'zod';
import { defineCall, id } from '../core/call.js';
import { event, eventReplies } from './events.js';
import { userCard } from './users.js';

/** Attends, or waits when every place is taken. Joining again changes nothing. EVENT_PAST after the event. */
export const joinEvent = defineCall({
  name: 'events.join',
  method: 'PUT',
  path: '/events/{id}/join',
  summary: 'Attend an event, or wait for a place',
  input: { id },
  reply: event,
  permission: 'events.reply',
  errors: ['EVENT_NOT_FOUND', 'EVENT_PAST'],
});

/** Declines: the member becomes an absentee, and the first member who waits gets the place. EVENT_PAST after the event. */
export const leaveEvent = defineCall({
  name: 'events.leave',
  method: 'PUT',
  path: '/events/{id}/leave',
  summary: 'Decline an event',
  input: { id },
  reply: event,
  permission: 'events.reply',
  errors: ['EVENT_NOT_FOUND', 'EVENT_PAST'],
});

/**
 * The members who attend, wait or declined, in the order of their replies, the caller first. FORBIDDEN under
 * `events_tab.hide_attendees`, except for workplace admins and the creator.
 */
export const readAttendees = defineCall({
  name: 'events.attendees',
  method: 'GET',
  path: '/events/{id}/attendees',
  summary: 'The members who replied to an event',
  input: {
    id,
    reply: z.enum(eventReplies).default('attending'),
    count: z.coerce.number().int().min(1).max(100).default(30),
    /** `next` of the previous page, or a page number from 0. */
    page: z
      .string()
      .regex(/^(after-\d{1,15}|\d{1,6})$/)
      .optional(),
  },
  reply: z.object({ users: z.array(userCard), total_users: z.number().int(), next: z.string().nullable() }),
  permission: 'events.reply',
  errors: ['EVENT_NOT_FOUND', 'FORBIDDEN'],
});
