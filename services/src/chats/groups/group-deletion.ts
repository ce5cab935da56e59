import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { ConversationStateRepository } from '../../community/conversations/conversation-state.repository.js';
import { ConversationRepository } from '../../community/conversations/conversation.repository.js';
import type { ConversationRow } from '../../community/conversations/conversation.schema.js';
import { FilesService } from '../../community/files/files.service.js';
import { FormerMemberRepository } from '../../community/memberships/former-member.repository.js';
import { MembershipRepository } from '../../community/memberships/membership.repository.js';
import { LOGGER } from '../../infrastructure/environment/logger-token.js';
import type { Logger } from '../../infrastructure/logging/logger.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Loop } from '../../infrastructure/outbox/loop.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { DeletedGroupRepository } from './deleted-group.repository.js';
import { GroupLinkRepository } from './group-link.repository.js';
import { GroupRequestRepository } from './group-request.repository.js';

/** How long the shouts of a deleted group stay stored, for their authors' data exports. */
const keptMs = 30 * 24 * 3_600_000;
const everyMs = 3_600_000;

/**
 * Deletes groups (ADR 0030): the group leaves everything at once, since nothing is readable without its head; its shouts and
 * files are erased a month later.
 */
@Injectable()
export class GroupDeletion implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly loop = new Loop(() => this.sweep(), everyMs);

  constructor(
    private readonly heads: ConversationRepository,
    private readonly states: ConversationStateRepository,
    private readonly memberships: MembershipRepository,
    private readonly former: FormerMemberRepository,
    private readonly requests: GroupRequestRepository,
    private readonly links: GroupLinkRepository,
    private readonly deleted: DeletedGroupRepository,
    private readonly files: FilesService,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    private readonly communities: Communities,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onModuleInit() {
    this.outbox.subscribe({
      name: 'chats-erase-group',
      kinds: ['GroupErased'],
      durable: true,
      handle: ({ tenant, group }) => this.states.forgetConversation(tenant, group),
    });
  }

  onApplicationBootstrap() {
    this.loop.wake();
  }

  beforeApplicationShutdown() {
    return this.loop.stop();
  }

  /** In the transaction that holds the group's turn. */
  async delete(tenant: Tenant, { _id: group, title, image }: ConversationRow, session: ClientSession): Promise<void> {
    await this.heads.removeGroup(tenant, group, { session });
    await this.memberships.removeGroup(tenant, group, { session });
    await this.former.removeGroup(tenant, group, { session });
    await this.requests.removeGroup(tenant, group, { session });
    await this.links.removeGroup(tenant, group, { session });
    const row = { _id: group, title, ...(image && { image }), deleted: new Date() };
    await this.deleted.add(tenant, row, { session });
    await this.outbox.add(session, { kind: 'MembershipChanged', tenant, group });
  }

  /** Erases the groups that were deleted at least 30 days before `now`. */
  async sweep(now = new Date()): Promise<void> {
    try {
      for (const { id } of this.communities.all())
        for (const [tenant, row] of await this.deleted.before(tenantOf(id), new Date(now.getTime() - keptMs))) {
          const isTaken = await this.mongo.transaction(async (session) => {
            if (!(await this.deleted.take(tenant, row._id, { session }))) return false;
            await this.outbox.add(session, { kind: 'GroupErased', tenant, group: row._id });
            return true;
          });
          if (isTaken && row.image) await this.files.delete(tenant, row.image);
        }
    } catch (err) {
      this.logger.error({ module: 'chats', err }, 'deleted groups could not be erased');
    }
  }
}
