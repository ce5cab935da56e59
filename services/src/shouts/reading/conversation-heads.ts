import { Injectable } from '@nestjs/common';
import type { Conversation } from '@paddock/contract/calls/shouts';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { ConversationStateRepository } from '../../community/conversations/conversation-state.repository.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { readUpTo } from '../../community/conversations/read-mark.js';
import { SeenByOthers } from '../../community/conversations/seen-by-others.js';
import { UserCards } from '../../community/users/user-cards.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Snapshot } from '../../infrastructure/outbox/commit-log.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** Builds the heads of conversation pages. */
@Injectable()
export class ConversationHeads {
  constructor(
    private readonly conversations: Conversations,
    private readonly states: ConversationStateRepository,
    private readonly seenByOthers: SeenByOthers,
    private readonly cards: UserCards,
  ) {}

  async of(snapshot: Snapshot, tenant: Tenant, user: UserRow, access: ConversationAccess): Promise<Conversation> {
    const { conversation, others, reason, blocked } = access;
    // The comments of a record have no page of their own.
    if (conversation.kind === 'subject') throw new PaddockError('SHOUT_NOT_FOUND');
    const viewer = user._id;
    const [state, seen] = await Promise.all([
      this.states.current(snapshot, tenant, viewer, conversation._id),
      this.seenByOthers.of(tenant, viewer, [conversation]),
    ]);
    const seen_seq = seen.get(conversation._id);
    return {
      id: access.entry_id,
      kind: conversation.kind,
      title: conversation.kind === 'direct' ? others.map((user) => user.fullname).join(', ') : conversation.title,
      ...(conversation.kind !== 'direct' && { group: this.conversations.groupCard(tenant, viewer, conversation) }),
      users: others.map((user) => this.cards.card(tenant, viewer, user)),
      member: access.member,
      manages: access.manages,
      can_post: access.can_post,
      can_comment: access.can_comment,
      ...(reason && { reason }),
      ...(blocked && { blocked }),
      seq: conversation.seq,
      read_seq: readUpTo(conversation, state),
      ...(seen_seq !== undefined && { seen_seq }),
    };
  }
}
