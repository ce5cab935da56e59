import { z } from 'zod';
import { defineCall, id } from '../core/call.js';
import { event } from './events.js';

/**
 * The answer of the member whom the event's managers asked to organise it (`asked_organizer` of {@link readEvent}); FORBIDDEN for
 * others. Who accepts becomes its organizer, also of a past event. A request that asks for several copies of a recurring event is
 * answered for all that still follow it. An answer that is given already counts as success.
 */
export const answerOrganizing = defineCall({
  name: 'events.answer_organizing',
  method: 'PUT',
  path: '/events/{id}/organizer',
  summary: 'Accept or decline to organise an event',
  input: { id, accept: z.boolean() },
  reply: event,
  permission: 'events.write',
  errors: ['EVENT_NOT_FOUND', 'FORBIDDEN'],
});
