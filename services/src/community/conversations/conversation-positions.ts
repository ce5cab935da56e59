import { Injectable } from '@nestjs/common';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ConversationStateRepository } from './conversation-state.repository.js';
import { ConversationRepository } from './conversation.repository.js';
import type { ConversationRow, LastShout } from './conversation.schema.js';
import { readUpTo, unreadOf, type ReadMark } from './read-mark.js';

/** Positions of shouts in their conversations, and how many of them a member has not read. */
@Injectable()
export class ConversationPositions {
  constructor(
    private readonly conversations: ConversationRepository,
    private readonly states: ConversationStateRepository,
  ) {}

  /**
   * Counts new shouts, oldest first, in the caller's transaction: takes their positions, makes the newest one each conversation's
   * preview and marks them read for their authors, whose `mark` is that of {@link markOf}. Positions have no gaps: the deferred update
   * names the last position; otherwise the heads are locked here, so call it first in the transaction.
   *
   * @returns the positions, in the order of the shouts
   */
  async advance(
    tenant: Tenant,
    shouts: readonly (Omit<LastShout, 'deleted'> & { conversation: string; mark?: ReadMark | undefined })[],
    options: Required<InSession>,
  ): Promise<number[]> {
    const added = new Map<string, LastShout[]>();
    for (const { conversation, mark: _, ...shout } of shouts)
      added.set(conversation, [...(added.get(conversation) ?? []), { ...shout, deleted: false }]);
    const seqs = await this.conversations.advance(tenant, added, options);
    if (seqs.size < added.size) throw new PaddockError('GROUP_NOT_FOUND');
    const next = new Map([...seqs].map(([id, seq]) => [id, seq - added.get(id)!.length]));
    const posts = shouts.map(({ user, conversation, mark }) => {
      const seq = next.get(conversation)! + 1;
      next.set(conversation, seq);
      return { user, conversation, seq, mark };
    });
    this.states.markPosted(tenant, posts, options);
    return posts.map(({ seq }) => seq);
  }

  /** How far a member has read or written a conversation; it may lack the last changes. */
  async markOf(tenant: Tenant, user: string, head: ConversationRow): Promise<ReadMark> {
    const state = await this.states.recent(tenant, user, head._id);
    return { ...(state?.own_seqs && { own_seqs: state.own_seqs }), read_seq: readUpTo(head, state) };
  }

  /** Unread shouts of a member in one conversation. */
  async unread(tenant: Tenant, user: string, conversation: ConversationRow): Promise<number> {
    return unreadOf(conversation, await this.states.of(tenant, user, conversation._id));
  }
}
