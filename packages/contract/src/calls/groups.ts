import { z } from 'zod';
import { defineCall, id, instant } from '../core/call.js';
import { userCard } from './users.js';

/** Id of each workplace's everybody group. */
export const EVERYBODY = '0';

/** A group as shown in heads, chips and rows. */
export const groupCard = z.object({
  id,
  title: z.string(),
  color: z.string(),
  icon: z.string().optional(),
  image_url: z.string().optional(),
  invisible: z.boolean(),
});
export type GroupCard = z.output<typeof groupCard>;

export const group = groupCard.extend({
  description: z.string(),
  /** User ids; absent where the deployment hides members. */
  owners: z.array(id).optional(),
  total_users: z.number().int().optional(),
  created: instant,
  last_updated: instant,
  hidden: z.boolean(),
  autojoin: z.boolean(),
  workplace: z.string(),
});

export const readGroup = defineCall({
  name: 'groups.read',
  method: 'GET',
  path: '/groups/{id}',
  summary: 'A group with its members, as far as the deployment shows them',
  input: {
    id,
    page: z.coerce.number().int().min(0).max(10_000).default(0),
    count: z.coerce.number().int().min(1).max(200).default(60),
  },
  reply: z.object({ group, users: z.array(userCard), owners: z.array(id), totalUsers: z.number().int() }),
  permission: 'groups.read',
  errors: ['GROUP_NOT_FOUND'],
});
