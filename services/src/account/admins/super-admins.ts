import { Injectable } from '@nestjs/common';
import { hourMs } from '@paddock/contract/core/durations';
import { LastAdmin } from '../../community/users/last-admin.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { CommunityAddress } from '../../infrastructure/links/community-address.js';
import { LinkTokens } from '../../infrastructure/links/link-tokens.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

const lifetimeMs = hourMs;

/**
 * Lists, makes and removes super admins for `npm run admin` (decisions, Accounts). The command runs in a process of its own; the caches
 * of the others follow its events.
 */
@Injectable()
export class SuperAdmins {
  constructor(
    private readonly users: UserRepository,
    private readonly links: LinkTokens,
    private readonly lastAdmin: LastAdmin,
    private readonly address: CommunityAddress,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** The super admins who can sign in. */
  list(tenant: Tenant): Promise<UserRow[]> {
    return this.users.admins(tenant, 'community');
  }

  /**
   * Makes a link for an address in lower case; it replaces an open one.
   *
   * @returns the full address of its page
   * @throws ACCESS_FORBIDDEN when the account with the address is banned; EMAIL_NOT_VERIFIED when its address was verified without a
   *   session: another person may know its password, until the owner of the address sets a new one.
   */
  async makeLink(tenant: Tenant, email: string): Promise<string> {
    const holder = await this.users.byEmail(tenant, email);
    if (holder?.banned) throw new PaddockError('ACCESS_FORBIDDEN');
    if (holder?.verified_by_link) throw new PaddockError('EMAIL_NOT_VERIFIED');
    const token = await this.mongo.transaction(async (session) => {
      await this.links.withdraw(tenant, email, 'super_admin', { session });
      return this.links.make(tenant, { kind: 'super_admin', user: email, lifetimeMs }, { session });
    });
    return this.address.page(tenant.community, `/super_admin/${token}`);
  }

  /** @throws USER_NOT_FOUND when no super admin has the address; LAST_ADMIN. */
  async remove(tenant: Tenant, email: string): Promise<void> {
    const user = await this.users.byEmail(tenant, email);
    if (!user?.admin) throw new PaddockError('USER_NOT_FOUND');
    await this.mongo.transaction(async (session) => {
      await this.lastAdmin.checkOthersRemain(tenant, user, session);
      await this.users.setAdmin(tenant, user._id, false, { session });
      await this.links.withdraw(tenant, email, 'super_admin', { session });
      const about = { tenant, user: user._id };
      await this.outbox.add(
        session,
        { kind: 'MemberChanged', ...about },
        { kind: 'RoleChanged', ...about, role: 'admin', granted: false },
      );
    });
  }
}
