import { z } from 'zod';
import { defineCall, id } from '../core/call.js';
import { groupCard } from './groups.js';

/** A group of the workplace as those who look for one see it. */
export const browsedGroup = groupCard.extend({
  description: z.string(),
  autojoin: z.boolean(),
  member: z.boolean(),
  /** The caller's request to join waits for an owner. */
  pending: z.boolean(),
  /** The group has removed the caller, who must ask to join also if `autojoin` is true. */
  removed: z.boolean().optional(),
  /** Absent where the deployment hides members from the caller. */
  total_users: z.number().int().optional(),
});
export type BrowsedGroup = z.output<typeof browsedGroup>;

/** By title. Admins see the invisible groups too, other members only those that they are in. */
export const browseGroups = defineCall({
  name: 'groups.browse',
  method: 'GET',
  path: '/groups/browse',
  summary: 'The groups of the workplace that the caller sees',
  input: {
    /** Only groups whose titles have words of these beginnings. */
    query: z.string().trim().max(140).optional(),
    /** `next` of the page before. */
    after: id.optional(),
    count: z.coerce.number().int().min(1).max(60).default(20),
  },
  reply: z.object({ groups: z.array(browsedGroup), next: id.nullable() }),
  permission: 'groups.read',
});
