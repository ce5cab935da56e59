import { z } from 'zod';
import { defineCall, id, instant } from '../core/call.js';
import { secret } from '../core/secret.js';
import { groupCard } from './groups.js';
import { userCard } from './users.js';

/**
 * `added`: "Congratulations, you've been successfully added to the group!"; `pending`: 'Ask to join sent'. Asking again changes
 * nothing and gets the same reply; a member gets `added`.
 */
export const askToJoinGroup = defineCall({
  name: 'groups.ask_to_join',
  method: 'PUT',
  path: '/groups/{id}/ask_to_join',
  summary: 'Join a visible group, at once with autojoin, else by a request to its owners',
  input: { id },
  reply: z.object({ state: z.enum(['added', 'pending']) }),
  permission: 'groups.write',
  errors: ['GROUP_NOT_FOUND'],
});

/** A request to join, as owners see it. */
export const groupRequest = z.object({ user: userCard, created: instant });
export type GroupRequest = z.output<typeof groupRequest>;

/** Oldest first. */
export const readGroupRequests = defineCall({
  name: 'groups.requests',
  method: 'GET',
  path: '/groups/{id}/requests',
  summary: 'Members who ask to join a group: for its owners and workplace admins',
  input: {
    id,
    count: z.coerce.number().int().min(1).max(100).default(30),
    /** The `next` of the previous page. */
    after: z.string().max(80).optional(),
  },
  reply: z.object({ requests: z.array(groupRequest), total: z.number().int(), next: z.string().optional() }),
  permission: 'groups.read',
  errors: ['GROUP_NOT_FOUND', 'FORBIDDEN'],
});

/**
 * By a mailed link (`group_owner_token`), also signed out, or without one by a signed-in owner or workplace admin. The token
 * carries the owner's right of this moment: a demoted or removed owner's is LINK_INVALID, as is one of a deleted group.
 */
const input = { id, user: id, group_owner_token: secret(z.string().max(200)).optional() };
const errors = [
  'LINK_INVALID',
  'LINK_EXPIRED',
  'GROUP_NOT_FOUND',
  'USER_NOT_FOUND',
  'INVALID_TOKEN',
  'FORBIDDEN',
] as const;

/**
 * `waiting`: not decided yet. `granted` and `denied`: this call decided. `already_granted` and `already_denied`: an earlier call
 * decided, and nothing changed.
 */
const decision = z.object({
  state: z.enum(['waiting', 'granted', 'denied', 'already_granted', 'already_denied']),
  group: groupCard,
  user: userCard,
});
export type GroupRequestDecision = z.output<typeof decision>;

/** Changes nothing: the page of a mailed link calls it first and asks for a confirmation with `two_step_grant`. */
export const verifyGroupRequest = defineCall({
  name: 'groups.verify_request',
  method: 'PUT',
  path: '/groups/{id}/verify_request',
  summary: 'The group, the member and the state of a request to join',
  input,
  reply: decision,
  permission: 'groups.by_link',
  errors,
});

export const acceptGroupRequest = defineCall({
  name: 'groups.accept_request',
  method: 'PUT',
  path: '/groups/{id}/accept_request',
  summary: 'Add a member who asked to join a group',
  input,
  reply: decision,
  permission: 'groups.by_link',
  errors,
});

export const ignoreGroupRequest = defineCall({
  name: 'groups.ignore_request',
  method: 'PUT',
  path: '/groups/{id}/ignore_request',
  summary: 'Refuse a request to join a group',
  input,
  reply: decision,
  permission: 'groups.by_link',
  errors,
});
