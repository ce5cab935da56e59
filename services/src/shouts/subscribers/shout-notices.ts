import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Conversations } from '../../community/conversations/conversations.js';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { ConversationStateRepository } from '../../community/conversations/conversation-state.repository.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Notifications } from '../../community/notifications/notifications.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { isOnline } from '../../community/users/user-cards.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { LikeRepository } from '../storage/like.repository.js';
import { isDeleted } from '../reading/shout-access.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

/** Members who read the shout in the app before this delay get no mail. */
const mailAfterMs = 15 * 60_000;
const maxQuoteCharacters = 500;
/** Limit of deleted shouts skipped in the search for an earlier unread one. */
const maxEarlier = 20;

type Written = Delivered<'ShoutPosted' | 'CommentPosted' | 'ShoutUpdated'>;

/** Kinds of notice whose subject is a shout or comment; they go with it. */
export const noticesAboutShouts = ['mention', 'like', 'event_comment'] as const;

/** Registers the notices and mails about shouts: mentions, likes and direct messages. */
@Injectable()
export class ShoutNotices implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly outbox: Outbox,
    private readonly shouts: ShoutRepository,
    private readonly likes: LikeRepository,
    private readonly users: UserRepository,
    private readonly heads: ConversationRepository,
    private readonly states: ConversationStateRepository,
    private readonly conversations: Conversations,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'shouts-withdraw-notices',
      kinds: ['ShoutDeleted'],
      durable: true,
      handle: ({ tenant, shout }) => this.notifications.withdraw(tenant, noticesAboutShouts, shout),
    });
    this.notifications.register<'ShoutPosted' | 'CommentPosted' | 'ShoutUpdated'>({
      name: 'mention',
      // An edit notifies the members it adds; the others already have the notice.
      events: ['ShoutPosted', 'CommentPosted', 'ShoutUpdated'],
      notice: { type: 'pn_mention' },
      mail: { type: 'mailing_mention', words: 'mention' },
      subject: idOf,
      by: (event) => (event.kind === 'ShoutUpdated' ? event.actor : event.author),
      recipients: async (event) => {
        // Mentions added by a later edit come with its own event.
        if (event.kind === 'ShoutPosted' && event.mentioned === false) return [];
        const row = await this.present(event.tenant, idOf(event));
        if (!row || row.mentions.length === 0) return [];
        // Likes cause ShoutUpdated too; only the author edits.
        if (event.kind === 'ShoutUpdated' && event.actor !== row.author) return [];
        return (await this.users.byUsernames(event.tenant, row.mentions)).map(({ _id }) => _id);
      },
      contentFor: async (event, recipient) => {
        const found = await this.read(event.tenant, idOf(event), recipient);
        if (!found) return undefined;
        const { row, access, who } = found;
        const { kind, title } = access.conversation;
        return {
          facts: { who, where: kind === 'direct' ? '' : title },
          address: addressOf(row, access),
          quote: [...row.text].slice(0, maxQuoteCharacters).join(''),
        };
      },
    });
    this.notifications.register<'ShoutLiked'>({
      name: 'like',
      events: ['ShoutLiked'],
      notice: { type: 'pn_like', folded: true },
      subject: ({ shout }) => shout,
      by: ({ by }) => by,
      recipients: async ({ tenant, shout }) => {
        const row = await this.present(tenant, shout);
        return row ? [row.author] : [];
      },
      contentFor: async ({ tenant, shout, by }, recipient) => {
        const found = await this.read(tenant, shout, recipient);
        const likes = await this.likes.likedBy(tenant, [by], [shout]);
        const liker = await this.users.byId(tenant, by);
        // The like was removed or the member deleted meanwhile.
        if (!found || !liker || !likes(shout, by)) return undefined;
        const { row, access } = found;
        return { facts: { who: liker.fullname, count: String(row.likes_count) }, address: addressOf(row, access) };
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
        const found = await this.read(tenant, shout, recipient);
        if (!found || found.access.reason === 'blocked') return undefined;
        return { facts: { who: found.who }, address: addressOf(found.row, found.access) };
      },
    });
  }

  /** Whether the member is offline, has not muted the chat, and this is their first unread shout in it. */
  private async isUnread(
    { tenant, conversation, shout }: Delivered<'ShoutPosted'>,
    user: UserRow,
    now: Date,
  ): Promise<boolean> {
    if (isOnline(user, now)) return false;
    const row = await this.present(tenant, shout);
    const state = await this.states.of(tenant, user._id, conversation);
    const read = state?.read_seq ?? 0;
    if (!row || state?.muted || row.position <= read) return false;
    const span = { after: read, before: row.position, limit: maxEarlier };
    return (await this.shouts.ofThread(tenant, conversation, span)).every(isDeleted);
  }

  private async present(tenant: Tenant, id: string): Promise<ShoutRow | null> {
    const row = await this.shouts.byId(tenant, id);
    return row && !isDeleted(row) ? row : null;
  }

  /** The shout with the member's access and the author's name; undefined if they may not read it now. */
  private async read(
    tenant: Tenant,
    id: string,
    reader: UserRow,
  ): Promise<{ row: ShoutRow; access: ConversationAccess; who: string } | undefined> {
    const row = await this.present(tenant, id);
    const author = row && (await this.users.byId(tenant, row.author));
    if (!author) return undefined;
    const access = await this.conversations.findIfReadable(tenant, reader, row.conversation, 'may_be_old');
    return access && { row, access, who: author.fullname };
  }
}

const idOf = (event: Written) => (event.kind === 'CommentPosted' ? event.comment : event.shout);
/** A shout in its conversation; for a comment, the shout or the record with all its comments. */
const addressOf = ({ _id, in_reply_to }: ShoutRow, { entry_id, comments_address }: ConversationAccess) =>
  comments_address !== undefined
    ? `${comments_address}?comment=${_id}`
    : in_reply_to === undefined
      ? `/main/conversation/${entry_id}?shout=${_id}`
      : `/main/shout/${in_reply_to}?comment=${_id}`;
