import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { ConversationMembers } from '../../community/conversations/conversation-members.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { GroupRequestRepository } from './group-request.repository.js';

/** The one way into a group, for all four ways to join. */
@Injectable()
export class GroupJoining {
  constructor(
    private readonly members: ConversationMembers,
    private readonly requests: GroupRequestRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Adds members in the transaction that holds the group's turn, and settles their waiting requests. `by` added them, and they
   * get a notification; without it they joined themselves.
   *
   * @returns those who were not in the group
   */
  async join(
    tenant: Tenant,
    group: ConversationRow,
    users: readonly string[],
    { session, by }: { session: ClientSession; by?: string },
  ): Promise<string[]> {
    const added = await this.members.joinAll(tenant, group, users, { session });
    if (added.length === 0) return added;
    await this.requests.settle(tenant, group._id, added, 'granted', { session });
    const facts = { tenant, group: group._id };
    const others = added.filter((user) => user !== by);
    await this.outbox.add(
      session,
      ...added.map((user) => ({ kind: 'MembershipChanged' as const, ...facts, user })),
      ...(by && others.length > 0 ? [{ kind: 'GroupJoined' as const, ...facts, users: others, by }] : []),
    );
    return added;
  }
}
