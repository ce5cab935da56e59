import { z } from 'zod';
import { clientId, defineCall, done, id, instant } from '../core/call.js';
import { isVisible, spokenText } from '../core/speakable.js';
import { userCard } from './users.js';

/** Maximal characters of a member's feedback. */
export const maxFeedbackCharacters = 2000;

/** The drawer's form (A §5, Feedback): the text is not empty. */
export const feedbackForm = () =>
  z.object({
    msg: spokenText(maxFeedbackCharacters).trim().refine(isVisible, 'FEEDBACK_MISSING'),
  });

/** Stored for the admins of the caller's workplace. */
export const sendFeedback = defineCall({
  name: 'feedback.send',
  method: 'PUT',
  path: '/feedbacks',
  summary: "Tell the workplace's admins what is good or bad about the app",
  input: { client_id: clientId, msg: z.string().max(100_000).optional() },
  reply: done,
  permission: 'feedback.send',
  errors: ['FEEDBACK_MISSING'],
  idempotent: true,
});

export const feedback = z.object({
  id,
  /** The member who wrote it. */
  user: userCard.optional(),
  msg: z.string(),
  created: instant,
  /** An admin of the workplace has read it. */
  read: z.boolean(),
});
export type Feedback = z.output<typeof feedback>;

/** Newest first. */
export const readFeedback = defineCall({
  name: 'feedback.list',
  method: 'GET',
  path: '/feedbacks',
  summary: "Feedback of the workplace's members",
  input: { before: z.string().max(200).optional(), count: z.coerce.number().int().min(1).max(100).default(30) },
  reply: z.object({ feedbacks: z.array(feedback), unread: z.number().int().min(0), next: z.string().nullable() }),
  permission: 'feedback.read',
});

/** All feedback up to and including `id`, for all admins of the workplace. */
export const markFeedbackRead = defineCall({
  name: 'feedback.mark_read',
  method: 'PUT',
  path: '/feedbacks/read',
  summary: 'Mark feedback as read',
  input: { id },
  reply: z.object({ unread: z.number().int().min(0) }),
  permission: 'feedback.read',
});

/** Removing it again is answered. */
export const removeFeedback = defineCall({
  name: 'feedback.remove',
  method: 'DELETE',
  path: '/feedbacks/{id}',
  summary: 'Remove feedback that is dealt with',
  input: { id },
  reply: done,
  permission: 'feedback.read',
});
