import { Injectable } from '@nestjs/common';
import { deleteAccountForm, type deleteAccount, type terminateMember } from '@paddock/contract/calls/account-data';
import type { CallArguments } from '@paddock/contract/core/call';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Mailer } from '../../infrastructure/mail/mailer.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { Communities } from '../../infrastructure/tenancy/communities.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { LastAdmin } from '../../community/users/last-admin.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { parseForm } from '../../infrastructure/calls/parse-form.js';
import { AccountRemoval } from './account-removal.js';
import { OwnPassword } from '../credentials/password/own-password.js';

/** Deletes accounts (ADR 0018). */
@Injectable()
export class DeletionService {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: OwnPassword,
    private readonly lastAdmin: LastAdmin,
    private readonly removal: AccountRemoval,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly communities: Communities,
  ) {}

  async deleteOwn(caller: SignedInCaller, { password }: CallArguments<typeof deleteAccount>) {
    const form = parseForm(deleteAccountForm, { password });
    await this.passwords.check(caller, form.password);
    return this.end(caller.tenant, caller.user._id);
  }

  /** @throws FORBIDDEN for the own account: its deletion asks for the password. */
  async terminate({ tenant, user }: SignedInCaller, { id }: CallArguments<typeof terminateMember>) {
    if (id === user._id) throw new PaddockError('FORBIDDEN');
    return this.end(tenant, id, user._id);
  }

  /**
   * Deletes the user record with its name and address, ends all sessions and starts the erasure in every service, in one transaction.
   *
   * @throws USER_NOT_FOUND; LAST_ADMIN.
   */
  private async end(at: Tenant, id: string, by?: string) {
    const tenant = tenantOf(at.community);
    await this.mongo.transaction(async (session) => {
      const user = await this.users.delete(tenant, id, { session });
      if (!user) throw new PaddockError('USER_NOT_FOUND');
      await this.lastAdmin.checkOthersRemain(tenant, user, session, by);
      await this.removal.finish(tenant, user, session);
      await this.queueMail(tenant, user, session);
      // In the admin's workplace, whose audit trail shows it.
      if (by !== undefined) await this.outbox.add(session, { kind: 'MemberTerminated', tenant: at, user: id, by });
    });
    return { ok: true as const };
  }

  /** Uses the deleted row, the last copy of the address. An unverified address may belong to another person and gets no mail. */
  private async queueMail(tenant: Tenant, user: UserRow, session: ClientSession): Promise<void> {
    if (!user.email_verified) return;
    const { _id, email: to, fullname, language } = user;
    const community = this.communities.find(tenant.community)?.title ?? '';
    const data = { fullname, community };
    const key = `account_deleted:${_id}`;
    await this.mailer.queue(tenant, { key, to, template: 'account_deleted', data, language }, session);
  }
}
