import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { ConversationMembers } from '../../community/conversations/conversation-members.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { FormerMemberRepository } from '../../community/memberships/former-member.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** Groups to which a member may invite: those in which the member may add members, as an owner or an admin of the workplace. */
@Injectable()
export class InvitableGroups {
  constructor(
    private readonly conversations: Conversations,
    private readonly heads: ConversationRepository,
    private readonly memberships: MembershipRepository,
    private readonly former: FormerMemberRepository,
    private readonly members: ConversationMembers,
    private readonly outbox: Outbox,
  ) {}

  /** Of the caller's own groups. */
  async groups({ tenant, user }: SignedInCaller) {
    const own = await this.memberships.ofUser(tenant, user._id);
    const heads = await this.heads.byIds(
      tenant,
      own.map(({ group }) => group),
    );
    const access = await Promise.all(
      heads.map(({ _id }) => this.conversations.findIfReadable(tenant, user, _id, 'may_be_old')),
    );
    return access.flatMap((found) =>
      found?.manages ? [{ id: found.conversation._id, title: found.conversation.title }] : [],
    );
  }

  /** Those of some groups to which an invitation of this member still leads. */
  async among(tenant: Tenant, inviter: UserRow, groups: readonly string[]): Promise<string[]> {
    const open: string[] = [];
    for (const group of groups) {
      const access = await this.conversations.findIfReadable(tenant, inviter, group, 'may_be_old');
      if (access?.manages && access.conversation.kind === 'group') open.push(group);
    }
    return open;
  }

  /** Does nothing for a member whom the group has removed: an owner's adding or acceptance alone brings them back. */
  async join(
    tenant: Tenant,
    id: string,
    { user, by, session }: { user: UserRow; by: string; session: ClientSession },
  ): Promise<void> {
    const group = await this.heads.takeTurn(tenant, id, { session });
    if (!group) return;
    const former = await this.former.of(tenant, id, user._id, { session });
    if (former?.removed && !isWorkplaceAdmin(user, tenant.workplace)) return;
    if ((await this.members.joinAll(tenant, group, [user._id], { session })).length === 0) return;
    await this.outbox.add(
      session,
      { kind: 'MembershipChanged', tenant, group: id, user: user._id },
      { kind: 'GroupJoined', tenant, group: id, users: [user._id], by },
    );
  }
}
