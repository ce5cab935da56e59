import type { Flags } from '@paddock/contract/core/flags';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { FormerMemberRow } from '../memberships/former-member.repository.js';
import type { MembershipRow } from '../memberships/membership.schema.js';
import { isDeletedUser, type UserRow } from '../users/user.schema.js';
import type { ConversationRow } from './conversation.schema.js';

/** What a member may do in a conversation. A member without any access gets an error instead. */
export interface ConversationAccess {
  conversation: ConversationRow;
  /** The id under which this member knows it. */
  entry_id: string;
  /** The other members of a direct chat; empty otherwise. */
  others: UserRow[];
  member: boolean;
  /**
   * False for a visible group that the member sees from outside: they may only read there what hangs on a shout of their own
   * ({@link Conversations.findVisible}).
   */
  reads: boolean;
  /** Owner of the group, or workplace admin. */
  manages: boolean;
  can_post: boolean;
  can_comment: boolean;
  /** Of the comments on another service's record: their page, below the hash. */
  comments_address?: string;
  /** The group has removed the member: only an owner lets them in again. */
  removed?: true;
  /** Ids of the others whom this member has blocked, if the reason is 'blocked' and none of the others blocks them. */
  blocked?: string[];
  /** Why `can_post` is false. */
  reason?: 'read_only' | 'not_a_member' | 'blocked' | 'direct_messages_off' | 'gone' | 'kept_out';
}

/** What a group remembers of a former member. */
type Former = Pick<FormerMemberRow, 'read_only' | 'removed'>;
type Rights = Pick<
  ConversationAccess,
  'member' | 'reads' | 'manages' | 'can_post' | 'can_comment' | 'removed' | 'reason' | 'blocked'
>;

/** All members of the workplace belong to the everybody group, also under users_can_only_shout_in_their_groups. */
export function everybodyRights(flags: Flags, user: UserRow, workplace: string): Rights {
  const manages = isWorkplaceAdmin(user, workplace);
  return { member: true, reads: true, manages, can_post: true, can_comment: !flags.disable_comments };
}

/**
 * The rules of a group (A §6). Members and workplace admins read; others only see a visible group's head, and may write there
 * where the flags allow it, and where the group has not removed them. 'hidden': the group's existence is secret.
 */
export function groupRights(
  flags: Flags,
  group: ConversationRow,
  user: UserRow,
  membership: MembershipRow | null,
  former: Former | null,
): Rights | 'hidden' {
  const admin = isWorkplaceAdmin(user, group.workplace);
  const member = membership !== null;
  const inside = member || admin;
  if (!inside && group.invisible) return 'hidden';
  const isOut = !inside && former?.removed === true;
  const shouts = inside || (!isOut && !flags.users_can_only_shout_in_their_groups);
  const comments = inside || (!isOut && !flags.users_can_only_comment_in_their_groups);
  const outside = { read_only: former?.read_only === true || group.joiners_read_only === true };
  const readOnly = isReadOnly(flags, group.workplace, user, membership ?? outside);
  const reason = readOnly ? 'read_only' : shouts ? undefined : 'not_a_member';
  return {
    member,
    reads: inside,
    manages: admin || membership?.role === 'owner',
    can_post: shouts && !readOnly,
    can_comment: comments && !readOnly && !flags.disable_comments,
    ...(isOut && { removed: true }),
    ...(reason && { reason }),
  };
}

/**
 * Whether a member or former member is muted in a group. Admins never are; without `per_user_read_only` stored marks have no
 * effect.
 */
export function isReadOnly(
  flags: Flags,
  workplace: string,
  user: Pick<UserRow, 'admin' | 'acl'>,
  mark: Pick<MembershipRow, 'read_only'> | null,
): boolean {
  return flags.per_user_read_only && mark?.read_only === true && !isWorkplaceAdmin(user, workplace);
}

/**
 * The rules of a direct chat. Existing chats stay readable under any flags; writing requires direct messages, no block
 * between any two, no banned member, and the restrictions, which admins bypass. Each restriction is symmetric, so that every
 * recipient can reply; a member may also answer an admin who has begun the chat or wrote in it last.
 */
export function directRights(
  flags: Flags,
  user: UserRow,
  others: readonly UserRow[],
  { workplace, created_by, last_shout }: Pick<ConversationRow, 'workplace' | 'created_by' | 'last_shout'>,
  shared: (other: UserRow) => readonly { a: MembershipRow; b: MembershipRow }[],
): Rights {
  const blocksCaller = others.some((other) => other.blocked_users.includes(user._id));
  const blocked = others.map(({ _id }) => _id).filter((id) => user.blocked_users.includes(id));
  const refusal = (): ConversationAccess['reason'] => {
    if (others.some(isDeletedUser)) return 'gone';
    if (others.some((other) => other.banned)) return 'kept_out';
    const { direct_messages_enabled: rule } = flags;
    if (rule === false) return 'direct_messages_off';
    if (blocksCaller || blocked.length > 0) return 'blocked';
    if (rule === true || isWorkplaceAdmin(user, workplace)) return undefined;
    const isAnswer = others.some(
      (other) => isWorkplaceAdmin(other, workplace) && [created_by, last_shout?.user].includes(other._id),
    );
    if (isAnswer) return undefined;
    const isAllowed = (other: UserRow) =>
      (!rule.only_for_admins || isWorkplaceAdmin(other, workplace)) &&
      (!rule.only_for_my_groups || shared(other).length > 0) &&
      (!rule.only_for_my_group_owners || shared(other).some(({ a, b }) => a.role === 'owner' || b.role === 'owner'));
    return others.every(isAllowed) ? undefined : 'direct_messages_off';
  };
  const reason = refusal();
  const can_post = reason === undefined;
  return {
    member: true,
    reads: true,
    manages: false,
    can_post,
    can_comment: can_post && !flags.disable_comments,
    ...(reason && { reason }),
    ...(reason === 'blocked' && !blocksCaller && { blocked }),
  };
}
