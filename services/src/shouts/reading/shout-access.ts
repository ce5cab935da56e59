import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Conversations } from '../../community/conversations/conversations.js';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { FilesService } from '../../community/files/files.service.js';
import { RowCache } from '../../infrastructure/mongo/row-cache.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';

/** A shout together with what its reader may do where it stands. */
export interface AccessibleShout {
  row: ShoutRow;
  reach: ConversationAccess;
}

/** The one way to a shout by its id: every call that takes one comes through here. */
@Injectable()
export class ShoutAccess implements OnModuleInit {
  private readonly kept = new RowCache<ShoutRow>(500);

  constructor(
    private readonly shouts: ShoutRepository,
    private readonly conversations: Conversations,
    private readonly files: FilesService,
  ) {}

  onModuleInit() {
    this.files.attachedTo('shout', (...question) => this.canRead(...question));
  }

  /** @throws SHOUT_NOT_FOUND for an unknown shout and for one that the caller may not read, alike. */
  async find(tenant: Tenant, user: UserRow, id: string): Promise<AccessibleShout> {
    return this.reached(tenant, user, await this.shouts.byId(tenant, id));
  }

  /** As {@link find}, for calls that a deleted shout takes no part in. @throws SHOUT_NOT_FOUND */
  async findPresent(tenant: Tenant, user: UserRow, id: string): Promise<AccessibleShout> {
    return present(await this.find(tenant, user, id));
  }

  /** As {@link findPresent}, with rows that may be a moment old: for a call that reads the shout again in its transaction. */
  async findForChange(tenant: Tenant, user: UserRow, id: string): Promise<AccessibleShout> {
    const row = await this.kept.get(tenantKey(tenant, id), () => this.shouts.byId(tenant, id));
    return present(await this.reached(tenant, user, row, 'may_be_old'));
  }

  private async reached(
    tenant: Tenant,
    user: UserRow,
    row: ShoutRow | null,
    counters?: 'may_be_old',
  ): Promise<AccessibleShout> {
    const reach = row && (await this.conversations.findIfReadable(tenant, user, row.conversation, counters));
    if (!reach) throw new PaddockError('SHOUT_NOT_FOUND');
    return { row, reach };
  }

  /** Whether a member may still see a shout's files. */
  private async canRead(tenant: Tenant, viewer: UserRow, id: string): Promise<boolean> {
    const row = await this.shouts.byId(tenant, id);
    return row !== null && !isDeleted(row) && this.conversations.canRead(tenant, viewer, row.conversation);
  }
}

function present(found: AccessibleShout): AccessibleShout {
  if (isDeleted(found.row)) throw new PaddockError('SHOUT_NOT_FOUND');
  return found;
}

export function isDeleted(row: Pick<ShoutRow, 'deleted' | 'admin_deleted'>): boolean {
  return row.deleted || row.admin_deleted;
}
