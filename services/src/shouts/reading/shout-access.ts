import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Conversations } from '../../community/conversations/conversations.js';
import type { ConversationAccess } from '../../community/conversations/conversation-access.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { FilesService } from '../../community/files/files.service.js';
import type { Snapshot } from '../../infrastructure/outbox/commit-log.js';
import { LoadCache } from '../../infrastructure/cache/load-cache.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantKey, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { ShoutRepository } from '../storage/shout.repository.js';
import type { ShoutRow } from '../storage/shout.schema.js';
import { hidesComments } from './hides-comments.js';

/** A shout with the reader's access to its conversation. */
export interface AccessibleShout {
  row: ShoutRow;
  access: ConversationAccess;
}

/** Finds shouts by id for a member; every call that takes a shout's id uses it. */
@Injectable()
export class ShoutAccess implements OnModuleInit {
  private readonly cache = new LoadCache<ShoutRow>(500, 750);

  constructor(
    private readonly shouts: ShoutRepository,
    private readonly conversations: Conversations,
    private readonly files: FilesService,
    private readonly communities: Communities,
  ) {}

  onModuleInit() {
    this.files.attachedTo('shout', (tenant, viewer, id) => this.canRead(tenant, viewer, id));
  }

  /** @throws SHOUT_NOT_FOUND also for a shout that the user may not read */
  async find(tenant: Tenant, user: UserRow, id: string): Promise<AccessibleShout> {
    return this.withAccess(tenant, user, await this.shouts.byId(tenant, id));
  }

  /**
   * The access to a shout that the caller has just read.
   *
   * @throws SHOUT_NOT_FOUND also for a deleted shout, unless comments keep it in its place
   */
  async toShown(snapshot: Snapshot, tenant: Tenant, user: UserRow, row: ShoutRow | null): Promise<ConversationAccess> {
    const { access } = await this.withAccess(tenant, user, row, snapshot);
    if (this.isGone(tenant, row!)) throw new PaddockError('SHOUT_NOT_FOUND');
    return access;
  }

  /** As {@link find}. @throws SHOUT_NOT_FOUND also for a deleted shout */
  async findPresent(tenant: Tenant, user: UserRow, id: string): Promise<AccessibleShout> {
    return present(await this.find(tenant, user, id));
  }

  /**
   * As {@link findPresent}, with cached rows: for calls whose transaction checks again that the shout is there. The caches may miss
   * a conversation that another process has just created, so they never refuse.
   */
  async findForChange(tenant: Tenant, user: UserRow, id: string): Promise<AccessibleShout> {
    const row = await this.cache.get(tenantKey(tenant, id), () => this.shouts.byId(tenant, id));
    try {
      return present(await this.withAccess(tenant, user, row, 'may_be_old'));
    } catch (error) {
      if (error instanceof PaddockError && error.code === 'SHOUT_NOT_FOUND') return this.findPresent(tenant, user, id);
      throw error;
    }
  }

  /** Whether a shout has left every list: it was deleted, and it shows no comments. */
  isGone(tenant: Tenant, row: ShoutRow): boolean {
    return isDeleted(row) && (row.comments_count === 0 || hidesComments(this.communities, tenant));
  }

  /** A member's access to a stored shout; undefined where they may not read it. */
  async accessTo(tenant: Tenant, user: UserRow, row: ShoutRow): Promise<ConversationAccess | undefined> {
    const access = await this.conversations.findIfVisible(tenant, user, row.conversation, 'may_be_old');
    return access && (await this.reads(tenant, user, row, access)) ? access : undefined;
  }

  private async withAccess(
    tenant: Tenant,
    user: UserRow,
    row: ShoutRow | null,
    counters?: Snapshot | 'may_be_old',
  ): Promise<AccessibleShout> {
    const access = row && (await this.conversations.findIfVisible(tenant, user, row.conversation, counters));
    if (!access || !(await this.reads(tenant, user, row, access))) throw new PaddockError('SHOUT_NOT_FOUND');
    return { row, access };
  }

  /** Someone who posted into a group from outside sees that shout and its comments. */
  private async reads(tenant: Tenant, user: UserRow, row: ShoutRow, access: ConversationAccess): Promise<boolean> {
    if (access.reads) return true;
    const shout = row.in_reply_to === undefined ? row : await this.shouts.byId(tenant, row.in_reply_to);
    return shout?.author === user._id && access.can_post;
  }

  /** Whether a member may see a shout's files. */
  private async canRead(tenant: Tenant, viewer: UserRow, id: string): Promise<boolean> {
    const row = await this.shouts.byId(tenant, id);
    if (row === null || isDeleted(row)) return false;
    const access = await this.conversations.findIfVisible(tenant, viewer, row.conversation);
    return access !== undefined && this.reads(tenant, viewer, row, access);
  }
}

function present(found: AccessibleShout): AccessibleShout {
  if (isDeleted(found.row)) throw new PaddockError('SHOUT_NOT_FOUND');
  return found;
}

export function isDeleted(row: Pick<ShoutRow, 'deleted' | 'admin_deleted'>): boolean {
  return row.deleted || row.admin_deleted;
}
