import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { NotificationContent } from '../../community/notifications/notification-kind.js';
import { Notifications } from '../../community/notifications/notifications.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { VoteRepository } from '../storage/vote.repository.js';
import { ReadableShouts } from './readable-shouts.js';

/** A member asked or answered, once for each poll: there is no preference for it. */
const notification = { type: 'always' } as const;

/** Notifications of the end of a poll: to its author, and to those who voted. */
@Injectable()
export class PollNotifications implements OnModuleInit {
  constructor(
    private readonly notifications: Notifications,
    private readonly shouts: ReadableShouts,
    private readonly votes: VoteRepository,
  ) {}

  onModuleInit() {
    const shared = {
      events: ['PollEnded'] as const,
      notification,
      subject: ({ shout }: Delivered<'PollEnded'>) => shout,
      contentFor: (event: Delivered<'PollEnded'>, recipient: UserRow) => this.contentFor(event, recipient),
    };
    this.notifications.register<'PollEnded'>({
      ...shared,
      name: 'own_poll_ended',
      recipients: ({ author }) => Promise.resolve([author]),
    });
    this.notifications.register<'PollEnded'>({
      ...shared,
      name: 'poll_ended',
      by: ({ author }) => author,
      recipients: ({ tenant, shout }) => this.votes.voters(tenant, shout),
    });
  }

  private async contentFor(
    { tenant, shout }: Delivered<'PollEnded'>,
    recipient: UserRow,
  ): Promise<NotificationContent | undefined> {
    const found = await this.shouts.read(tenant, shout, recipient);
    if (!found || found.access.reason === 'blocked') return undefined;
    const { row, who, where, address } = found;
    return { facts: { who, where }, address, conversation: row.conversation };
  }
}
