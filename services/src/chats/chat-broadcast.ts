import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConversationRepository } from '../community/conversations/conversation.repository.js';
import { ConversationStateRepository } from '../community/conversations/conversation-state.repository.js';
import { unreadOf } from '../community/conversations/read-mark.js';
import { entryIdOf } from '../community/conversations/conversation-ids.js';
import type { Delivered } from '../infrastructure/outbox/domain-events.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import { Realtime } from '../infrastructure/realtime/realtime.js';

/** Sends a member's change of a chat to their other windows. */
@Injectable()
export class ChatBroadcast implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly heads: ConversationRepository,
    private readonly states: ConversationStateRepository,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({ name: 'chats-realtime', kinds: ['ChatMarked'], handle: (event) => this.emit(event) });
  }

  private async emit({ tenant, user, conversation: id }: Delivered<'ChatMarked'>): Promise<void> {
    if (this.realtime.viewers(tenant, { user }).length === 0) return;
    const row = await this.heads.byId(tenant, id);
    if (!row) return;
    const state = await this.states.of(tenant, user, id);
    this.realtime.emitTo(tenant, { user }, 'updating_chat', {
      workplace: tenant.workplace,
      conversation: entryIdOf(row, user),
      badge_number: unreadOf(row, state),
      seq: row.seq,
      muted: state?.muted ?? false,
      archived: state?.archived ?? false,
    });
  }
}
