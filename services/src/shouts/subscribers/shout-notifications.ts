import { Injectable, type OnModuleInit } from '@nestjs/common';
import { firstClusters } from '@paddock/contract/core/characters';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { ConversationStateRepository } from '../../community/conversations/conversation-state.repository.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Notifications } from '../../community/notifications/notifications.js';
import { isOnline } from '../../community/users/user-cards.js';
import { tenantOf } from '../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { LikeRepository } from '../storage/like.repository.js';
import { isDeleted } from '../reading/shout-access.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import { ReadableShouts } from './readable-shouts.js';

/** Members who read the shout in the app before this delay get no mail. */
const mailAfterMs = 15 * 60_000;
const maxQuoteCharacters = 500;
/** Limit of deleted and own shouts skipped in the search for an earlier unread one. */
const maxEarlier = 20;

type Written = Delivered<'ShoutPosted' | 'CommentPosted' | 'ShoutUpdated'>;

/** Kinds of notification whose subject is a shout or comment, or part of one; they go with it. */
export const notificationsAboutShouts = [
  'mention',
  'like',
  'comment',
  'event_comment',
  'sponsor_comment',
  'own_poll_ended',
  'poll_ended',
] as const;

/** Registers the notifications and mails about shouts: mentions, likes and direct messages. */
@Injectable()
export class ShoutNotifications implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly outbox: Outbox,
    private readonly shouts: ShoutRepository,
    private readonly likes: LikeRepository,
    private readonly users: UserRepository,
    private readonly heads: ConversationRepository,
    private readonly states: ConversationStateRepository,
    private readonly readable: ReadableShouts,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'shouts-withdraw-notices',
      kinds: ['ShoutDeleted'],
      durable: true,
      handle: ({ tenant, shout }) => this.notifications.withdraw(tenant, notificationsAboutShouts, shout),
    });
    this.notifications.register<'ShoutPosted' | 'CommentPosted' | 'ShoutUpdated'>({
      name: 'mention',
      // An edit notifies the members it adds; the others already have the notification.
      events: ['ShoutPosted', 'CommentPosted', 'ShoutUpdated'],
      notification: { type: 'pn_mention' },
      mail: { type: 'mailing_mention', words: 'mention' },
      subject: idOf,
      by: (event) => (event.kind === 'ShoutUpdated' ? event.actor : event.author),
      recipients: async (event) => {
        // Mentions added by a later edit come with its own event.
        if (event.kind === 'ShoutUpdated' ? !event.mentions : event.mentioned === false) return [];
        const row = await this.readable.present(event.tenant, idOf(event));
        if (!row) return [];
        // The stored notification and mail expire: an edit, a like or a vote never repeats them.
        const only = event.kind === 'ShoutUpdated' ? event.mentions : undefined;
        return this.mentionedIn(row, only);
      },
      losing: (event) => {
        if (event.kind !== 'ShoutUpdated' || !event.unmentioned) return undefined;
        return async (holders) => {
          const row = await this.readable.present(event.tenant, event.shout);
          const mentioned = row ? await this.mentionedIn(row) : [];
          return holders.filter((id) => !mentioned.includes(id));
        };
      },
      contentFor: async (event, recipient) => {
        const found = await this.readable.read(event.tenant, idOf(event), recipient);
        if (!found) return undefined;
        const { row, who, where, address } = found;
        return {
          facts: { who, where },
          address,
          conversation: row.conversation,
          quote: firstClusters(row.text, maxQuoteCharacters),
        };
      },
    });
    this.notifications.register<'ShoutLiked'>({
      name: 'like',
      events: ['ShoutLiked'],
      notification: { type: 'pn_like', folded: true },
      subject: ({ shout }) => shout,
      by: ({ by }) => by,
      recipients: async ({ tenant, shout }) => {
        const row = await this.readable.present(tenant, shout);
        return row ? [row.author] : [];
      },
      contentFor: async ({ tenant, shout, by }, recipient) => {
        const found = await this.readable.read(tenant, shout, recipient);
        const likes = await this.likes.likedBy(tenant, [by], [shout]);
        const liker = await this.users.byId(tenant, by);
        // The like was removed or the member deleted meanwhile.
        if (!found || !liker || !likes(shout, by)) return undefined;
        const { row, address } = found;
        return {
          facts: { who: liker.fullname, count: String(row.likes_count) },
          address,
          conversation: row.conversation,
        };
      },
    });
    this.notifications.register<'ShoutPosted'>({
      name: 'direct_message',
      events: ['ShoutPosted'],
      mail: {
        type: 'mailing_dm',
        words: 'direct_message',
        afterMs: mailAfterMs,
        isStillWanted: (event, recipient, now) => this.isUnread(event, recipient, now),
      },
      by: ({ author }) => author,
      recipients: async ({ tenant, conversation }) => {
        const head = await this.heads.headById(tenant, conversation);
        return head?.kind === 'direct' ? head.participants : [];
      },
      contentFor: async ({ tenant, shout }, recipient) => {
        const found = await this.readable.read(tenant, shout, recipient);
        if (!found || found.access.reason === 'blocked') return undefined;
        return { facts: { who: found.who }, address: found.address };
      },
    });
  }

  /** The mentioned members; with `only` those among these usernames. */
  private async mentionedIn(
    { community, workplace, mentions }: ShoutRow,
    only: readonly string[] = mentions,
  ): Promise<string[]> {
    const names = mentions.filter((name) => only.includes(name));
    if (names.length === 0) return [];
    return (await this.users.byUsernames(tenantOf(community, workplace), names)).map(({ _id }) => _id);
  }

  /** Whether the member is offline, has not muted the chat, and this is their first unread shout in it. */
  private async isUnread(
    { tenant, conversation, shout }: Delivered<'ShoutPosted'>,
    user: UserRow,
    now: Date,
  ): Promise<boolean> {
    if (isOnline(user, now)) return false;
    const row = await this.readable.present(tenant, shout);
    const state = await this.states.of(tenant, user._id, conversation);
    const read = state?.read_seq ?? 0;
    if (!row || state?.muted || row.position <= read) return false;
    const span = { after: read, before: row.position, limit: maxEarlier };
    const between = await this.shouts.ofThread(tenant, conversation, span);
    return between.every((earlier) => earlier.author === user._id || isDeleted(earlier));
  }
}

const idOf = (event: Written) => (event.kind === 'CommentPosted' ? event.comment : event.shout);
