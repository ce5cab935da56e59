import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ServerEvent, ServerEventPayload } from '@paddock/contract/calls/realtime';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { entryIdOf } from '../../community/conversations/conversation-ids.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime } from '../../infrastructure/realtime/realtime.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { SubjectThreads } from '../comments/subject-threads.js';
import { hidesComments } from '../reading/hides-comments.js';
import { isDeleted } from '../reading/shout-access.js';
import { conversationsById, ShoutViews } from '../reading/shout-views.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import { EventShouts, type ShoutEvent } from './event-shouts.js';
import { type Receivers, ShoutReceivers } from './shout-receivers.js';

/** Identifies the conversation to one receiver. */
type Head = { workplace: string; conversation: string };

/**
 * Broadcasts changes of a conversation's shouts to its readers' windows. Shouts are read when the event is handled, or kept
 * in their present version: a shout edited meanwhile is sent in its current state, a deleted one is not sent.
 */
@Injectable()
export class ShoutBroadcast implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly realtime: Realtime,
    private readonly shouts: EventShouts,
    private readonly heads: ConversationRepository,
    private readonly subjectThreads: SubjectThreads,
    private readonly views: ShoutViews,
    private readonly receivers: ShoutReceivers,
    private readonly communities: Communities,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'shouts-realtime',
      kinds: ['ShoutPosted', 'CommentPosted', 'ShoutUpdated', 'ShoutDeleted'],
      laneOf: ({ conversation }) => conversation,
      latestOf: ({ kind, shout }) => (kind === 'ShoutUpdated' ? shout : undefined),
      handle: (event) => this.broadcast(event),
    });
    this.outbox.subscribe({
      name: 'shout-files-realtime',
      kinds: ['FileProcessed'],
      handle: (event) => this.broadcastFile(event),
    });
  }

  /** A shout shows how far the processing of its video is. */
  private async broadcastFile({ shout, ...event }: Delivered<'FileProcessed'>): Promise<void> {
    const row = shout === undefined ? null : await this.shouts.byId(event.tenant, shout);
    if (row)
      await this.broadcast({
        ...event,
        kind: 'ShoutUpdated',
        conversation: row.conversation,
        shout: row._id,
        actor: row.author,
      });
  }

  private async broadcast(event: ShoutEvent): Promise<void> {
    const { tenant } = event;
    // The cache may hold a conversation as missing that another process has created since.
    const cached = await this.heads.headById(tenant, event.conversation);
    const conversation = cached ?? (await this.heads.byId(tenant, event.conversation));
    if (!conversation) return;
    const viewers = await this.receivers.viewers(tenant, conversation);
    if (viewers.length === 0 && conversation.kind !== 'group') return;
    const { row, root } = await this.shouts.withRoot(tenant, event);
    if (!row) return;
    const to = await this.receivers.of(tenant, { conversation, viewers }, row, root);
    if (to.viewers.length === 0) return;
    if (event.kind === 'ShoutDeleted') return this.broadcastDeletion(tenant, to, row, root);
    // The deletion has its own event.
    if (isDeleted(row)) return;
    if (row.in_reply_to !== undefined && hidesComments(this.communities, tenant)) return;
    const cardOf = await this.views.cardsFor(tenant, to.viewers, [row], conversationsById(conversation));
    if (event.kind === 'ShoutUpdated')
      return this.send(tenant, to, 'updating_shout', (viewer, head) => ({ ...head, shout: cardOf(row, viewer) }));
    if (event.kind === 'CommentPosted') {
      const comments_count = await this.countBelow(tenant, conversation, root);
      return this.send(tenant, to, 'posting_comment', (viewer, head) => ({
        ...head,
        comment: cardOf(row, viewer),
        comments_count,
      }));
    }
    const kind = conversation.kind === 'direct' ? 'posting_recipient' : 'posting_topic';
    // Newer comments have their own events.
    this.send(tenant, to, kind, (viewer, head) => ({
      ...head,
      shout: { ...cardOf(row, viewer), comments: [] },
    }));
  }

  /** Comments below a shout, or in the thread of a record. */
  private async countBelow(tenant: Tenant, { _id, kind }: ConversationRow, root?: ShoutRow): Promise<number> {
    if (hidesComments(this.communities, tenant)) return 0;
    // The conversation of a record's comments is their thread.
    return kind === 'subject' ? this.subjectThreads.total(tenant, _id) : (root?.comments_count ?? 0);
  }

  private async broadcastDeletion(tenant: Tenant, to: Receivers, row: ShoutRow, root?: ShoutRow) {
    const { _id: id, in_reply_to, deleted, admin_deleted } = row;
    const comments_count = await this.countBelow(tenant, to.conversation, in_reply_to === undefined ? row : root);
    this.send(tenant, to, 'deleting_shout', (_, head) => ({
      ...head,
      id,
      ...(in_reply_to && { in_reply_to }),
      comments_count,
      deleted,
      admin_deleted,
    }));
  }

  private send<E extends ServerEvent>(
    tenant: Tenant,
    { conversation, audiences, viewers }: Receivers,
    event: E,
    payloadFor: (viewer: string, head: Head) => ServerEventPayload<E>,
  ) {
    const { workplace } = tenant;
    for (const audience of audiences)
      this.realtime.emitToEach(tenant, audience, event, (viewer) =>
        // The room of a record's comments is the whole workplace.
        conversation.kind === 'subject' && !viewers.includes(viewer)
          ? undefined
          : payloadFor(viewer, { workplace, conversation: entryIdOf(conversation, viewer) }),
      );
  }
}
