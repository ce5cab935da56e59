import { personSortFields } from '@paddock/contract/core/tab-flags';
import type { Preferences, QuietHours } from '@paddock/contract/calls/users';
import { communitySchema } from '../../infrastructure/mongo/row-schema.js';
import type { Row } from '../../infrastructure/mongo/row.js';
import { withClientId } from '../../infrastructure/idempotency/once.js';
import type { SortKeys } from './user-keys.js';

export interface AclEntry {
  title: 'workplace_admin';
  resources: string[];
}

/** A member of a community. `account` stores the password separately, so that no read of a user can leak it. */
export interface UserRow extends Row {
  username: string;
  /** Lower case: unique per community, orders lists. */
  username_key: string;
  fullname: string;
  /** Lower case, as entered. Several accounts may have entered it: only {@link held_email} decides whose it is. */
  email: string;
  /** The address once the account has verified it: unique per community. */
  held_email?: string;
  email_verified: boolean;
  /** Verified by a link that was opened while signed out: the account's creator may not be the reader of its mail. */
  verified_by_link?: boolean;
  /** The present address is not the first that the account verified. */
  later_email?: boolean;
  /** When a provider's account was linked by its address, or a reset removed all: the two conflict in this row. No call reads it. */
  links_changed?: Date;
  pending: boolean;
  /** An admin refused access. */
  denied?: boolean;
  /** Groups chosen at sign-up, joined once the member has access. */
  chosen_groups?: { workplace: string; ids: string[] };
  /** Approved, but banned since. */
  banned?: boolean;
  /** Id of the plan's item. */
  subscription?: string;
  /** Notification preferences; a missing one counts as true (A §3). */
  preferences?: Preferences;
  /** Nothing is pushed in these hours. */
  quiet_hours?: QuietHours;
  /** Version of the unsubscribe addresses, raised to revoke those in earlier mails; a missing one counts as 0. */
  mail_links?: number;
  /** Super admin. */
  admin: boolean;
  acl: AclEntry[];
  workplaces: string[];
  /** Values of the profile and the deployment's extra sign-up fields by name: company, user_type, phone … */
  fields: Record<string, string>;
  /** Terms of user name, full name and company, for search; those of the tags are marked. */
  name_terms: string[];
  sort_keys: SortKeys;
  /** Id of the picture's file. */
  profile_image?: string;
  language?: string;
  blocked_users: string[];
  last_activity?: Date;
  /** The H3 cell of the shared position and its parents, the smallest first (ADR 0078). No reply contains them. */
  cells?: string[];
  /** When the position was shared last; with {@link cells}. */
  located?: Date;
  created: Date;
  client_id: string;
}

export const userSchema = communitySchema<UserRow>({
  username: { type: String, required: true },
  username_key: { type: String, required: true },
  fullname: { type: String, required: true },
  email: { type: String, required: true },
  held_email: String,
  email_verified: Boolean,
  verified_by_link: Boolean,
  later_email: Boolean,
  links_changed: Date,
  pending: Boolean,
  denied: Boolean,
  chosen_groups: { type: Object },
  banned: Boolean,
  subscription: String,
  preferences: { type: Object },
  quiet_hours: { type: Object },
  mail_links: Number,
  admin: Boolean,
  acl: [{ _id: false, title: String, resources: [String] }],
  workplaces: [String],
  fields: { type: Object, default: {} },
  name_terms: [String],
  sort_keys: { type: Object, required: true },
  profile_image: String,
  language: String,
  blocked_users: [String],
  last_activity: Date,
  cells: { type: [String], default: undefined },
  located: Date,
  created: { type: Date, required: true },
  client_id: { type: String, required: true },
});
userSchema.index({ community: 1, username_key: 1 }, { unique: true });
userSchema.index(
  { community: 1, held_email: 1 },
  { unique: true, partialFilterExpression: { held_email: { $exists: true } } },
);
userSchema.index({ community: 1, email: 1, email_verified: 1 });
userSchema.index({ community: 1, email_verified: 1, _id: 1 }, { partialFilterExpression: { email_verified: false } });
userSchema.index({ community: 1, pending: 1, _id: 1 }, { partialFilterExpression: { pending: true } });
userSchema.index({ community: 1, banned: 1, _id: 1 }, { partialFilterExpression: { banned: true } });
userSchema.index({ community: 1, 'acl.resources': 1 });
userSchema.index({ community: 1, workplaces: 1, username_key: 1 });
// The members who block one.
userSchema.index({ community: 1, blocked_users: 1 });
userSchema.index({ community: 1, admin: 1 });
userSchema.index({ community: 1, subscription: 1 });
const isActive = { partialFilterExpression: { last_activity: { $exists: true } } };
userSchema.index({ community: 1, pending: 1, email_verified: 1, last_activity: 1 }, isActive);
userSchema.index({ community: 1, located: 1 }, { partialFilterExpression: { located: { $exists: true } } });
for (const field of personSortFields) {
  // Before the next ones: of two equally good indexes the planner of embedded-mongo takes the first.
  userSchema.index({ community: 1, name_terms: 1, [`sort_keys.${field}`]: 1, _id: 1 });
  userSchema.index({ community: 1, [`sort_keys.${field}`]: 1, _id: 1 });
  userSchema.index({ community: 1, workplaces: 1, [`sort_keys.${field}`]: 1, _id: 1 });
  // For a distance. With the equalities, planners prefer it to the order of the whole workplace.
  userSchema.index(
    { community: 1, pending: 1, email_verified: 1, cells: 1, [`sort_keys.${field}`]: 1, _id: 1 },
    { partialFilterExpression: { cells: { $exists: true } } },
  );
}
withClientId(userSchema);

/** Placeholder for a deleted member: an id in records shared with others, and nothing else. */
export function deletedUser(community: string, _id: string): UserRow {
  const keys = { username_key: '', name_terms: [], sort_keys: { username: '', fullname: '', company: '' } };
  const names = { username: '', fullname: '', email: '', fields: {}, client_id: '' };
  const rights = { email_verified: false, pending: false, admin: false, acl: [], workplaces: [], blocked_users: [] };
  return { _id, community, ...names, ...keys, ...rights, created: new Date(0) };
}

/** Whether a row is a {@link deletedUser}. */
export function isDeletedUser({ username }: Pick<UserRow, 'username'>): boolean {
  return username === '';
}

type Blocker = Pick<UserRow, '_id' | 'blocked_users'>;

/** Whether one of two members has blocked the other. */
export function isBlockBetween(a: Blocker, b: Blocker): boolean {
  return a.blocked_users.includes(b._id) || b.blocked_users.includes(a._id);
}

/** What a search adds to the card of a member. */
export function blockMark(caller: Blocker, found: Blocker): { blocked_you?: true } {
  return found.blocked_users.includes(caller._id) ? { blocked_you: true } : {};
}

/** Whether two members show each other what they have seen: both have seen marks on, without a block between them. */
export function showSeen(a: UserRow, b: UserRow): boolean {
  const isOn = ({ preferences }: UserRow) => preferences?.seen_marks !== false;
  return isOn(a) && isOn(b) && !isBlockBetween(a, b);
}
