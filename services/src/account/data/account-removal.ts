import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { AccountErasure } from '../../community/erasure/account-erasure.js';
import { SessionService } from '../../community/sessions/session.service.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';

/** The removal of an account's record, in the caller's transaction. */
@Injectable()
export class AccountRemoval {
  constructor(
    private readonly users: UserRepository,
    private readonly sessions: SessionService,
    private readonly erasure: AccountErasure,
    private readonly outbox: Outbox,
  ) {}

  /** Deletes an account with an unverified address; false when it is missing or verified. */
  async deleteUnverified(tenant: Tenant, id: string, session: ClientSession): Promise<boolean> {
    const user = await this.users.delete(tenant, id, { session, unproved: true });
    if (user) await this.finish(tenant, user, session);
    return user !== null;
  }

  /** Ends the sessions of an account whose record was deleted, and starts its erasure. */
  async finish(tenant: Tenant, user: UserRow, session: ClientSession): Promise<void> {
    await this.sessions.endAllIn(session, tenant, user._id);
    const { admin, workplaces, email_verified, pending, banned } = user;
    const places = { admin, workplaces, ...(banned && { banned }) };
    await this.erasure.begin(tenant, user, session, email_verified && !pending ? places : undefined);
    await this.outbox.add(session, { kind: 'MemberChanged', tenant, user: user._id });
  }
}
