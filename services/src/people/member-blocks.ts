import { Injectable } from '@nestjs/common';
import { isAdminAnywhere } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../community/calls/caller.js';
import { UserVisibility } from '../community/memberships/user-visibility.js';
import { UserRepository } from '../community/users/user.repository.js';
import type { UserRow } from '../community/users/user.schema.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import { Mongo } from '../infrastructure/mongo/mongo.js';
import { Outbox } from '../infrastructure/outbox/outbox.js';
import type { Tenant } from '../infrastructure/tenancy/tenant.js';

interface Blocker {
  readonly tenant: Tenant;
  readonly user: Pick<UserRow, '_id'>;
}

/** Members who block others. */
@Injectable()
export class MemberBlocks {
  constructor(
    private readonly users: UserRepository,
    private readonly visibility: UserVisibility,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** @throws USER_NOT_FOUND; FORBIDDEN for oneself and for admins. */
  async block(caller: SignedInCaller, id: string): Promise<void> {
    const member = await this.visibility.find(caller, id);
    if (!isBlockable(caller, member)) throw new PaddockError('FORBIDDEN');
    await this.set(caller, id, true);
  }

  /** @throws USER_NOT_FOUND, except for members whom the caller has blocked: they may have left the groups of both since. */
  async unblock(caller: SignedInCaller, id: string): Promise<void> {
    if (!caller.user.blocked_users.includes(id)) await this.visibility.find(caller, id);
    await this.set(caller, id, false);
  }

  /** Removes a member from the blocked users of all others: admins cannot be blocked (A §6). */
  async endAgainst(tenant: Tenant, id: string): Promise<void> {
    for (const _id of await this.users.blockersOf(tenant, id)) await this.set({ tenant, user: { _id } }, id, false);
  }

  private async set({ tenant, user }: Blocker, other: string, blocked: boolean): Promise<void> {
    await this.mongo.transaction(async (session) => {
      if (!(await this.users.setBlocked(tenant, user._id, other, blocked, { session }))) return;
      await this.outbox.add(
        session,
        { kind: 'MemberChanged', tenant, user: user._id },
        { kind: 'MemberBlocked', tenant, user: user._id, other },
      );
    });
  }
}

/** Members block members, not admins (A §6): a block holds in all workplaces, so those of another workplace count too. */
export function isBlockable({ user, config }: SignedInCaller, member: UserRow): boolean {
  return member._id !== user._id && !isAdminAnywhere(member, config);
}
