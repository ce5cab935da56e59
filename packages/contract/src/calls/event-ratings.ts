import { z } from 'zod';
import { defineCall, id, instant } from '../core/call.js';
import { spokenText } from '../core/speakable.js';
import { event } from './events.js';
import { userCard } from './users.js';

/** The form's fields, for both sides (specification B §5). */
export const ratingForm = z.strictObject({
  rating: z.number({ error: 'REQUIRED' }).int('INVALID_PATTERN').min(1, 'INVALID_PATTERN').max(5, 'INVALID_PATTERN'),
  desc: spokenText(500).trim().optional(),
});

/** One rating a member: a second one replaces the first. EVENT_NOT_OVER until 4 hours after the event. */
export const rateEvent = defineCall({
  name: 'events.rate',
  method: 'PUT',
  path: '/events/{id}/rate',
  summary: 'Rate a past event with 1 to 5 stars',
  input: { id, ...ratingForm.shape },
  reply: event,
  permission: 'events.rate',
  errors: ['EVENT_NOT_FOUND', 'EVENT_NOT_OVER'],
});

/** A member's rating, for those who may delete the event. */
export const eventRating = z.object({
  id,
  user: userCard.optional(),
  rating: z.number().int(),
  desc: z.string(),
  created: instant,
});

/** The ratings with their descriptions, newest first; for workplace admins, the creator and the organizer. */
export const readRatings = defineCall({
  name: 'events.ratings',
  method: 'GET',
  path: '/events/{id}/ratings',
  summary: 'The ratings of an event',
  input: {
    id,
    count: z.coerce.number().int().min(1).max(100).default(30),
    /** `next` of the previous page. */
    page: id.optional(),
  },
  reply: z.object({ ratings: z.array(eventRating), next: z.string().nullable() }),
  permission: 'events.rate',
  errors: ['EVENT_NOT_FOUND', 'FORBIDDEN'],
});
