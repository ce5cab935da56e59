import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { Conversations } from '../../community/conversations/conversations.js';
import { Notifications } from '../../community/notifications/notifications.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { ReadableShouts } from './readable-shouts.js';

/** Withdraws the notifications about a group from members who lost it, and from all when it is deleted (ADR 0030). Repeatable. */
@Injectable()
export class LostGroups implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly committed: CommitLog,
    private readonly heads: ConversationRepository,
    private readonly conversations: Conversations,
    private readonly users: UserRepository,
    private readonly readable: ReadableShouts,
    private readonly notifications: Notifications,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'shouts-lost-group',
      kinds: ['MembershipChanged'],
      durable: true,
      handle: (event) => this.handle(event),
    });
  }

  private async handle({ tenant, group, user: id }: Delivered<'MembershipChanged'>): Promise<void> {
    // The caches below must not be older than the event.
    await this.committed.sync();
    if (!(await this.heads.byId(tenant, group))) return this.notifications.withdrawAllAbout(tenant, group);
    const user = id === undefined ? null : await this.users.byId(tenant, id);
    if (!user || (await this.conversations.canRead(tenant, user, group))) return;
    const from = { conversation: group, user: user._id };
    // The author of a shout in a visible group still reads that shout.
    await this.notifications.withdrawFrom(
      tenant,
      from,
      async (shout) => (await this.readable.read(tenant, shout, user)) !== undefined,
    );
  }
}
