import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { NotificationContent, NotificationKind } from '../../community/notifications/notification-kind.js';
import { Notifications } from '../../community/notifications/notifications.js';
import { wantsNotification } from '../../community/notifications/preferences.js';
import type { UserRow } from '../../community/users/user.schema.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import { ReadableShouts } from './readable-shouts.js';

/** Comments on one shout within this time make one notification. */
const quietMs = 10 * 60_000;
/** Comments after a deleted one that its notification may pass to. */
const maxFollowing = 20;
const name = 'comment';

/**
 * Notifies the author of a shout of comments on it (decisions: Shouts, chats, groups). Comments on records have notifications of
 * their own.
 */
@Injectable()
export class CommentNotifications implements OnModuleInit {
  private readonly kind: NotificationKind<'CommentPosted'> = {
    name,
    events: ['CommentPosted'],
    notification: { type: 'pn_comment' },
    subject: ({ shout, comment }) => `${shout}:${comment}`,
    by: ({ author }) => author,
    recipients: async ({ tenant, shout, subject }) => {
      const root = subject ? null : await this.readable.present(tenant, shout);
      return root ? [root.author] : [];
    },
    contentFor: (event, recipient) => this.contentFor(event, recipient),
  };

  constructor(
    private readonly notifications: Notifications,
    private readonly outbox: Outbox,
    private readonly readable: ReadableShouts,
    private readonly shouts: ShoutRepository,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'shouts-withdraw-comment-notices',
      kinds: ['ShoutDeleted'],
      durable: true,
      handle: async (event) => {
        const { tenant, shout, in_reply_to: root } = event;
        if (root === undefined) return;
        // First, so that a repeated delivery still finds the notification.
        await this.notifyOfFollowing(event, root);
        await this.notifications.withdraw(tenant, [name], `${root}:${shout}`);
      },
    });
    this.notifications.register(this.kind);
  }

  private async contentFor(
    { tenant, shout, comment }: Delivered<'CommentPosted'>,
    recipient: UserRow,
  ): Promise<NotificationContent | undefined> {
    const found = await this.readable.read(tenant, comment, recipient);
    if (!found) return undefined;
    const { row, who, where, address } = found;
    // The notification of the mention says the same.
    if (row.mentions.includes(recipient.username_key) && wantsNotification(recipient, 'pn_mention')) return undefined;
    const since = new Date(row.created.getTime() - quietMs);
    const sent = await this.notifications.sent(tenant, { kind: name, subject: shout, user: recipient._id, since });
    for (const subject of sent.keys())
      if (await this.readable.present(tenant, subject.slice(shout.length + 1))) return undefined;
    return { facts: { who, where }, address, conversation: row.conversation };
  }

  /** The first of the comments that the notification of a deleted one covered gets a notification. */
  private async notifyOfFollowing(event: Delivered<'ShoutDeleted'>, root: string): Promise<void> {
    const { tenant, shout, conversation, id, at } = event;
    const [comment, above] = [await this.shouts.byId(tenant, shout), await this.readable.present(tenant, root)];
    if (!comment || !above) return;
    const subject = `${root}:${shout}`;
    const sent = (await this.notifications.sent(tenant, { kind: name, subject, user: above.author })).get(subject);
    // Later, the author has had time to see the comments themselves.
    if (!sent || sent.getTime() < Date.now() - quietMs) return;
    const span = { after: comment.position, limit: maxFollowing, present: true };
    for (const { _id, author } of await this.shouts.ofThread(tenant, comment.thread, span)) {
      const facts = { conversation, shout: root, comment: _id, author };
      // The next ones are folded into the first notification.
      await this.notifications.deliver(this.kind, { kind: 'CommentPosted', id, at, tenant, ...facts });
    }
  }
}
