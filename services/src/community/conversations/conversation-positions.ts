import { Injectable } from '@nestjs/common';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ConversationStateRepository } from './conversation-state.repository.js';
import { ConversationRepository } from './conversation.repository.js';
import { unreadAfter, type ConversationRow, type LastShout } from './conversation.schema.js';

/** Positions of shouts in their conversations, and how many of them a member has not read. */
@Injectable()
export class ConversationPositions {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly states: ConversationStateRepository,
  ) {}

  /**
   * Counts new shouts, oldest first, in the caller's transaction: takes their positions, makes the newest one each conversation's
   * preview and marks them read for their authors. Positions have no gaps: the deferred update
   * names the last position; otherwise the heads are locked here, so call it first in the transaction.
   *
   * @returns the positions, in the order of the shouts
   */
  async advance(
    tenant: Tenant,
    shouts: readonly (Omit<LastShout, 'deleted'> & { conversation: string })[],
    options: Required<InSession>,
  ): Promise<number[]> {
    const added = new Map<string, LastShout[]>();
    for (const { conversation, ...shout } of shouts)
      added.set(conversation, [...(added.get(conversation) ?? []), { ...shout, deleted: false }]);
    const seqs = await this.conversations.advance(tenant, added, options);
    if (seqs.size < added.size) throw new PaddockError('GROUP_NOT_FOUND');
    const next = new Map([...seqs].map(([id, seq]) => [id, seq - added.get(id)!.length]));
    const marks = shouts.map(({ user, conversation }) => {
      const seq = next.get(conversation)! + 1;
      next.set(conversation, seq);
      return { user, conversation, seq };
    });
    this.states.markAllRead(tenant, marks, options);
    return marks.map(({ seq }) => seq);
  }

  /** Unread shouts of a member in one conversation. */
  async unread(tenant: Tenant, user: string, conversation: ConversationRow): Promise<number> {
    const state = await this.states.of(tenant, user, conversation._id);
    return unreadAfter(conversation, state?.read_seq ?? 0);
  }
}
