import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { readGroup } from '@paddock/contract/calls/groups';
import type { SignedInCaller } from '../community/calls/caller.js';
import { ConversationRepository } from '../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../community/conversations/conversation.schema.js';
import { Conversations } from '../community/conversations/conversations.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import { seesMembers } from '../community/memberships/member-list.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import { UserCards } from '../community/users/user-cards.js';
import { UserRepository } from '../community/users/user.repository.js';

/** Groups and their members. */
@Injectable()
export class GroupsService {
  constructor(
    private readonly conversations: Conversations,
    private readonly heads: ConversationRepository,
    private readonly memberships: MembershipRepository,
    private readonly cards: UserCards,
    private readonly users: UserRepository,
  ) {}

  /** Returns the head to everyone who may see the group, and its members where the deployment shows them. */
  async read(
    caller: SignedInCaller,
    { id, page, count }: CallArguments<typeof readGroup>,
  ): Promise<CallReply<typeof readGroup>> {
    const { tenant, user, flags } = caller;
    const { row, isReadable } = await this.find(caller, id);
    const membership = await this.memberships.of(tenant, row._id, user._id);
    // The people directory lists the members of the everybody group.
    const showsMembers = row.kind === 'group' && seesMembers(flags, user, tenant.workplace, membership, isReadable);
    const members = showsMembers ? await this.members(caller, row._id, page, count) : undefined;
    return {
      group: {
        ...this.conversations.groupCard(tenant, user._id, row),
        description: row.description,
        ...(members && { owners: members.owners, total_users: members.totalUsers }),
        created: row.created.toISOString(),
        last_updated: row.last_updated.toISOString(),
        hidden: row.hidden,
        autojoin: row.autojoin,
        workplace: row.workplace,
      },
      ...(members ?? { users: [], owners: [], totalUsers: 0 }),
    };
  }

  private async members({ tenant, user }: SignedInCaller, group: string, page: number, count: number) {
    const from = page * count;
    // Only super admins, who can unban members, see banned ones.
    const without = user.admin ? [] : await this.users.banned(tenant);
    const [rows, owners, totalUsers] = await Promise.all([
      this.memberships.ofGroup(tenant, group, { without, limit: from + count }),
      this.memberships.owners(tenant, group),
      this.memberships.size(tenant, group, without),
    ]);
    const ids = rows.slice(from).map((row) => row.user);
    const cards = await this.cards.cards(tenant, user._id, ids);
    return {
      users: ids.flatMap((id) => cards.get(id) ?? []),
      owners: owners.flatMap((row) => (without.includes(row.user) ? [] : row.user)),
      totalUsers,
    };
  }

  /** @throws GROUP_NOT_FOUND for an unknown id, a group that is invisible to the caller, and a direct chat. */
  private async find(
    { tenant, user }: SignedInCaller,
    id: string,
  ): Promise<{ row: ConversationRow; isReadable: boolean }> {
    try {
      const { conversation } = await this.conversations.findReadable(tenant, user, id);
      if (conversation.kind !== 'direct') return { row: conversation, isReadable: true };
    } catch (error) {
      if (!(error instanceof PaddockError) || error.status >= 500) throw error;
      // FORBIDDEN: a visible group that only its members may read.
      const row = error.code === 'FORBIDDEN' ? await this.heads.byId(tenant, id) : null;
      if (row) return { row, isReadable: false };
    }
    throw new PaddockError('GROUP_NOT_FOUND');
  }
}
