import { Injectable, type OnModuleInit } from '@nestjs/common';
import { subjectConversationId } from '../../community/conversations/conversation-ids.js';
import { ExtensionPoints } from '../../community/extension-points/extension-points.js';
import { Notifications } from '../../community/notifications/notifications.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import { notificationsAboutShouts } from './shout-notifications.js';

/** Comments that are read together. */
const batch = 200;

/** Withdraws the notifications about a record's comments from members who may no longer read the record. Repeatable. */
@Injectable()
export class NarrowedSubjects implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly shouts: ShoutRepository,
    private readonly users: UserRepository,
    private readonly extensions: ExtensionPoints,
    private readonly notifications: Notifications,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'shouts-narrowed-subject',
      kinds: ['SubjectNarrowed'],
      durable: true,
      handle: (event) => this.withdraw(event),
    });
  }

  private async withdraw({ tenant, subject: { kind, id } }: Delivered<'SubjectNarrowed'>): Promise<void> {
    const subject = this.extensions.all('comment_subject').get(kind);
    if (!subject) return;
    const losing = async (holders: readonly string[]) => {
      if (holders.length === 0) return [];
      const readers = await subject.access(tenant, await this.users.byIds(tenant, holders), id);
      return holders.filter((holder) => !readers.has(holder));
    };
    const thread = subjectConversationId(tenant, kind, id);
    for (let before: number | undefined; ;) {
      const comments = await this.shouts.presentOfThread(tenant, thread, batch, before);
      for (const { _id } of comments) await this.notifications.withdraw(tenant, notificationsAboutShouts, _id, losing);
      if (comments.length < batch) return;
      before = comments.at(-1)!.position;
    }
  }
}
