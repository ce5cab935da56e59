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
import { placesOf, ShoutViews } from '../reading/shout-views.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

type ShoutEvent = Delivered<'ShoutPosted' | 'CommentPosted' | 'ShoutUpdated' | 'ShoutDeleted'>;
/** Where something happened, as one receiver knows it. */
type Head = { workplace: string; conversation: string };

/**
 * Tells the windows of everybody who can read a conversation what happened in it. Shouts are read when the event is heard: what
 * was edited or deleted meanwhile is sent as it is now, or not at all.
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
      handle: (event) => this.tell(event),
    });
  }

  private async tell(event: ShoutEvent): Promise<void> {
    const { tenant } = event;
    // One that was kept as missing may have been made elsewhere since.
    const kept = await this.heads.headById(tenant, event.conversation);
    const place = kept ?? (await this.heads.byId(tenant, event.conversation));
    if (!place || this.viewersOf(tenant, place).length === 0) return;
    const row = await this.shouts.byId(tenant, event.kind === 'CommentPosted' ? event.comment : event.shout);
    if (!row) return;
    if (event.kind === 'ShoutDeleted') return this.tellDeleted(tenant, place, row);
    // Another event follows and tells of it.
    if (isDeleted(row)) return;
    const cardOf = await this.views.cardsFor(tenant, this.viewersOf(tenant, place), [row], placesOf(place));
    if (event.kind === 'ShoutUpdated')
      return this.send(tenant, place, 'updating_shout', (viewer, head) => ({ ...head, shout: cardOf(row, viewer) }));
    if (event.kind === 'CommentPosted') {
      const comments_count = (await this.shouts.byId(tenant, event.shout))?.comments_count ?? 0;
      return this.send(tenant, place, 'posting_comment', (viewer, head) => ({
        ...head,
        comment: cardOf(row, viewer),
        comments_count,
      }));
    }
    const kind = place.kind === 'direct' ? 'posting_recipient' : 'posting_topic';
    // Comments that came meanwhile have events of their own.
    this.send(tenant, place, kind, (viewer, head) => ({ ...head, shout: { ...cardOf(row, viewer), comments: [] } }));
  }

  private tellDeleted(tenant: Tenant, place: ConversationRow, row: ShoutRow) {
    const { _id: id, in_reply_to, deleted, admin_deleted } = row;
    this.send(tenant, place, 'deleting_shout', (_, head) => ({
      ...head,
      id,
      ...(in_reply_to && { in_reply_to }),
      deleted,
      admin_deleted,
    }));
  }

  private send<E extends ServerEvent>(
    tenant: Tenant,
    place: ConversationRow,
    event: E,
    payloadFor: (viewer: string, head: Head) => ServerEventPayload<E>,
  ) {
    const { workplace } = tenant;
    for (const audience of audiencesOf(place))
      this.realtime.emitToEach(tenant, audience, event, (viewer) =>
        payloadFor(viewer, { workplace, conversation: this.conversations.entryId(place, viewer) }),
      );
  }

  private viewersOf(tenant: Tenant, place: ConversationRow): string[] {
    return audiencesOf(place).flatMap((audience) => this.realtime.viewers(tenant, audience));
  }
}

/** A direct chat has no room of its own: it goes to the windows of each who takes part, the author's others included. */
function audiencesOf(place: ConversationRow): Audience[] {
  return place.kind === 'direct' ? place.participants.map((user) => ({ user })) : [{ conversation: place._id }];
}
