import { z } from 'zod';
import { defineCall, done, id, instant, instantInput } from '../core/call.js';
import { secret } from '../core/secret.js';
import { groupCard } from './groups.js';

/**
 * A group's invitation link: one at a time, the same for all who may copy it, usable until it ends or expires. `url` is the full
 * address of `/main/group/{group}/join/{token}`, which the shell turns into its hash form.
 */
export const groupLink = z.object({
  url: z.string(),
  token: z.string(),
  created: instant,
  expires: instant.optional(),
});
export type GroupLink = z.output<typeof groupLink>;

/** FORBIDDEN: the caller is not in the group, or the group is invisible and the caller does not manage it. */
const errors = ['GROUP_NOT_FOUND', 'FORBIDDEN'] as const;

/**
 * Returns the live link, or makes one. With `expires` it sets the expiry of the live one, '' removes it: for owners and
 * workplace admins only.
 */
export const createGroupLink = defineCall({
  name: 'groups.create_link',
  method: 'POST',
  path: '/groups/{id}/deep_link',
  summary: "A group's invitation link: for its members if the group is visible, and for its owners",
  input: { id, expires: z.union([z.literal(''), instantInput]).optional() },
  reply: groupLink,
  permission: 'groups.link',
  // INVALID_END_DATE: the expiry is in the past.
  errors: [...errors, 'INVALID_END_DATE'],
});

export const readGroupLink = defineCall({
  name: 'groups.read_link',
  method: 'GET',
  path: '/groups/{id}/deep_link',
  summary: 'The live invitation link, if there is one',
  input: { id },
  reply: z.object({ link: groupLink.optional() }),
  permission: 'groups.link',
  errors,
});

/** The link stops working; a new one has another token. Ending none is no error. */
export const endGroupLink = defineCall({
  name: 'groups.end_link',
  method: 'DELETE',
  path: '/groups/{id}/deep_link',
  summary: 'End the invitation link: owners and workplace admins',
  input: { id },
  reply: done,
  permission: 'groups.link',
  errors,
});

const input = { id, link_token: secret(z.string().max(200)) };

/**
 * Changes nothing: what the page shows before the caller joins. `workplace` is the group's: a link to another workplace of the caller
 * is valid, and works once they have switched to it. To those who do not belong there it is LINK_INVALID.
 */
export const verifyGroupLink = defineCall({
  name: 'groups.verify_link',
  method: 'PUT',
  path: '/groups/{id}/verify_link',
  summary: 'The group that an invitation link invites to',
  input,
  reply: z.object({
    group: groupCard.extend({ description: z.string() }),
    member: z.boolean(),
    /** The group has removed the caller: the link does not let them in again. */
    removed: z.boolean(),
    workplace: z.string(),
  }),
  permission: 'groups.link',
  errors: ['LINK_INVALID', 'LINK_EXPIRED'],
});

/** Adds the caller, also to a group without autojoin. A member stays as is. FORBIDDEN for a member whom the group has removed. */
export const joinGroupByLink = defineCall({
  name: 'groups.join_by_link',
  method: 'PUT',
  path: '/groups/{id}/join_by_link',
  summary: 'Join a group by its invitation link',
  input,
  reply: z.object({ state: z.literal('added'), group: groupCard }),
  permission: 'groups.link',
  errors: ['LINK_INVALID', 'LINK_EXPIRED', 'FORBIDDEN'],
});
