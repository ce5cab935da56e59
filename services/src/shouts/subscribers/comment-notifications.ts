import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Notifications } from '../../community/notifications/notifications.js';
import { wantsNotification } from '../../community/notifications/preferences.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { ReadableShouts } from './readable-shouts.js';

/** Comments on one shout within this time make one notification. */
const quietMs = 10 * 60_000;
const name = 'comment';

/**
 * Notifies the author of a shout of comments on it (decisions: Shouts, chats, groups). Comments on records have notifications of
 * their own.
 */
@Injectable()
export class CommentNotifications implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly outbox: Outbox,
    private readonly readable: ReadableShouts,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'shouts-withdraw-comment-notices',
      kinds: ['ShoutDeleted'],
      durable: true,
      handle: ({ tenant, shout, in_reply_to: root }) =>
        this.notifications.withdraw(tenant, [name], root === undefined ? shout : `${root}:${shout}`),
    });
    this.notifications.register<'CommentPosted'>({
      name,
      events: ['CommentPosted'],
      notification: { type: 'pn_comment' },
      subject: ({ shout, comment }) => `${shout}:${comment}`,
      by: ({ author }) => author,
      recipients: async ({ tenant, shout, subject }) => {
        const root = subject ? null : await this.readable.present(tenant, shout);
        return root ? [root.author] : [];
      },
      contentFor: async ({ tenant, shout, comment }, recipient) => {
        const found = await this.readable.read(tenant, comment, recipient);
        if (!found) return undefined;
        const { row, who, where, address } = found;
        // The notification of the mention says the same.
        if (row.mentions.includes(recipient.username_key) && wantsNotification(recipient, 'pn_mention'))
          return undefined;
        const since = new Date(row.created.getTime() - quietMs);
        if (await this.notifications.wasSent(tenant, { kind: name, subject: shout, user: recipient._id, since }))
          return undefined;
        return { facts: { who, where }, address };
      },
    });
  }
}
