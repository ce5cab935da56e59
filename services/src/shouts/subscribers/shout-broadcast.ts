import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ServerEvent, ServerEventPayload } from '@paddock/contract/calls/realtime';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime, type Audience } from '../../infrastructure/realtime/realtime.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { isDeleted } from '../reading/shout-access.js';
import { conversationsById, ShoutViews } from '../reading/shout-views.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

type ShoutEvent = Delivered<'ShoutPosted' | 'CommentPosted' | 'ShoutUpdated' | 'ShoutDeleted'>;
/** Identifies the conversation to one receiver. */
type Head = { workplace: string; conversation: string };

/**
 * Broadcasts changes of a conversation's shouts to its readers' windows. Shouts are read when the event is handled: a shout
 * edited meanwhile is sent in its current state, a deleted one is not sent.
 */
@Injectable()
export class ShoutBroadcast implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly shouts: ShoutRepository,
    private readonly heads: ConversationRepository,
    private readonly conversations: Conversations,
    private readonly views: ShoutViews,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'shouts-realtime',
      kinds: ['ShoutPosted', 'CommentPosted', 'ShoutUpdated', 'ShoutDeleted'],
      handle: (event) => this.broadcast(event),
    });
  }

  private async broadcast(event: ShoutEvent): Promise<void> {
    const { tenant } = event;
    // The cache may hold a conversation as missing that another process has created since.
    const cached = await this.heads.headById(tenant, event.conversation);
    const conversation = cached ?? (await this.heads.byId(tenant, event.conversation));
    if (!conversation || this.viewersOf(tenant, conversation).length === 0) return;
    const row = await this.shouts.byId(tenant, event.kind === 'CommentPosted' ? event.comment : event.shout);
    if (!row) return;
    if (event.kind === 'ShoutDeleted') return this.broadcastDeletion(tenant, conversation, row);
    // The deletion has its own event.
    if (isDeleted(row)) return;
    const cardOf = await this.views.cardsFor(
      tenant,
      this.viewersOf(tenant, conversation),
      [row],
      conversationsById(conversation),
    );
    if (event.kind === 'ShoutUpdated')
      return this.send(tenant, conversation, 'updating_shout', (viewer, head) => ({
        ...head,
        shout: cardOf(row, viewer),
      }));
    if (event.kind === 'CommentPosted') {
      const comments_count = (await this.shouts.byId(tenant, event.shout))?.comments_count ?? 0;
      return this.send(tenant, conversation, 'posting_comment', (viewer, head) => ({
        ...head,
        comment: cardOf(row, viewer),
        comments_count,
      }));
    }
    const kind = conversation.kind === 'direct' ? 'posting_recipient' : 'posting_topic';
    // Newer comments have their own events.
    this.send(tenant, conversation, kind, (viewer, head) => ({
      ...head,
      shout: { ...cardOf(row, viewer), comments: [] },
    }));
  }

  private async broadcastDeletion(tenant: Tenant, conversation: ConversationRow, row: ShoutRow) {
    const { _id: id, in_reply_to, deleted, admin_deleted } = row;
    const shout = in_reply_to === undefined ? row : await this.shouts.byId(tenant, in_reply_to);
    this.send(tenant, conversation, 'deleting_shout', (_, head) => ({
      ...head,
      id,
      ...(in_reply_to && { in_reply_to }),
      comments_count: shout?.comments_count ?? 0,
      deleted,
      admin_deleted,
    }));
  }

  private send<E extends ServerEvent>(
    tenant: Tenant,
    conversation: ConversationRow,
    event: E,
    payloadFor: (viewer: string, head: Head) => ServerEventPayload<E>,
  ) {
    const { workplace } = tenant;
    for (const audience of audiencesOf(conversation))
      this.realtime.emitToEach(tenant, audience, event, (viewer) =>
        payloadFor(viewer, { workplace, conversation: this.conversations.entryId(conversation, viewer) }),
      );
  }

  private viewersOf(tenant: Tenant, conversation: ConversationRow): string[] {
    return audiencesOf(conversation).flatMap((audience) => this.realtime.viewers(tenant, audience));
  }
}

/** A direct chat has no room: its events go to all windows of each participant, the author's included. */
function audiencesOf(conversation: ConversationRow): Audience[] {
  return conversation.kind === 'direct'
    ? conversation.participants.map((user) => ({ user }))
    : [{ conversation: conversation._id }];
}
