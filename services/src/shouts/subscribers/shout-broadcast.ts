import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { ServerEvent, ServerEventPayload } from '@paddock/contract/calls/realtime';
import { CommentSubjects } from '../../community/conversations/comment-subjects.js';
import { everybodyId } from '../../community/conversations/conversation-ids.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Realtime, type Audience } from '../../infrastructure/realtime/realtime.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { SubjectThreads } from '../comments/subject-threads.js';
import { isDeleted, ShoutAccess } from '../reading/shout-access.js';
import { conversationsById, ShoutViews } from '../reading/shout-views.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

type ShoutEvent = Delivered<'ShoutPosted' | 'CommentPosted' | 'ShoutUpdated' | 'ShoutDeleted'>;
/** The conversation with its receivers. */
interface Receivers {
  conversation: ConversationRow;
  audiences: readonly Audience[];
  viewers: readonly string[];
}
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
    private readonly subjects: CommentSubjects,
    private readonly subjectThreads: SubjectThreads,
    private readonly users: UserRepository,
    private readonly views: ShoutViews,
    private readonly access: ShoutAccess,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'shouts-realtime',
      kinds: ['ShoutPosted', 'CommentPosted', 'ShoutUpdated', 'ShoutDeleted'],
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
    const viewers = await this.viewersOf(tenant, conversation);
    if (viewers.length === 0 && conversation.kind !== 'group') return;
    const { row, root } = await this.withRoot(tenant, event);
    if (!row) return;
    const outside = await this.authorOutside(tenant, { conversation, viewers }, row, root);
    const to = {
      conversation,
      audiences: [...audiencesOf(tenant, conversation), ...outside.map((user) => ({ user }))],
      viewers: [...viewers, ...outside],
    };
    if (to.viewers.length === 0) return;
    if (event.kind === 'ShoutDeleted') return this.broadcastDeletion(tenant, to, row, root);
    // The deletion has its own event.
    if (isDeleted(row)) return;
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

  /** The shout or comment of an event, and the shout above a new or deleted comment, in one query. */
  private async withRoot(tenant: Tenant, event: ShoutEvent): Promise<{ row?: ShoutRow; root?: ShoutRow }> {
    const [id, above] =
      event.kind === 'CommentPosted'
        ? [event.comment, event.shout]
        : [event.shout, event.kind === 'ShoutDeleted' ? event.in_reply_to : undefined];
    const found = await this.shouts.byIds(tenant, above === undefined ? [id] : [id, above]);
    const [row, root] = [id, above].map((key) => found.find(({ _id }) => _id === key));
    return { ...(row && { row }), ...(root && { root }) };
  }

  /** Comments below a shout, or in the thread of a record. */
  private async countBelow(tenant: Tenant, { _id, kind }: ConversationRow, root?: ShoutRow): Promise<number> {
    // The conversation of a record's comments is their thread.
    return kind === 'subject' ? this.subjectThreads.total(tenant, _id) : (root?.comments_count ?? 0);
  }

  private async broadcastDeletion(tenant: Tenant, to: Receivers, row: ShoutRow, root?: ShoutRow) {
    const { _id: id, in_reply_to, deleted, admin_deleted } = row;
    const comments_count =
      in_reply_to === undefined ? row.comments_count : await this.countBelow(tenant, to.conversation, root);
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
          : payloadFor(viewer, { workplace, conversation: this.conversations.entryId(conversation, viewer) }),
      );
  }

  /** The author of a shout that was posted into a group from outside: reads it with its comments, but is not in the group's room. */
  private async authorOutside(
    tenant: Tenant,
    { conversation, viewers }: Pick<Receivers, 'conversation' | 'viewers'>,
    row: ShoutRow,
    root?: ShoutRow,
  ): Promise<string[]> {
    if (conversation.kind !== 'group' || conversation.invisible) return [];
    const above = root ?? (row.in_reply_to === undefined ? null : await this.shouts.byId(tenant, row.in_reply_to));
    const { author } = above ?? row;
    if (viewers.includes(author) || this.realtime.viewers(tenant, { user: author }).length === 0) return [];
    const user = await this.users.byId(tenant, author);
    return user && (await this.access.accessTo(tenant, user, row)) ? [author] : [];
  }

  private async viewersOf(tenant: Tenant, conversation: ConversationRow): Promise<string[]> {
    const inRoom = audiencesOf(tenant, conversation).flatMap((audience) => this.realtime.viewers(tenant, audience));
    if (!conversation.subject || inRoom.length === 0) return inRoom;
    try {
      const access = await this.subjects.access(tenant, await this.users.byIds(tenant, inRoom), conversation.subject);
      return [...access.keys()];
    } catch (error) {
      if (error instanceof PaddockError && error.status < 500) return [];
      throw error;
    }
  }
}

/**
 * A direct chat has no room: its events go to all windows of each participant, the author's included. Those of a record's comments
 * go to its readers among the windows of the workplace.
 */
function audiencesOf(tenant: Tenant, conversation: ConversationRow): Audience[] {
  if (conversation.kind === 'direct') return conversation.participants.map((user) => ({ user }));
  return [{ conversation: conversation.kind === 'subject' ? everybodyId(tenant) : conversation._id }];
}
