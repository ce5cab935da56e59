import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { ConversationMembers } from '../../../community/conversations/conversation-members.js';
import { ConversationRepository } from '../../../community/conversations/conversation.repository.js';
import { GroupListRepository } from '../../../community/conversations/group-list.repository.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { tenantOf, type Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import type { UserRow } from '../../../community/users/user.schema.js';

/** The groups that a member chose at sign-up; they are joined after verification or an admin's approval. */
@Injectable()
export class ChosenGroups {
  constructor(
    private readonly users: UserRepository,
    private readonly groups: GroupListRepository,
    private readonly heads: ConversationRepository,
    private readonly conversations: ConversationMembers,
    private readonly outbox: Outbox,
  ) {}

  /** Joins those that are still open, in the caller's transaction. */
  async join(tenant: Tenant, { _id, chosen_groups }: UserRow, session: ClientSession): Promise<void> {
    if (!chosen_groups) return;
    const place = tenantOf(tenant.community, chosen_groups.workplace);
    const { ids } = chosen_groups;
    for (const { _id: id } of await this.groups.openGroups(place, ids.length, { among: ids, session })) {
      // Of a change of the group at the same moment, one of the two begins again.
      const group = await this.heads.takeTurn(place, id, { session });
      if (!group) continue;
      await this.conversations.join(place, group, _id, 'member', { session });
      await this.outbox.add(session, { kind: 'MembershipChanged', tenant: place, group: group._id, user: _id });
    }
    await this.users.forgetChosenGroups(tenant, _id, { session });
  }
}
