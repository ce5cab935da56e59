import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Conversations } from '../platform/conversations/conversations.js';
import type { Reach } from '../platform/conversations/reach.js';
import { PaddockError } from '../platform/errors/paddock-error.js';
import { FilesService } from '../platform/files/files.service.js';
import type { Tenant } from '../platform/tenancy/tenant.js';
import type { UserRow } from '../platform/users/user.schema.js';
import { ShoutRepository } from './shout.repository.js';
import type { ShoutRow } from './shout.schema.js';

/** A shout together with what its reader may do where it stands. */
export interface ReachedShout {
  row: ShoutRow;
  reach: Reach;
}

/** The one way to a shout by its id: every call that takes one comes through here. */
@Injectable()
export class ShoutReach implements OnModuleInit {
  constructor(
    private readonly shouts: ShoutRepository,
    private readonly conversations: Conversations,
    private readonly files: FilesService,
  ) {}

  onModuleInit() {
    this.files.attachedTo('shout', (...question) => this.mayRead(...question));
  }

  /** @throws SHOUT_NOT_FOUND for an unknown shout and for one that the caller may not read, alike. */
  async find(tenant: Tenant, user: UserRow, id: string): Promise<ReachedShout> {
    const row = await this.shouts.byId(tenant, id);
    if (!row) throw new PaddockError('SHOUT_NOT_FOUND');
    try {
      return { row, reach: await this.conversations.findById(tenant, user, row.conversation) };
    } catch (error) {
      throw error instanceof PaddockError && error.status < 500 ? new PaddockError('SHOUT_NOT_FOUND') : error;
    }
  }

  /** As {@link find}, for calls that a deleted shout takes no part in. @throws SHOUT_NOT_FOUND */
  async findPresent(tenant: Tenant, user: UserRow, id: string): Promise<ReachedShout> {
    const found = await this.find(tenant, user, id);
    if (isDeleted(found.row)) throw new PaddockError('SHOUT_NOT_FOUND');
    return found;
  }

  /** Whether a member may still see a shout's files. */
  private async mayRead(tenant: Tenant, viewer: UserRow, id: string): Promise<boolean> {
    try {
      await this.findPresent(tenant, viewer, id);
      return true;
    } catch (error) {
      if (error instanceof PaddockError && error.code === 'SHOUT_NOT_FOUND') return false;
      throw error;
    }
  }
}

export function isDeleted(row: Pick<ShoutRow, 'deleted' | 'admin_deleted'>): boolean {
  return row.deleted || row.admin_deleted;
}
