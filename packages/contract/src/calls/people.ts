import { z } from 'zod';
import { defineCall, id, instant } from '../core/call.js';
import { groupCard } from './groups.js';
import { userCard } from './users.js';

/** A member as shown in the directory: the card, and the fields that `people_tab.rows` may name. */
export const personRow = userCard.extend({
  description: z.string().optional(),
  job: z.string().optional(),
  tags: z.string().optional(),
  user_type: z.string().optional(),
});
export type PersonRow = z.output<typeof personRow>;

/** Buckets of the A-Z directory in order (A §2, People). */
export const abcBuckets = ['OTHERS', '0-9', ...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] as const;
export type AbcBucket = (typeof abcBuckets)[number];

/** Only members of a group (by id), and the page size. `page` is the `next` of the previous page, or a page number from 0. */
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
 * GET users/search: by prefixes of the words of user name, full name and company. Without a query, all members of the group;
 * without a group all members, where the caller may see the whole directory (else FEATURE_DISABLED).
 */
export const searchPeople = defineCall({
  name: 'people.search',
  method: 'GET',
  path: '/users/search',
  summary: 'Search members',
  input: {
    ...stepped,
    query: z.string().trim().max(140).default(''),
    /** User ids to leave out, separated by commas. */
    exclude_users: z.string().max(10_000).optional(),
    /** Id of a group whose members to leave out. */
    exclude_group: id.optional(),
  },
  reply: z.object({ results: z.array(personRow), total_users: z.number().int().min(0), next: z.string().nullable() }),
  permission: 'people.search',
  // FORBIDDEN: the group's members are hidden from the caller.
  errors: ['GROUP_NOT_FOUND', 'FORBIDDEN'],
});

/** A member's profile for this caller: fields that are private or hidden by the deployment are absent. */
export const profile = personRow.extend({
  url: z.string().optional(),
  /** Visible to its owner and admins, to others only if the profile field is `public`. */
  phone: z.string().optional(),
  /** Visible to its owner and workplace admins only. */
  email: z.string().optional(),
  /** Values of the deployment's further profile fields by name, where visible to the caller. */
  fields: z.record(z.string(), z.string()),
  admin: z.boolean(),
  workplace_admin: z.boolean(),
  /**
   * Groups that both belong to, where the caller may see the members; for oneself all own groups. Never the everybody group.
   */
  groups: z.array(groupCard),
  /** Whether the caller may send them direct messages; the client hides the button otherwise. */
  can_message: z.boolean(),
  /** Whether they have blocked the caller. */
  blocked_you: z.boolean(),
  created: instant,
  last_activity: instant.optional(),
});
export type Profile = z.output<typeof profile>;

/** GET usernames/{username}: for mentions, which name members. */
export const findMember = defineCall({
  name: 'people.named',
  method: 'GET',
  path: '/usernames/{username}',
  summary:
    'The id of the member with a user name; USER_NOT_FOUND also for a member whose profile the caller cannot see',
  input: { username: id },
  reply: z.object({ id }),
  permission: 'people.profile',
  errors: ['USER_NOT_FOUND'],
});

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
