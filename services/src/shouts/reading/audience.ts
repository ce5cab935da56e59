import { Injectable } from '@nestjs/common';
import type { CallReply } from '@paddock/contract/core/call';
import type { readAudience } from '@paddock/contract/calls/shouts';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { seesMembers } from '../../community/memberships/member-list.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { isOnline } from '../../community/users/user-cards.js';
import { UserRepository } from '../../community/users/user.repository.js';

/** Counts the members of a group for the head of its conversation; banned ones for super admins only (ADR 0007). */
@Injectable()
export class Audience {
  constructor(
    private readonly conversations: Conversations,
    private readonly memberships: MembershipRepository,
    private readonly users: UserRepository,
  ) {}

  async of({ tenant, user, flags }: SignedInCaller, entryId: string): Promise<CallReply<typeof readAudience>> {
    const { conversation } = await this.conversations.findReadable(tenant, user, entryId, 'may_be_old');
    if (conversation.kind !== 'group') return {};
    const membership = await this.memberships.of(tenant, conversation._id, user._id);
    if (!seesMembers(flags, user, tenant.workplace, membership, true)) return {};
    const ids = await this.memberships.usersOf(tenant, [conversation._id]);
    const rows = await this.users.byIds(tenant, ids);
    const hidden = rows.filter((row) => row.banned && !user.admin);
    const online = rows.filter((row) => isOnline(row) && !hidden.includes(row));
    return { members: ids.length - hidden.length, online: online.length };
  }
}
