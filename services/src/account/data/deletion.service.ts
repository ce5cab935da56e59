import { Injectable } from '@nestjs/common';
import { deleteAccountForm, type deleteAccount, type terminateMember } from '@paddock/contract/calls/account-data';
import type { CallArguments } from '@paddock/contract/core/call';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { AccountErasure } from '../../community/erasure/account-erasure.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Mailer } from '../../infrastructure/mail/mailer.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { SessionService } from '../../community/sessions/session.service.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { LastAdmin } from '../../community/users/last-admin.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { checkedForm } from '../../infrastructure/calls/checked-form.js';
import { OwnPassword } from '../credentials/password/own-password.js';

/** The end of accounts (ADR 0018). */
@Injectable()
export class DeletionService {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: OwnPassword,
    private readonly sessions: SessionService,
    private readonly lastAdmin: LastAdmin,
    private readonly departures: AccountErasure,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly communities: Communities,
  ) {}

  /** One's own account, with the password. */
  async deleteOwn(caller: SignedInCaller, { password }: CallArguments<typeof deleteAccount>) {
    const form = checkedForm(deleteAccountForm, { password });
    await this.passwords.check(caller, form.password);
    return this.end(caller.tenant.community, caller.user._id);
  }

  /** A super admin ends a member's. */
  terminate({ tenant }: SignedInCaller, { id }: CallArguments<typeof terminateMember>) {
    return this.end(tenant.community, id);
  }

  /**
   * In one transaction: the record is gone, with name and address; all sessions have ended; and every service is to forget.
   *
   * @throws USER_NOT_FOUND; LAST_ADMIN.
   */
  private async end(community: string, id: string) {
    const tenant = tenantOf(community);
    await this.mongo.transaction(async (session) => {
      const user = await this.users.delete(tenant, id, { session });
      if (!user) throw new PaddockError('USER_NOT_FOUND');
      await this.lastAdmin.checkOthersRemain(tenant, user, session);
      await this.endWhole(tenant, user, session);
      await this.sayFarewell(tenant, user, session);
    });
    return { ok: true as const };
  }

  /** Ends an account that never proved its address, in the caller's transaction; false when there is none, or it has proved it. */
  async endUnproved(tenant: Tenant, id: string, session: ClientSession): Promise<boolean> {
    const user = await this.users.delete(tenant, id, { session, unproved: true });
    if (user) await this.endWhole(tenant, user, session);
    return user !== null;
  }

  private async endWhole(tenant: Tenant, user: UserRow, session: ClientSession): Promise<void> {
    await this.sessions.endAllIn(session, tenant, user._id);
    await this.departures.begin(tenant, user, session);
    await this.outbox.add(session, { kind: 'MemberChanged', tenant, user: user._id });
  }

  /** With what is known of the member for the last time. An address that was never proved may be somebody else's. */
  private async sayFarewell(tenant: Tenant, user: UserRow, session: ClientSession): Promise<void> {
    if (!user.email_verified) return;
    const { _id, email: to, fullname, language } = user;
    const community = this.communities.find(tenant.community)?.title ?? '';
    const data = { fullname, community };
    const key = `account_deleted:${_id}`;
    await this.mailer.queue(tenant, { key, to, template: 'account_deleted', data, language }, session);
  }
}
