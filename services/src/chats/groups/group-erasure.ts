import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ConversationStateRepository } from '../../community/conversations/conversation-state.repository.js';
import { FilesService } from '../../community/files/files.service.js';
import { dayMs, hourMs } from '@paddock/contract/core/durations';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { CommunityJobs } from '../../infrastructure/tenancy/community-jobs.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DeletedGroupRepository } from './deleted-group.repository.js';

/** How long the shouts of a deleted group stay stored, for their authors' data exports. */
const retentionMs = 30 * dayMs;
const everyMs = hourMs;

/** Erases the shouts and files of deleted groups (ADR 0030). */
@Injectable()
export class GroupErasure implements OnModuleInit {
  /** Erases the groups that were deleted at least 30 days before `now`. */
  readonly sweep: (now?: Date) => Promise<void>;

  constructor(
    private readonly deleted: DeletedGroupRepository,
    private readonly states: ConversationStateRepository,
    private readonly files: FilesService,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    jobs: CommunityJobs,
  ) {
    this.sweep = jobs.add({
      name: 'chats.erase_groups',
      everyMs,
      failure: 'deleted groups could not be erased',
      run: (tenant, now) => this.erase(tenant, new Date(now.getTime() - retentionMs)),
    });
  }

  onModuleInit() {
    this.outbox.subscribe({
      name: 'chats-erase-group',
      kinds: ['GroupErased'],
      durable: true,
      handle: ({ tenant, group }) => this.states.forgetConversation(tenant, group),
    });
  }

  private async erase(community: Tenant, before: Date): Promise<void> {
    for (const [tenant, row] of await this.deleted.before(community, before)) {
      const isTaken = await this.mongo.transaction(async (session) => {
        if (!(await this.deleted.take(tenant, row._id, { session }))) return false;
        await this.outbox.add(session, { kind: 'GroupErased', tenant, group: row._id });
        return true;
      });
      if (isTaken && row.image) await this.files.delete(tenant, row.image);
    }
  }
}
