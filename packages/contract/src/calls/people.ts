import { z } from 'zod';
import { defineCall, done, id, instant } from '../core/call.js';
import { groupCard } from './groups.js';
import { foundFields, userCard } from './users.js';

/** A member as shown in the directory: the card, and the fields that `people_tab.rows` may name. */
export const personRow = userCard.extend({
  description: z.string().optional(),
  job: z.string().optional(),
  tags: z.string().optional(),
  user_type: z.string().optional(),
});
export type PersonRow = z.output<typeof personRow>;

const latinLetters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const arabicLetters = [...'ابتثجحخدذرزسشصضطظعغفقكلمنهوي'];

/**
 * The buckets of the A-Z directory in the order of a language (A §2, People): its own letters come before A to Z, those of other
 * scripts are in OTHERS (ADR 0079).
 */
export const abcBucketsOf = (language: string): readonly string[] => [
  'OTHERS',
  '0-9',
  ...(language === 'ar' ? arabicLetters : []),
  ...latinLetters,
];
const abcBucket = z.enum(['OTHERS', '0-9', ...arabicLetters, ...latinLetters]);

/** Only members of a group (by id), and the page size. `page` is the `next` of the previous page, or a page number from 0. */
const stepped = {
  group: id.optional(),
  count: z.coerce.number().int().min(1).max(60).default(30),
  page: z.string().max(400).optional(),
};

/**
 * GET users/abc: the directory by bucket, sorted by the configured secondary sort, else the sort, else the user name, in the order of
 * the caller's language.
 */
export const readPeople = defineCall({
  name: 'people.list',
  method: 'GET',
  path: '/users/abc',
  summary: 'The members of this workplace from A to Z',
  input: {
    ...stepped,
    /** Starts at this bucket, else at the next one that has members, else with the last page. */
    letter: abcBucket.optional(),
    /** Starts at this member, if the caller sees them in the list. */
    member: id.optional(),
  },
  reply: z.object({
    users: z.array(personRow.extend({ bucket: abcBucket })),
    total_users: z.number().int().min(0),
    next: z.string().nullable(),
    /** The `page` before this one, in the list's order; null at the beginning. */
    previous: z.string().nullable(),
  }),
  permission: 'people.list',
  // FORBIDDEN: the group's members are hidden from the caller.
  errors: ['GROUP_NOT_FOUND', 'FORBIDDEN'],
});

/**
 * Buckets of the directory by distance, nearest first, with their limits in kilometres and in miles (A §2, People). The last one has
 * none: it is for members who are further away, and for those who share no position.
 */
export const distanceBuckets = {
  right_here: { km: 0.5, mi: 0.5 },
  short_walk: { km: 1.5, mi: 1.5 },
  nearby: { km: 10, mi: 10 },
  in_the_area: { km: 40, mi: 40 },
  far_far: undefined,
} as const;
export type DistanceBucket = keyof typeof distanceBuckets;
export const distanceBucketIds = Object.keys(distanceBuckets) as [DistanceBucket, ...DistanceBucket[]];

/** GET users/closest: the directory by distance from the caller's stored position, in each bucket the online members first. */
export const readClosest = defineCall({
  name: 'people.closest',
  method: 'GET',
  path: '/users/closest',
  summary: 'The members of this workplace by distance, as buckets',
  input: stepped,
  reply: z.object({
    /** Whether the caller shares a position; without one the list is empty. */
    located: z.boolean(),
    users: z.array(personRow.extend({ bucket: z.enum(distanceBucketIds) })),
    total_users: z.number().int().min(0),
    next: z.string().nullable(),
  }),
  permission: 'people.closest',
  // FORBIDDEN: the group's members are hidden from the caller. FEATURE_DISABLED: `people_tab.by_distance` is off.
  errors: ['GROUP_NOT_FOUND', 'FORBIDDEN'],
});

/** PUT users/geo. Only the cell of the position is stored, and no reply contains it. */
export const setPosition = defineCall({
  name: 'people.set_position',
  method: 'PUT',
  path: '/users/geo',
  summary: 'Share where the caller is, rounded to about 500 m, with the directory by distance',
  input: {
    /** [lon, lat] in degrees; not named `geo`, which every call may carry and none reads. */
    position: z.tuple([z.number().min(-180).max(180), z.number().min(-90).max(90)]),
  },
  reply: done,
  permission: 'people.closest',
});

export const forgetPosition = defineCall({
  name: 'people.forget_position',
  method: 'DELETE',
  path: '/users/geo',
  summary: "Delete the caller's position",
  input: {},
  reply: done,
  permission: 'people.forget_position',
});

/**
 * GET users/search: by prefixes of the words of user name, full name, company and tags, of private tags for admins only. Without a
 * query, all members of the group; without a group all members, where the caller may see the whole directory (else
 * FEATURE_DISABLED).
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
  reply: z.object({
    results: z.array(personRow.extend(foundFields)),
    total_users: z.number().int().min(0),
    next: z.string().nullable(),
  }),
  permission: 'people.search',
  // FORBIDDEN: the group's members are hidden from the caller.
  errors: ['GROUP_NOT_FOUND', 'FORBIDDEN'],
});

/** A member's profile for this caller: fields that are private or hidden by the deployment are absent. */
export const profile = personRow.extend({
  url: z.string().optional(),
  /** Signed address of the picture in the size of the profile. */
  picture: z.string().optional(),
  /** Phone and e-mail address: visible to their owner and admins, to others only if the profile field is `public`. */
  phone: z.string().optional(),
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
  /** Whether they have blocked the caller, and whether the caller has blocked them. */
  blocked_you: z.boolean(),
  blocked: z.boolean(),
  /** Kept out of the whole deployment; only super admins see such a member. */
  banned: z.boolean(),
  /** What the caller may do here; the client hides the rest. */
  can_edit: z.boolean(),
  can_block: z.boolean(),
  /**
   * Whether the caller may make them an admin of this workplace or, if they are one, take the role away. False for super admins, who
   * need no such role, and for members of other workplaces.
   */
  can_set_workplace_admin: z.boolean(),
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
