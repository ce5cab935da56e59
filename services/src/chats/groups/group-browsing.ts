import { Injectable } from '@nestjs/common';
import type { browseGroups, BrowsedGroup } from '@paddock/contract/calls/group-browsing';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { GroupListRepository } from '../../community/conversations/group-list.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { FormerMemberRepository } from '../../community/memberships/former-member.repository.js';
import { seesMembers } from '../../community/memberships/member-list.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import type { MembershipRow } from '../../community/memberships/membership.schema.js';
import { queryWords } from '../../community/search/words.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { GroupRequestRepository } from './group-request.repository.js';

/** Lists the groups of a workplace for members who look for one to join. */
@Injectable()
export class GroupBrowsing {
  constructor(
    private readonly conversations: Conversations,
    private readonly groups: GroupListRepository,
    private readonly memberships: MembershipRepository,
    private readonly former: FormerMemberRepository,
    private readonly requests: GroupRequestRepository,
    private readonly users: UserRepository,
  ) {}

  async browse(
    caller: SignedInCaller,
    { query, after, count }: CallArguments<typeof browseGroups>,
  ): Promise<CallReply<typeof browseGroups>> {
    const { tenant, user } = caller;
    const words = queryWords(query ?? '');
    // Signs alone are in no title.
    if (query && words.length === 0) return { groups: [], next: null };
    const own = new Map((await this.memberships.ofUser(tenant, user._id)).map((row) => [row.group, row]));
    const known = isWorkplaceAdmin(user, tenant.workplace) ? 'all' : [...own.keys()];
    const [rows, without] = await Promise.all([
      this.groups.browseGroups(tenant, known, count + 1, { after, words }),
      user.admin ? [] : this.users.banned(tenant),
    ]);
    const page = rows.slice(0, count);
    const groups = await Promise.all(page.map((row) => this.view(caller, row, own.get(row._id) ?? null, without)));
    return { groups, next: rows.length > count ? page.at(-1)!._id : null };
  }

  private async view(
    { tenant, user, flags }: SignedInCaller,
    row: ConversationRow,
    membership: MembershipRow | null,
    without: string[],
  ): Promise<BrowsedGroup> {
    // Members are secret here; their number is so only where the deployment hides it.
    const isCounted = !flags.hide_members || seesMembers(flags, user, tenant.workplace, membership, false);
    const [total_users, pending, former] = await Promise.all([
      isCounted ? this.memberships.size(tenant, row._id, { without }) : undefined,
      membership === null && this.requests.isWaiting(tenant, row._id, user._id),
      membership === null ? this.former.of(tenant, row._id, user._id) : null,
    ]);
    const isRemoved = former?.removed === true && !isWorkplaceAdmin(user, tenant.workplace);
    return {
      ...this.conversations.groupCard(tenant, user._id, row),
      description: row.description,
      autojoin: row.autojoin,
      member: membership !== null,
      pending,
      ...(isRemoved && { removed: true }),
      ...(total_users !== undefined && { total_users }),
    };
  }
}
