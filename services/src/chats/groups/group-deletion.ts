import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { FormerMemberRepository } from '../../community/memberships/former-member.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DeletedGroupRepository } from './deleted-group.repository.js';
import { GroupLinkRepository } from './group-link.repository.js';
import { GroupRequestRepository } from './group-request.repository.js';

/**
 * Deletes groups (ADR 0030): the group leaves everything at once, since nothing is readable without its head; its shouts and
 * files are erased a month later.
 */
@Injectable()
export class GroupDeletion {
  constructor(
    private readonly heads: ConversationRepository,
    private readonly memberships: MembershipRepository,
    private readonly former: FormerMemberRepository,
    private readonly requests: GroupRequestRepository,
    private readonly links: GroupLinkRepository,
    private readonly deleted: DeletedGroupRepository,
    private readonly outbox: Outbox,
  ) {}

  /** The transaction must hold the group's turn. */
  async delete(tenant: Tenant, { _id: group, title, image }: ConversationRow, session: ClientSession): Promise<void> {
    await this.heads.removeGroup(tenant, group, { session });
    await this.memberships.removeGroup(tenant, group, { session });
    await this.former.removeGroup(tenant, group, { session });
    await this.requests.removeGroup(tenant, group, { session });
    await this.links.removeGroup(tenant, group, { session });
    const row = { _id: group, title, ...(image && { image }), deleted: new Date() };
    await this.deleted.add(tenant, row, { session });
    await this.outbox.add(session, { kind: 'MembershipChanged', tenant, group });
  }
}
