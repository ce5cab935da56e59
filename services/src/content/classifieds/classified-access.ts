import { Injectable } from '@nestjs/common';
import { isWorkplaceAdmin } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { UserRepository } from '../../community/users/user.repository.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { ClassifiedRepository } from './classified.repository.js';
import type { ClassifiedRow } from './classified.schema.js';
import { isExpired } from './classified-term.js';

/** The member who looks at ads. */
export type ClassifiedViewer = Pick<SignedInCaller, 'tenant' | 'user'>;

/**
 * Who may read and change ads. An ad is for its workplace until it expires, then for its owner alone. A block between two members
 * hides their ads from each other, and ads of banned members are hidden; workplace admins see all.
 */
@Injectable()
export class ClassifiedAccess {
  constructor(
    private readonly ads: ClassifiedRepository,
    private readonly users: UserRepository,
  ) {}

  /** Ids of the owners whose ads the viewer does not see. */
  async hiddenOwners({ tenant, user }: ClassifiedViewer): Promise<string[]> {
    if (isWorkplaceAdmin(user, tenant.workplace)) return [];
    const [blockers, banned] = await Promise.all([this.users.blockersOf(tenant, user._id), this.users.banned(tenant)]);
    const hidden = new Set([...user.blocked_users, ...blockers, ...banned]);
    hidden.delete(user._id);
    return [...hidden];
  }

  async canRead(viewer: ClassifiedViewer, row: ClassifiedRow): Promise<boolean> {
    if (row.owner === viewer.user._id) return true;
    return !isExpired(row) && !(await this.hiddenOwners(viewer)).includes(row.owner);
  }

  /** @throws CLASSIFIED_NOT_FOUND for a missing, an expired and an invisible ad alike. */
  async find(viewer: ClassifiedViewer, id: string, options: InSession = {}): Promise<ClassifiedRow> {
    const row = await this.ads.byId(viewer.tenant, id, options);
    if (!row || !(await this.canRead(viewer, row))) throw new PaddockError('CLASSIFIED_NOT_FOUND');
    return row;
  }

  /** @throws CLASSIFIED_NOT_FOUND, FORBIDDEN */
  async managed(caller: ClassifiedViewer, id: string, options: InSession = {}) {
    const row = await this.find(caller, id, options);
    if (!manages(caller, row)) throw new PaddockError('FORBIDDEN');
    return row;
  }
}

/** Whether a member may change and delete an ad (specification B §6). */
export function manages({ tenant, user }: ClassifiedViewer, { owner }: Pick<ClassifiedRow, 'owner'>): boolean {
  return owner === user._id || isWorkplaceAdmin(user, tenant.workplace);
}
