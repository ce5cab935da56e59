import { Injectable } from '@nestjs/common';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import type { MembershipRow } from '../../community/memberships/membership.schema.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { GroupDeletion } from './group-deletion.js';

/**
 * Removes an erased member from a group. A group that loses its last owner passes to its oldest member; one that loses its last
 * member is deleted (ADR 0018).
 */
@Injectable()
export class GroupDeparture {
  constructor(
    private readonly heads: ConversationRepository,
    private readonly memberships: MembershipRepository,
    private readonly deletion: GroupDeletion,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  async leave(tenant: Tenant, { group, user }: MembershipRow): Promise<void> {
    await this.mongo.transaction(async (session) => {
      const head = await this.heads.takeTurn(tenant, group, { session });
      if (!(await this.memberships.leave(tenant, group, user, { session }))) return;
      await this.outbox.add(session, { kind: 'MembershipChanged', tenant, group, user });
      if ((await this.memberships.owners(tenant, group, { session })).length > 0) return;
      const heir = await this.memberships.oldest(tenant, group, { session });
      if (!heir) {
        if (head) await this.deletion.delete(tenant, head, session);
        return;
      }
      await this.memberships.setRole(tenant, group, heir.user, 'owner', { session });
      await this.outbox.add(session, { kind: 'MembershipChanged', tenant, group, user: heir.user });
    });
  }
}
