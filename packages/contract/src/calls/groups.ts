import { z } from 'zod';
import { clientId, defineCall, done, flag, id, instant } from '../core/call.js';
import { requiredLine, spokenText } from '../core/speakable.js';
import { userCard } from './users.js';

/** Id of each workplace's everybody group. */
export const everybodyGroupId = '0';

/** Limits of a group's texts (A §9). */
export const maxGroupTitle = 140;
export const maxGroupDescription = 250;

/** Members that one call can add. */
export const maxAddedMembers = 200;

/** The colours that a group can have, in the order of `--group-1` to `--group-15` (A §2, Group screens). */
export const groupColors = [
  '#d92d3a',
  '#e8622a',
  '#e0a100',
  '#8a9a1f',
  '#2f9e4f',
  '#0f9488',
  '#1592b8',
  '#2a6fdb',
  '#4450c4',
  '#7a45c9',
  '#b03fb0',
  '#d43f7d',
  '#96603a',
  '#64748b',
  '#30343c',
] as const;

/** Names of the preset icons of groups. */
export const groupIcons = [
  'bird',
  'briefcase',
  'building-2',
  'calendar-days',
  'camera',
  'circle-gauge',
  'clipboard-list',
  'coffee',
  'disc-3',
  'factory',
  'flag',
  'footprints',
  'gavel',
  'heart-pulse',
  'life-buoy',
  'megaphone',
  'monitor-cog',
  'radio',
  'rocket',
  'scale',
  'search',
  'settings-2',
  'shield-check',
  'shopping-basket',
  'soup',
  'sprout',
  'star',
  'truck',
  'users',
  'utensils',
  'waves',
  'wrench',
] as const;

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

/** The members and groups that a reply's records name. */
export const relatedCards = { users: z.array(userCard), groups: z.array(groupCard) };

export const group = groupCard.extend({
  /** The whole picture; `image_url` is its thumbnail. */
  picture_url: z.string().optional(),
  description: z.string(),
  /** User ids; absent where the members are hidden from the caller. */
  owners: z.array(id).optional(),
  total_users: z.number().int().optional(),
  created: instant,
  last_updated: instant,
  hidden: z.boolean(),
  autojoin: z.boolean(),
  /** Only with `per_user_read_only`: members who join are read-only until an owner lets them write, and outsiders cannot write. */
  joiners_read_only: z.boolean().optional(),
  workplace: z.string(),
});
export type Group = z.output<typeof group>;

/** A member in a group's list. */
export const groupMember = userCard.extend({
  owner: z.boolean(),
  /** Only for callers who manage the group, and only with `per_user_read_only`; absent for those who are never read-only. */
  read_only: z.boolean().optional(),
  /** Only for callers who manage the group: the only owner, who can neither be removed nor lose the role. */
  only_owner: z.boolean().optional(),
});
export type GroupMember = z.output<typeof groupMember>;

/** What the caller is and may do in a group. */
export const groupStanding = z.object({
  member: z.boolean(),
  owner: z.boolean(),
  /** Owner or workplace admin: may edit, add, remove, decide on requests and delete. Always false for the everybody group. */
  manages: z.boolean(),
  /** False for the only owner of a group with other members, who stays until there is another owner, and in the everybody group. */
  can_leave: z.boolean(),
  /** Muted in this group, also from outside. */
  read_only: z.boolean(),
  /** The group has removed the caller, who must ask to join also if `group.autojoin` is true. */
  removed: z.boolean().optional(),
  /** The caller's request to join waits for an owner: 'Group pending'. */
  pending: z.boolean(),
  /** Whether the caller reads the conversation; false shows 'Not authorized' with Join (`group.autojoin`) or Ask to join. */
  can_read: z.boolean(),
  /** Whether the caller may write to the conversation: also from outside, without `users_can_only_shout_in_their_groups`. */
  can_post: z.boolean(),
  /** Whether the caller may copy an invitation link ({@link groupLink}). */
  can_link: z.boolean(),
  /**
   * Requests that wait for a decision; 0 for callers who do not manage the group. Of the oldest 100 only those of members with access
   * count, like in the `total` of `groups.requests`.
   */
  requests: z.number().int(),
});
export type GroupStanding = z.output<typeof groupStanding>;

const groupReply = groupStanding.extend({ group });

const title = requiredLine(maxGroupTitle);
const look = {
  color: z.enum(groupColors),
  description: spokenText(maxGroupDescription).trim(),
  /** A preset's name, or '' for none. A new icon replaces the picture. */
  icon: z.enum(['', ...groupIcons]),
  /** Address of a picture that the caller has uploaded (`POST /files`), or '' to remove it. */
  image_url: z.string().max(500),
  /** Only members and workplace admins find the group. Fixed by `group_visibility_fixed`. */
  invisible: flag,
  /** Anyone joins without a request. False for an invisible group. Fixed by `group_autojoin_fixed`. */
  autojoin: flag,
  /** Members who join only read, until an owner lets them write. Needs `per_user_read_only`. */
  joiners_read_only: flag,
};

/** Ids as an array or, as the specification sends them, one text with commas. */
export const idList = (max: number) =>
  z
    .union([z.array(id), z.string().max(max * 81 + 1000)])
    .transform((given) => [
      ...new Set(typeof given === 'string' ? given.split(',').flatMap((one) => one.trim() || []) : given),
    ])
    .pipe(z.array(id).max(max, 'LENGTH_PATTERN'));

/** The fields of the creation flow, as forms check them too. */
export const groupForm = z
  .object({ title, ...look })
  .partial()
  .required({ title: true });

/** The reply is the same as that of {@link readGroup}, without the members. */
export const createGroup = defineCall({
  name: 'groups.create',
  method: 'POST',
  path: '/groups',
  summary: 'Create a group with the caller as its owner, and add members',
  input: {
    client_id: clientId,
    title,
    color: look.color.optional(),
    description: look.description.default(''),
    icon: look.icon.optional(),
    image_url: look.image_url.optional(),
    invisible: look.invisible.optional(),
    /** By default `users_can_join_groups_automatically`. */
    autojoin: look.autojoin.optional(),
    joiners_read_only: look.joiners_read_only.optional(),
    /** Members to add beside the caller. */
    users: idList(maxAddedMembers).optional(),
  },
  reply: groupReply,
  permission: 'groups.write',
  // FORBIDDEN: members may not create groups here. FEATURE_DISABLED: the deployment fixes visibility or autojoin, or has no
  // read-only members.
  errors: [
    'GROUP_NAME_NOT_AVAILABLE',
    'USER_NOT_FOUND',
    'FILE_NOT_FOUND',
    'INVALID_FILE',
    'FORBIDDEN',
    'FEATURE_DISABLED',
  ],
  idempotent: true,
  aliases: { imageUrl: 'image_url' },
});

export const readGroup = defineCall({
  name: 'groups.read',
  method: 'GET',
  path: '/groups/{id}',
  summary: 'A group with its members, as far as the caller may see them',
  input: {
    id,
    page: z.coerce.number().int().min(0).max(10_000).default(0),
    count: z.coerce.number().int().min(1).max(200).default(60),
    /** Lists and counts (`totalUsers`) the members who may only read, or the removed ones; for those who manage the group. */
    only: z.enum(['read_only', 'removed']).optional(),
    /** Lists up to `count` members with these words in their names, without pages. Managers also search hidden lists. */
    query: z.string().trim().max(140).optional(),
  },
  reply: groupReply.extend({ users: z.array(groupMember), owners: z.array(id), totalUsers: z.number().int() }),
  permission: 'groups.read',
  errors: ['GROUP_NOT_FOUND', 'FORBIDDEN'],
});

/** NOT_FOUND: the title is free. The reply shows that it is taken, never by which group; `id` is a group that may keep its own title. */
export const readGroupTitle = defineCall({
  name: 'groups.read_title',
  method: 'GET',
  path: '/groups/title',
  summary: 'Whether a title is taken in the workplace, ignoring case',
  input: { title, id: id.optional() },
  reply: z.object({ taken: z.literal(true) }),
  permission: 'groups.write',
  errors: ['NOT_FOUND', 'GROUP_NOT_FOUND', 'FORBIDDEN'],
});

/** In the order of `ids`; groups that the caller cannot see are left out. */
export const readGroups = defineCall({
  name: 'groups.read_selected',
  method: 'GET',
  path: '/groups',
  summary: 'Some groups by id',
  input: { ids: idList(200) },
  reply: z.object({ groups: z.array(groupCard) }),
  permission: 'groups.read',
});

export const updateGroup = defineCall({
  name: 'groups.update',
  method: 'PUT',
  path: '/groups/{id}',
  summary: "Change a group's title, look, visibility or autojoin: its owners and workplace admins",
  input: {
    id,
    title: title.optional(),
    color: look.color.optional(),
    description: look.description.optional(),
    icon: look.icon.optional(),
    image_url: look.image_url.optional(),
    invisible: look.invisible.optional(),
    autojoin: look.autojoin.optional(),
    joiners_read_only: look.joiners_read_only.optional(),
  },
  reply: groupReply,
  permission: 'groups.write',
  errors: [
    'GROUP_NOT_FOUND',
    'GROUP_NAME_NOT_AVAILABLE',
    'FILE_NOT_FOUND',
    'INVALID_FILE',
    'FORBIDDEN',
    'FEATURE_DISABLED',
  ],
  aliases: { imageUrl: 'image_url' },
});

/** Deletes a group with its shouts and files, for all members at once. */
export const deleteGroup = defineCall({
  name: 'groups.delete',
  method: 'DELETE',
  path: '/groups/{id}',
  summary: 'Delete a group: its owners and workplace admins',
  input: { id },
  reply: done,
  permission: 'groups.write',
  errors: ['GROUP_NOT_FOUND', 'FORBIDDEN'],
});
