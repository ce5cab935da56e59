import { z } from 'zod';
import { defineCall, done, flag, id, instant } from '../core/call.js';
import { groupCard } from './groups.js';
import { shoutCard } from './shouts.js';
import { foundFields, userCard } from './users.js';

/** An entry of the chat list (specification A §3, "Chat entry (filter)"): a group, or a direct chat if `username` is set. */
export const chatEntry = z.object({
  /** The group's id, or for a direct chat the other member's id. */
  id,
  username: z.string().optional(),
  fullname: z.string().optional(),
  profile_image: z.string().optional(),
  online: z.boolean().optional(),
  title: z.string(),
  description: z.string().optional(),
  color: z.string().optional(),
  icon: z.string().optional(),
  image_url: z.string().optional(),
  /** Unread shouts; 0 shows no badge, above 99 the list shows ':D'. */
  badge_number: z.number().int().min(0),
  /** Position of the newest shout that `badge_number` counts: an event with a lower one is old. */
  seq: z.number().int().min(0),
  last_shout: z
    .object({
      id,
      user: userCard,
      text: z.string(),
      created: instant,
      /** The time of the last edit. A client ignores older edits that arrive late. */
      updated: instant.optional(),
      deleted: z.boolean(),
      /** Its position: the entry's `seq` unless later shouts were deleted. */
      seq: z.number().int().min(0).optional(),
    })
    .optional(),
  /** Whether all others have read the viewer's last shout of a direct chat; missing without seen marks. */
  seen: z.boolean().optional(),
  /** Orders the list: the time of the last shout, else of the group's creation. */
  last_activity: instant,
  invisible: z.boolean(),
  muted: z.boolean(),
  archived: z.boolean(),
  hidden: z.boolean(),
  subtitle: z.string(),
});
export type ChatEntry = z.output<typeof chatEntry>;

/**
 * GET filters/{verb}/{prop}: pages of 20 (A §9). `archive`: whether the member has archived chats at all. With disable_archive
 * it is false, archived chats are listed among the others, and `archived` is refused.
 */
export const readChats = defineCall({
  name: 'chats.list',
  method: 'GET',
  path: '/filters/{verb}/{prop}',
  summary: 'The chat list: groups, people or all; retrieve, archived, or search',
  input: {
    verb: z.enum(['retrieve', 'archived', 'search']),
    prop: z.enum(['all', 'groups', 'people']),
    query: z.string().trim().max(140).optional(),
    count: z.coerce.number().int().min(1).max(60).default(20),
    /** The `next` of the previous page. */
    after: z.string().max(200).optional(),
    /** The number of the page, from 0; `after` is cheaper and skips nothing when chats move. */
    page: z.coerce.number().int().min(0).max(1000).optional(),
  },
  reply: z.object({
    filters: z.array(chatEntry),
    archive: z.boolean(),
    next: z.string().nullable(),
    /** Search only: at most 15 of each kind; `too_many` names the kinds with more. */
    shouts: z.array(shoutCard).optional(),
    groups: z.array(groupCard).optional(),
    users: z.array(userCard.extend(foundFields)).optional(),
    too_many: z.array(z.enum(['shouts', 'groups', 'users'])).optional(),
  }),
  permission: 'chats.read',
});

/** One entry, to update its row after a realtime event. */
export const readChat = defineCall({
  name: 'chats.read',
  method: 'GET',
  path: '/chats/{id}',
  summary: 'One entry of the chat list',
  input: { id },
  reply: chatEntry,
  permission: 'chats.read',
  errors: ['GROUP_NOT_FOUND', 'USER_NOT_FOUND'],
});

/** The unread shouts of all chats that are neither muted nor archived: the numbers in the tabs Groups and People. */
export const readUnread = defineCall({
  name: 'chats.unread',
  method: 'GET',
  path: '/chats',
  summary: 'The number of unread shouts in groups and in direct chats',
  input: {},
  reply: z.object({ groups: z.number().int().min(0), people: z.number().int().min(0) }),
  permission: 'chats.read',
});

export const markRead = defineCall({
  name: 'chats.mark_read',
  method: 'PUT',
  path: '/filters/read/{id}',
  summary: 'Mark a chat read up to a shout, or to its newest',
  input: {
    id,
    /** The position of the newest shout seen; without it, everything is marked read. */
    seq: z.coerce.number().int().min(1).optional(),
  },
  reply: z.object({ badge_number: z.number().int() }),
  permission: 'chats.mark',
  errors: ['GROUP_NOT_FOUND', 'USER_NOT_FOUND'],
});

/** Marks the chats that the tab's badge counts as read (B §2, Tab footer): muted and archived ones keep their unread shouts. */
export const markAllChatsRead = defineCall({
  name: 'chats.mark_all_read',
  method: 'PUT',
  path: '/filters/read_all',
  summary: 'Mark all chats as read',
  input: {},
  reply: done,
  permission: 'chats.mark',
});

/**
 * The counterpart of {@link markRead}: the chat's unread shouts begin at this one, for the member alone. Others still see what they
 * saw as read. Shouts that are unread already stay so.
 */
export const markUnread = defineCall({
  name: 'chats.mark_unread',
  method: 'PUT',
  path: '/filters/unread/{id}',
  summary: 'Mark a chat unread from a shout on',
  input: {
    id,
    /** The position of the first shout that becomes unread. */
    seq: z.coerce.number().int().min(1),
  },
  reply: z.object({ badge_number: z.number().int() }),
  permission: 'chats.mark',
  errors: ['GROUP_NOT_FOUND', 'USER_NOT_FOUND'],
});

/** The specification's clients send them (A §7); path and session decide which chat and whose. */
const alsoSent = { filter: id.optional(), self: z.union([z.boolean(), id]).optional() };

export const muteChat = defineCall({
  name: 'chats.mute',
  method: 'PUT',
  path: '/filters/mute/{id}',
  summary: 'Mute or unmute a chat',
  input: { id, mute: flag, ...alsoSent },
  reply: done,
  permission: 'chats.mark',
  errors: ['GROUP_NOT_FOUND', 'USER_NOT_FOUND'],
});

export const archiveChat = defineCall({
  name: 'chats.archive',
  method: 'PUT',
  path: '/filters/archive/{id}',
  summary: 'Archive a chat or take it back; the everybody group has no archive',
  input: { id, archive: flag, ...alsoSent },
  reply: done,
  permission: 'chats.archive',
  errors: ['GROUP_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN'],
});

export const muteDirectChat = defineCall({
  name: 'chats.mute_direct',
  method: 'PUT',
  path: '/users/{id}/mute',
  summary: 'Mute or unmute the direct chat with a member',
  input: { id, mute: flag.default(true), ...alsoSent },
  reply: done,
  permission: 'chats.mark',
  errors: ['USER_NOT_FOUND'],
});

export const archiveDirectChat = defineCall({
  name: 'chats.archive_direct',
  method: 'PUT',
  path: '/users/{id}/archive',
  summary: 'Archive the direct chat with a member or take it back',
  input: { id, archive: flag.default(true), ...alsoSent },
  reply: done,
  permission: 'chats.archive',
  errors: ['USER_NOT_FOUND'],
});
