import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { RowCache } from '../../infrastructure/mongo/row-cache.js';
import { RefreshingRowCache } from '../../infrastructure/mongo/refreshing-row-cache.js';
import type { Delivered } from '../../infrastructure/outbox/domain-events.js';
import { CommitLog, type Snapshot } from '../../infrastructure/outbox/commit-log.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ConversationStateRepository } from './conversation-state.repository.js';
import { ConversationRepository } from './conversation.repository.js';
import type { ConversationRow, ConversationStateRow } from './conversation.schema.js';

const marksFreshMs = 10_000;

/**
 * Caches heads with their counters, and read marks (ADR 0023). Fields that no
 * event covers, a head's rights and names, are at most as old as in ADR 0012.
 */
@Injectable()
export class ConversationCache {
  private readonly heads = RefreshingRowCache.byId<ConversationRow>(10_000, (tenant, ids) =>
    this.conversations.byIds(tenant, ids),
  );
  private readonly states = new RowCache<ConversationStateRow>(50_000, marksFreshMs);

  constructor(
    private readonly conversations: ConversationRepository,
    private readonly members: ConversationStateRepository,
    mongo: Mongo,
    committed: CommitLog,
  ) {
    mongo.onWrite('conversations', (written) => {
      const row = written as unknown as ConversationRow | undefined;
      if (row) this.heads.drop(row, row._id);
      else this.heads.clear();
    });
    mongo.onWrite('conversation_states', (written) => {
      const row = written as unknown as ConversationStateRow | undefined;
      if (row) this.states.drop(tenantKey(row, row.user, row.conversation));
      else this.states.clear();
    });
    committed.on((event) => this.hear(event));
  }

  head(_: Snapshot, tenant: Tenant, id: string): Promise<ConversationRow | null> {
    return this.heads.get(tenant, id);
  }

  /** The existing heads of some ids, in any number. */
  async headsOf(_: Snapshot, tenant: Tenant, ids: readonly string[]): Promise<ConversationRow[]> {
    return (await this.heads.getMany(tenant, ids)).filter((row) => row !== null);
  }

  state(_: Snapshot, tenant: Tenant, user: string, conversation: string): Promise<ConversationStateRow | null> {
    return this.states.get(tenantKey(tenant, user, conversation), () => this.members.of(tenant, user, conversation));
  }

  private hear(event: Delivered | undefined): void {
    if (!event) {
      this.heads.clear();
      this.states.clear();
    } else if (event.kind === 'ShoutPosted') {
      this.heads.drop(event.tenant, event.conversation);
      this.states.drop(tenantKey(event.tenant, event.author, event.conversation));
    } else if (event.kind === 'ShoutDeleted') this.heads.drop(event.tenant, event.conversation);
    else if (event.kind === 'ChatMarked') this.states.drop(tenantKey(event.tenant, event.user, event.conversation));
    else if (event.kind === 'MembershipChanged')
      if (event.user) this.states.drop(tenantKey(event.tenant, event.user, event.group));
      else this.heads.drop(event.tenant, event.group);
  }
}
