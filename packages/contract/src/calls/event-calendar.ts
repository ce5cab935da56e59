import { z } from 'zod';
import { defineCall } from '../core/call.js';

/** The UID of an event in calendar files, the same in every one: a calendar that has the event replaces it. */
export const calendarUid = (community: string, event: string): string => `${event}@${community}`;

/** The address needs no session and shows a calendar program this member's events of this workplace, nothing else. */
const calendarAddress = z.object({ address: z.string() });

export const readCalendarAddress = defineCall({
  name: 'events.calendar_address',
  method: 'GET',
  path: '/events/calendar_address',
  summary: 'The own calendar address of this workplace, for calendar programs',
  input: {},
  reply: calendarAddress,
  permission: 'events.read',
});

export const revokeCalendarAddress = defineCall({
  name: 'events.revoke_calendar_address',
  method: 'DELETE',
  path: '/events/calendar_address',
  summary: 'Make the own calendar address invalid; returns the new one',
  input: {},
  reply: calendarAddress,
  permission: 'events.mark',
});
