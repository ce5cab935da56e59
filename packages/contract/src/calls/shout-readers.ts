import { z } from 'zod';
import { defineCall, done, id } from '../core/call.js';
import type { Flags } from '../core/flags.js';
import { shout } from './shouts.js';
import { userCard } from './users.js';

/**
 * GET users/{id}/shouts: without comments; of a private shout only those that the caller received or sent. Empty while one of the two
 * has blocked the other.
 */
export const readMemberShouts = defineCall({
  name: 'shouts.of_member',
  method: 'GET',
  path: '/users/{id}/shouts',
  summary: "A member's own shouts that the caller may read, newest first",
  input: {
    id,
    count: z.coerce.number().int().min(1).max(50).default(10),
    /** Only those in this group. */
    group: id.optional(),
    /** A shout's id: returns only older ones. SHOUT_NOT_FOUND makes the client reset its cursor and reload. */
    before: id.optional(),
  },
  reply: z.object({ user: userCard, shouts: z.array(shout), more: z.boolean() }),
  permission: 'shouts.read',
  errors: ['USER_NOT_FOUND', 'SHOUT_NOT_FOUND'],
});

/** GET shouts/{id}/likers: without members whom the caller may not see, and without a block between the two. */
export const readLikers = defineCall({
  name: 'shouts.likers',
  method: 'GET',
  path: '/shouts/{id}/likers',
  summary: 'The members who like a shout or comment, the first one first',
  input: {
    id,
    count: z.coerce.number().int().min(1).max(60).default(30),
    /** The `next` of the previous page, or a page number from 0. */
    page: z
      .string()
      .regex(/^(\d{1,6}|after-[\da-f]{24})$/)
      .default('0'),
  },
  reply: z.object({ users: z.array(userCard), likes_count: z.number().int(), next: z.string().nullable() }),
  permission: 'shouts.like',
  errors: ['SHOUT_NOT_FOUND'],
});

/** GET shouts/{id}/views: FORBIDDEN after the edit window for all but the author and workplace admins (A §4). */
export const readViews = defineCall({
  name: 'shouts.views',
  method: 'GET',
  path: '/shouts/{id}/views',
  summary: 'How many members saw a shout, and how often its links were followed',
  input: { id },
  reply: z.object({
    views: z.number().int(),
    links: z.array(z.object({ url: z.string(), click_count: z.number().int() })),
  }),
  permission: 'shouts.read',
  errors: ['SHOUT_NOT_FOUND', 'FORBIDDEN'],
});

/**
 * PUT views/shouts: the shouts that the caller has seen. Each counts once per member, the author's own never; a private shout only
 * between members who both have seen marks on. Unknown and unreadable ids are ignored.
 */
export const markViewed = defineCall({
  name: 'shouts.viewed',
  method: 'PUT',
  path: '/views/shouts',
  summary: 'Report shouts that came into view',
  input: { ids: z.array(id).min(1).max(50) },
  reply: done,
  permission: 'shouts.read',
});

/**
 * Why a member may not share shouts; undefined for those who may. `only_admins_can_share` leaves it to workplace admins, also beside
 * `disable_sharing`.
 */
export function sharingRefusal(flags: Flags, isAdmin: boolean): 'FORBIDDEN' | 'FEATURE_DISABLED' | undefined {
  if (flags.only_admins_can_share) return isAdmin ? undefined : 'FORBIDDEN';
  return flags.disable_sharing ? 'FEATURE_DISABLED' : undefined;
}

/** GET shouts/{id}/link: the address gives no access, it opens the shout for those who may read it. See {@link sharingRefusal}. */
export const shareShout = defineCall({
  name: 'shouts.link',
  method: 'GET',
  path: '/shouts/{id}/link',
  summary: 'The address of a shout for sharing',
  input: { id },
  reply: z.object({ url: z.string() }),
  permission: 'shouts.read',
  errors: ['SHOUT_NOT_FOUND', 'FORBIDDEN', 'FEATURE_DISABLED'],
});
