import { Injectable } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { GroupListRepository } from '../../community/conversations/group-list.repository.js';
import { type FormerMemberRow, FormerMemberRepository } from '../../community/memberships/former-member.repository.js';
import { conversationsById } from './shout-views.js';

/** Reads at most this many groups and this many direct chats, most recently active first. */
const maxGroups = 1000;
const maxDirectChats = 500;

/** Finds the conversations in which one member may read another's shouts. */
@Injectable()
export class SharedConversations {
  constructor(
    private readonly conversations: Conversations,
    private readonly heads: ConversationRepository,
    private readonly groups: GroupListRepository,
    private readonly former: FormerMemberRepository,
  ) {}

  /** The conversations in which the caller may read this member's shouts. */
  async of({ tenant, user, flags }: SignedInCaller, member: string): Promise<ConversationRow[]> {
    const own = member === user._id;
    const [former, rooms, groups, direct] = await Promise.all([
      this.former.ofUser(tenant, user._id),
      this.conversations.roomsOf(tenant, user._id).then((ids) => this.heads.byIds(tenant, ids)),
      // A workplace admin reads every group. Others see their own shouts in groups that they may still write to from outside.
      isWorkplaceAdmin(user, tenant.workplace)
        ? this.groups.groups(tenant, maxGroups)
        : own && !flags.users_can_only_shout_in_their_groups
          ? this.groups.visibleGroups(tenant, maxGroups)
          : [],
      this.heads.pageOfDirect(tenant, user._id, maxDirectChats),
    ]);
    const shared = direct.filter(({ participants }) => participants.includes(member));
    // Groups that do not let the member write from outside.
    const isClosed = ({ removed, read_only }: FormerMemberRow) => removed || (flags.per_user_read_only && read_only);
    const closed = isWorkplaceAdmin(user, tenant.workplace) ? [] : former.filter(isClosed).map(({ group }) => group);
    const isReadFromOutside = ({ joiners_read_only }: ConversationRow) =>
      flags.per_user_read_only && joiners_read_only && !isWorkplaceAdmin(user, tenant.workplace);
    const open = groups.filter((row) => !closed.includes(row._id) && !isReadFromOutside(row));
    return [...conversationsById(...open, ...rooms, ...shared).values()];
  }
}
