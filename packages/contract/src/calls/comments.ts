import { z } from 'zod';
import { defineCall, id } from '../core/call.js';
import { shoutCard, subjectKind } from './shouts.js';
import { userCard } from './users.js';

/** The record: as `subject` in `postShout`. */
const subject = { kind: subjectKind, id };

/**
 * GET comments/{kind}/{id}: the comments of an event or a notice (specification A §2, B §2). They are shouts: posted by
 * `postShout` with `subject`; liked, edited, deleted and reported by their ids. SHOUT_NOT_FOUND for a record that the caller may not read.
 */
export const readSubjectComments = defineCall({
  name: 'comments.list',
  method: 'GET',
  path: '/comments/{kind}/{id}',
  summary: 'The comments of an event or a notice, oldest first, from the end backwards',
  input: { ...subject, count: z.coerce.number().int().min(1).max(50).default(50), before: id.optional() },
  reply: z.object({
    comments: z.array(shoutCard),
    /** There are older ones. */
    more: z.boolean(),
    total: z.number().int(),
    /** `in_reply_to` of the comments, and `conversation` of their realtime events. */
    thread: id,
    /** False hides the composer. */
    can_comment: z.boolean(),
    /** Why the member may not comment, where there is something to explain. */
    reason: z.enum(['read_only']).optional(),
    /** Whether the caller may delete comments of others. */
    manages: z.boolean(),
  }),
  permission: 'comments.read',
  errors: ['SHOUT_NOT_FOUND', 'FEATURE_DISABLED'],
});

/** GET comments/{kind}/{id}/mentions: at most 3 (A §9). */
export const suggestSubjectMentions = defineCall({
  name: 'comments.mentions',
  method: 'GET',
  path: '/comments/{kind}/{id}/mentions',
  summary:
    'Members to mention in the comments of a record: only those who can read it and are known to the caller as readers',
  input: { ...subject, query: z.string().trim().min(1).max(140) },
  reply: z.object({ users: z.array(userCard).max(3) }),
  permission: 'comments.read',
  errors: ['SHOUT_NOT_FOUND', 'FEATURE_DISABLED'],
});
