import { z } from 'zod';
import { defineCall, instantInput } from '../core/call.js';

/** Events are new from their creation until read; own and imported ones never. */
const receipts = z.object({ event_new_receipts: z.number().int().min(0) });

export const markEventsRead = defineCall({
  name: 'events.mark_read',
  method: 'PUT',
  path: '/events/read',
  summary: 'Mark the events that touch a span of time as read',
  /** The span's end and start: events before `before` and after `after`. */
  input: { before: instantInput, after: instantInput },
  reply: receipts,
  permission: 'events.mark',
  errors: ['INVALID_END_DATE'],
});

export const markAllEventsRead = defineCall({
  name: 'events.mark_all_read',
  method: 'PUT',
  path: '/events/read_all',
  summary: 'Mark all events as read',
  input: {},
  reply: receipts,
  permission: 'events.mark',
});
