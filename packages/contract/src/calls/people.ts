import { z } from 'zod';
import { defineCall, id, instant } from '../core/call.js';
import { groupCard } from './groups.js';
import { userCard } from './users.js';

/** A member as the directory shows them: the card, and the fields that `people_tab.rows` may name. */
export const personRow = userCard.extend({
  description: z.string().optional(),
  job: z.string().optional(),
  tags: z.string().optional(),
  user_type: z.string().optional(),
});
export type PersonRow = z.output<typeof personRow>;

/** Buckets of the A-Z directory in their order (A §2, People). */
export const abcBuckets = ['OTHERS', '0-9', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] as const;
export type AbcBucket = (typeof abcBuckets)[number];

/**
 * Which members: those of a group (by id) only, and how many a step. `page` is the `next` of the step before, or the number of
 * the page from 0.
 */
const stepped = {
  group: id.optional(),
  count: z.coerce.number().int().min(1).max(60).default(30),
  page: z.string().max(400).optional(),
};

/** GET users/abc: the directory by bucket, sorted by the configured secondary sort, else the sort, else the user name. */
export const readPeople = defineCall({
  name: 'people.list',
  method: 'GET',
  path: '/users/abc',
  summary: 'The members of this workplace from A to Z',
  input: stepped,
  reply: z.object({
    users: z.array(personRow.extend({ bucket: z.enum(abcBuckets) })),
    total_users: z.number().int().min(0),
    next: z.string().nullable(),
  }),
  permission: 'people.list',
  // FORBIDDEN: the group's members are hidden from the caller.
  errors: ['GROUP_NOT_FOUND', 'FORBIDDEN'],
});

/**
 * GET users/search: by the beginnings of words of user name, full name and company. Without a query, all members of the group;
 * without a group everybody, where the directory itself stands open to the caller (else FEATURE_DISABLED).
 */
export const searchPeople = defineCall({
  name: 'people.search',
  method: 'GET',
  path: '/users/search',
  summary: 'Search members',
  input: {
    ...stepped,
    query: z.string().trim().max(140).default(''),
    /** User ids that are not to be found, separated by commas. */
    exclude_users: z.string().max(10_000).optional(),
    /** Id of a group whose members are not to be found. */
    exclude_group: id.optional(),
  },
  reply: z.object({ results: z.array(personRow), total_users: z.number().int().min(0), next: z.string().nullable() }),
  permission: 'people.search',
  // FORBIDDEN: the group's members are hidden from the caller.
  errors: ['GROUP_NOT_FOUND', 'FORBIDDEN'],
});

/** A member's profile as this caller may see it: what is private or hidden by the deployment is absent. */
export const profile = personRow.extend({
  url: z.string().optional(),
  /** Its owner and admins see it, others only where the profile field is `public`. */
  phone: z.string().optional(),
  /** Its owner and workplace admins only. */
  email: z.string().optional(),
  /** Values of the deployment's further profile fields by name, as far as the caller may see them. */
  fields: z.record(z.string(), z.string()),
  admin: z.boolean(),
  workplace_admin: z.boolean(),
  /** Groups that both are in, where the caller may see who is in them; of oneself all of one's own. Never the everybody group. */
  groups: z.array(groupCard),
  /** Whether the caller may write to them directly; the button is hidden where not. */
  can_message: z.boolean(),
  /** They blocked the caller. */
  blocked_you: z.boolean(),
  created: instant,
  last_activity: instant.optional(),
});
export type Profile = z.output<typeof profile>;

export const readProfile = defineCall({
  name: 'people.profile',
  method: 'GET',
  path: '/users/{id}',
  summary: 'The profile of a member',
  input: { id },
  reply: profile,
  permission: 'people.profile',
  errors: ['USER_NOT_FOUND'],
});
