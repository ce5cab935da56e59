import { z } from 'zod';
import { clientId, defineCall, done, flag, id, instant } from '../core/call.js';
import { countClusters } from '../core/characters.js';
import { attachedFile } from './files.js';
import { groupCard } from './groups.js';
import { poll, pollAliases, pollFields } from './polls.js';
import { spokenText } from '../core/speakable.js';
import { findLinks } from '../core/text-links.js';
import { shoutLink, shoutMeta } from './shout-links.js';
import { userCard } from './users.js';

/** A shout or comment without its comments (specification A §3, "Shout / comment"). */
export const shoutCard = z.object({
  id,
  user: userCard,
  shout: z.string(),
  /** The conversation's group; absent for a private shout. */
  group: groupCard.optional(),
  /** The other readers of a private shout; absent for a group's. */
  recipients: z.array(userCard).optional(),
  in_reply_to: id.optional(),
  /** Position in its conversation, from 1 without gaps; comments have none. */
  seq: z.number().int().optional(),
  /** The client-made id, so that an optimistic row finds its shout. */
  client_id: z.string(),
  created: instant,
  updated: instant.optional(),
  deleted: z.boolean(),
  admin_deleted: z.boolean(),
  mentions: z.array(z.string()),
  /** Addresses of the pictures, in the order of `images`. */
  image_urls: z.array(z.string()),
  images: z.array(attachedFile),
  files: z.array(attachedFile),
  /** Of the first web addresses in the text, at most {@link maxShoutLinks}. */
  links: z.array(shoutLink),
  meta: shoutMeta.optional(),
  liked: z.boolean(),
  likes_count: z.number().int(),
  /** Of the first three likers, those whom the caller may see: no banned ones, none with a block between them. */
  first_likes: z.array(userCard).max(3),
  /** True if there is any comment; `liked` is the caller’s. */
  is_commented: z.boolean(),
  comments_count: z.number().int(),
  workplace: z.string(),
  /** The shout is the question of this poll. */
  poll: poll.optional(),
});
export type ShoutCard = z.output<typeof shoutCard>;

/** A shout with its last 3 comments, oldest first. */
export const shout = shoutCard.extend({ comments: z.array(shoutCard) });
export type Shout = z.output<typeof shout>;

/** Data for the head and the composer of a conversation page. */
export const conversation = z.object({
  id,
  kind: z.enum(['everybody', 'group', 'direct']),
  title: z.string(),
  group: groupCard.optional(),
  /** The other members of a direct chat. */
  users: z.array(userCard),
  member: z.boolean(),
  /** Owner of the group, or workplace admin. */
  manages: z.boolean(),
  /** False hides the composer; `reason` explains it. */
  can_post: z.boolean(),
  can_comment: z.boolean(),
  reason: z.enum(['read_only', 'not_a_member', 'blocked', 'direct_messages_off', 'gone', 'kept_out']).optional(),
  /** With the reason 'blocked': those of `users` whom the caller has blocked, if the block is the caller's alone. */
  blocked: z.array(id).optional(),
  /** The newest shout's position, and how far this member has read. */
  seq: z.number().int(),
  read_seq: z.number().int(),
  /** How far all others have read a direct chat; absent unless seen marks are on for both sides. */
  seen_seq: z.number().int().optional(),
});
export type Conversation = z.output<typeof conversation>;

/**
 * Characters of a post as `maxCharCount` counts them, in the composer and in the service: grapheme clusters
 * ({@link countClusters}); each web address counts as at most 21 (A §5).
 */
export function countCharacters(text: string): number {
  let count = countClusters(text);
  for (const { kind, text: address } of findLinks(text))
    if (kind === 'web') count -= Math.max(0, countClusters(address) - 21);
  return count;
}

export const readShouts = defineCall({
  name: 'shouts.list',
  method: 'GET',
  path: '/shouts',
  summary: "The shouts of a filter: '0' everybody, a group's id, or a member's id for the direct chat; newest first",
  input: {
    filter: id.default('0'),
    count: z.coerce.number().int().min(1).max(50).default(10),
    /** A shout's id: returns only older ones. */
    before: id.optional(),
    /** A shout's id: returns only newer ones. SHOUT_NOT_FOUND makes the client reset its cursor and reload. */
    after: id.optional(),
    /** A shout's id: returns the shouts around it, half of them older. */
    around: id.optional(),
    /** A position, as `seq` of a shout: the same as `around` for the shout there, such as the first unread one. */
    around_seq: z.coerce.number().int().min(1).optional(),
  },
  reply: z.object({
    shouts: z.array(shout),
    conversation,
    /** There are older shouts, with `after` newer ones. */
    more: z.boolean(),
    /** There are shouts newer than these. */
    newer: z.boolean(),
  }),
  permission: 'shouts.read',
  errors: ['SHOUT_NOT_FOUND', 'GROUP_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN'],
});

export const readShout = defineCall({
  name: 'shouts.read',
  method: 'GET',
  path: '/shouts/{id}',
  summary: 'One shout with its newest comments, or the shout around a comment',
  input: { id },
  reply: z.object({ shout, conversation }),
  permission: 'shouts.read',
  errors: ['SHOUT_NOT_FOUND'],
});

export const readComments = defineCall({
  name: 'shouts.comments',
  method: 'GET',
  path: '/shouts/{id}/comments',
  summary: 'The comments of a shout, oldest first, from the end backwards',
  input: { id, count: z.coerce.number().int().min(1).max(50).default(50), before: id.optional() },
  reply: z.object({ comments: z.array(shoutCard), more: z.boolean() }),
  permission: 'comments.read',
  errors: ['SHOUT_NOT_FOUND'],
});

/** GET conversations/{id}/audience: for the head of a group's conversation. */
export const readAudience = defineCall({
  name: 'shouts.audience',
  method: 'GET',
  path: '/conversations/{id}/audience',
  summary:
    "How many members a group has and how many are online; nothing where the caller does not see a group's members",
  input: { id },
  reply: z.object({ members: z.number().int().optional(), online: z.number().int().optional() }),
  permission: 'shouts.read',
  errors: ['GROUP_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN'],
});

/** GET conversations/{id}/mentions: at most 3 (A §9), by chat entry id. */
export const suggestMentions = defineCall({
  name: 'shouts.mentions',
  method: 'GET',
  path: '/conversations/{id}/mentions',
  summary:
    'Members to mention in a conversation: only those who can read it; full and user names before companies, beginnings before ' +
    'later words, recent partners first',
  input: { id, query: z.string().trim().min(1).max(140) },
  reply: z.object({ users: z.array(userCard).max(3) }),
  permission: 'shouts.read',
  errors: ['GROUP_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN'],
});

/** A kind of record with comments, such as `event`. */
export const subjectKind = z.string().regex(/^[a-z_]{1,20}$/, 'INVALID_PATTERN');
/** A record of another service with comments. */
const commentSubject = z.object({ kind: subjectKind, id });
export type CommentSubject = z.output<typeof commentSubject>;

const writing = {
  shout: spokenText(40_000).optional(),
  /**
   * Addresses of uploaded pictures. Pictures and files count together: above the flag `max_files` they are TOO_MANY_FILES,
   * so the lists have no limit of their own.
   */
  image_urls: z.array(z.string().max(500)).optional(),
  files: z.array(z.string().max(500)).optional(),
};

export const postShout = defineCall({
  name: 'shouts.create',
  method: 'POST',
  path: '/shouts',
  summary:
    'Shout to a group or privately to recipients, or comment on a shout (`in_reply_to`) or another record (`subject`)',
  input: {
    client_id: clientId,
    group: id.optional(),
    recipients: z.array(id).min(1).max(20).optional(),
    in_reply_to: id.optional(),
    subject: commentSubject.optional(),
    /** Ignored: the token determines the author. */
    username: z.string().max(140).optional(),
    /** By workplace admins only. */
    meta: shoutMeta.optional(),
    ...writing,
    ...pollFields,
  },
  reply: shout,
  permission: 'shouts.post',
  errors: [
    'SHOUT_NOT_FOUND',
    'GROUP_NOT_FOUND',
    'USER_NOT_FOUND',
    'FORBIDDEN',
    'READ_ONLY',
    'BLOCKED',
    'FEATURE_DISABLED',
    'TOO_MANY_FILES',
    'INVALID_FILE',
    'FILE_NOT_FOUND',
    'INVALID_END_DATE',
  ],
  idempotent: true,
  aliases: { inReplyToId: 'in_reply_to', imageUrls: 'image_urls', ...pollAliases },
});

export const editShout = defineCall({
  name: 'shouts.update',
  method: 'PUT',
  path: '/shouts/{id}',
  summary: 'Edit an own shout inside the edit window; FORBIDDEN for a poll',
  input: { id, shout: spokenText(40_000) },
  reply: shout,
  permission: 'shouts.post',
  errors: ['SHOUT_NOT_FOUND', 'FORBIDDEN', 'EDIT_WINDOW_OVER'],
});

export const deleteShout = defineCall({
  name: 'shouts.delete',
  method: 'DELETE',
  path: '/shouts/{id}',
  summary: 'Delete a shout or comment: the own, or anyone’s as workplace admin or owner of its group',
  input: { id, in_reply_to: id.optional(), own: flag.optional() },
  /** The comments that stay below the shout, for a comment those of its shout. */
  reply: done.extend({ comments_count: z.number().int() }),
  permission: 'shouts.delete',
  errors: ['SHOUT_NOT_FOUND', 'FORBIDDEN'],
  aliases: { inReplyToId: 'in_reply_to' },
});

export const likeShout = defineCall({
  name: 'shouts.like',
  method: 'PUT',
  path: '/shouts/{id}/like',
  summary: 'Like a shout or comment; liking again changes nothing',
  input: { id },
  reply: shoutCard,
  permission: 'shouts.like',
  errors: ['SHOUT_NOT_FOUND'],
});

export const unlikeShout = defineCall({
  name: 'shouts.unlike',
  method: 'DELETE',
  path: '/shouts/{id}/like',
  summary: 'Take a like back',
  input: { id },
  reply: shoutCard,
  permission: 'shouts.like',
  errors: ['SHOUT_NOT_FOUND'],
});
