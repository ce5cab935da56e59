import { z } from 'zod';
import { defineCall, done, flag, id } from '../core/call.js';
import { maxAddedMembers, idList } from './groups.js';

/** FORBIDDEN: the caller does not manage the group, or the change would leave it without an owner. */
const errors = ['GROUP_NOT_FOUND', 'USER_NOT_FOUND', 'FORBIDDEN'] as const;

/** Adds all or, when one of them is unknown, none. Members already in the group stay as they are. */
export const addGroupMembers = defineCall({
  name: 'groups.add_members',
  method: 'POST',
  path: '/groups/{id}/users',
  summary: 'Add members to a group: its owners and workplace admins',
  input: { id, uid: idList(maxAddedMembers).refine((ids) => ids.length > 0, 'REQUIRED') },
  /** `total_users` is absent where the members are hidden from the caller. */
  reply: z.object({ added: z.number().int(), total_users: z.number().int().optional() }),
  permission: 'groups.write',
  errors,
});

/**
 * FORBIDDEN 'Cannot remove last group admin' for the only owner. USER_NOT_FOUND for a user who is not a member. The removed member
 * comes back only by an owner's adding or acceptance, or once the removal is lifted.
 */
export const removeGroupMember = defineCall({
  name: 'groups.remove_member',
  method: 'DELETE',
  path: '/groups/{id}/users/{uid}',
  summary: 'Remove a member from a group: its owners and workplace admins',
  input: { id, uid: id },
  reply: done,
  permission: 'groups.write',
  errors,
});

/** Those whom `readGroup` lists with `only: 'removed'`. USER_NOT_FOUND for a user whom the group has not removed. */
export const liftGroupRemoval = defineCall({
  name: 'groups.lift_removal',
  method: 'DELETE',
  path: '/groups/{id}/removed/{uid}',
  summary: 'Let a removed member join again: owners and workplace admins',
  input: { id, uid: id },
  reply: done,
  permission: 'groups.write',
  errors,
});

/** FORBIDDEN 'Cannot remove last group admin' when the only owner would lose the role. */
export const setGroupOwner = defineCall({
  name: 'groups.set_owner',
  method: 'PUT',
  path: '/groups/{id}/owner',
  summary: 'Make a member owner of a group, or an owner an ordinary member',
  input: { id, uid: id, owner: flag },
  reply: done,
  permission: 'groups.write',
  errors,
});

/** FORBIDDEN 'Cannot mute group admin' for an owner and for a workplace admin. */
export const setGroupReadOnly = defineCall({
  name: 'groups.set_read_only',
  method: 'PUT',
  path: '/groups/{id}/read_only',
  summary: 'Let a member only read in a group, or write again',
  input: { id, uid: id, read_only: flag },
  reply: done,
  permission: 'groups.set_read_only',
  errors,
});

/** FORBIDDEN 'Cannot remove last group admin' while other members remain; the last member's leave deletes the group. */
export const leaveGroup = defineCall({
  name: 'groups.leave',
  method: 'PUT',
  path: '/groups/{id}/leave',
  summary: 'Leave a group',
  input: { id },
  reply: done,
  permission: 'groups.write',
  errors: ['GROUP_NOT_FOUND', 'FORBIDDEN'],
});
