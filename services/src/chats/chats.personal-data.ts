import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ExtensionPoints } from '../community/extension-points/extension-points.js';
import { ConversationStateRepository } from '../community/conversations/conversation-state.repository.js';
import { ConversationRepository } from '../community/conversations/conversation.repository.js';
import { FormerMemberRepository } from '../community/memberships/former-member.repository.js';
import { MembershipRepository } from '../community/memberships/membership.repository.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';
import { GroupDeparture } from './groups/group-departure.js';
import { GroupRequestRepository } from './groups/group-request.repository.js';

/** Exports and erases a member's memberships and chat states. */
@Injectable()
export class ChatsPersonalData implements OnModuleInit {
  constructor(
    private readonly memberships: MembershipRepository,
    private readonly former: FormerMemberRepository,
    private readonly departure: GroupDeparture,
    private readonly states: ConversationStateRepository,
    private readonly requests: GroupRequestRepository,
    private readonly heads: ConversationRepository,
    private readonly extensions: ExtensionPoints,
  ) {}

  onModuleInit() {
    this.extensions.provide('export', 'chats', async (tenant, { _id }) => ({
      groups: await this.groups(tenant, _id),
      former_groups: await this.formerGroups(tenant, _id),
      group_requests: (await this.requests.everywhere(tenant, _id)).map(({ workplace, group, state, created }) => ({
        workplace,
        group,
        state,
        created,
      })),
      chats: (await this.states.everywhere(tenant, _id)).map(
        ({ workplace, conversation, read_seq, own_seqs, seen_seq, muted, archived }) => ({
          workplace,
          conversation,
          read_seq,
          own_seqs,
          seen_seq,
          muted,
          archived,
        }),
      ),
    }));
    this.extensions.provide('forget', 'chats', async (tenant, { _id }) => {
      for (const { place, rows } of await this.memberships.everywhere(tenant, _id))
        for (const row of rows) await this.departure.leave(place, row);
      await this.states.forget(tenant, _id);
      await this.requests.forget(tenant, _id);
      await this.former.forgetUser(tenant, _id);
    });
  }

  private async groups(tenant: Tenant, user: string) {
    const found = [];
    for (const { place, rows } of await this.memberships.everywhere(tenant, user))
      for (const { group, role, read_only, joined } of rows) {
        const title = (await this.heads.headById(place, group))?.title;
        found.push({ workplace: place.workplace, group, title, role, read_only, joined });
      }
    return found;
  }

  private async formerGroups(tenant: Tenant, user: string) {
    const rows = await this.former.everywhere(tenant, user);
    return rows.map(({ workplace, group, read_only, removed, left }) => ({
      workplace,
      group,
      read_only,
      removed,
      left,
    }));
  }
}
