import { Injectable, type OnModuleInit } from '@nestjs/common';
import { FilesService } from '../../community/files/files.service.js';
import { subjectConversationId } from '../../community/conversations/conversation-ids.js';
import { Notifications } from '../../community/notifications/notifications.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { imagesOf } from '../storage/link-rows.js';
import { VoteRepository } from '../storage/vote.repository.js';
import { ViewRepository } from '../storage/view.repository.js';
import { LikeRepository } from '../storage/like.repository.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import { notificationsAboutShouts } from './shout-notifications.js';

/**
 * Erases the shouts of deleted groups (ADR 0030) and the comments on deleted records (ADR 0038), with likes, votes and files.
 * Repeatable: what is erased is not found again.
 */
@Injectable()
export class GroupErasure implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly shouts: ShoutRepository,
    private readonly likes: LikeRepository,
    private readonly votes: VoteRepository,
    private readonly views: ViewRepository,
    private readonly files: FilesService,
    private readonly heads: ConversationRepository,
    private readonly notifications: Notifications,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'shouts-erase-group',
      kinds: ['GroupErased'],
      durable: true,
      handle: ({ tenant, group }) => this.erase(tenant, group),
    });
    this.outbox.subscribe({
      name: 'shouts-erase-subject',
      kinds: ['SubjectDeleted'],
      durable: true,
      handle: async ({ tenant, subject }) => {
        const conversation = subjectConversationId(tenant, subject.kind, subject.id);
        await this.erase(tenant, conversation);
        await this.heads.removeSubject(tenant, conversation);
      },
    });
  }

  private async erase(tenant: Tenant, conversation: string): Promise<void> {
    for (;;) {
      const rows = await this.shouts.someOf(tenant, conversation);
      if (rows.length === 0) return;
      for (const file of rows.flatMap(({ images, files, links }) => [...images, ...files, ...imagesOf(links)]))
        await this.files.delete(tenant, file);
      const ids = rows.map(({ _id }) => _id);
      for (const id of ids) await this.notifications.withdraw(tenant, notificationsAboutShouts, id);
      await this.likes.removeOf(tenant, ids);
      await this.votes.removeOf(tenant, ids);
      await this.views.removeOf(tenant, ids);
      await this.shouts.erase(tenant, ids);
    }
  }
}
