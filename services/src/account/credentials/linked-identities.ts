import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { readSecurity } from '@paddock/contract/calls/second-factor';
import type { removeIdentity } from '@paddock/contract/calls/third-party';
import type { ClientSession } from 'mongodb';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { SessionService } from '../../community/sessions/session.service.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { ForeignSignIns } from './foreign-sign-ins.js';
import { IdentityRepository, type ProviderIdentity } from '../identities/identity.repository.js';
import { CredentialRepository } from './password/credential.repository.js';
import { OwnPassword } from './password/own-password.js';
import { SecondFactor } from './second-factor/second-factor.js';

type Listed = CallReply<typeof readSecurity>['identities'];

/** Links accounts of a provider to members, lists and removes them (ADR 0017). */
@Injectable()
export class LinkedIdentities {
  constructor(
    private readonly identities: IdentityRepository,
    private readonly credentials: CredentialRepository,
    private readonly foreign: ForeignSignIns,
    private readonly secondFactor: SecondFactor,
    private readonly password: OwnPassword,
    private readonly sessions: SessionService,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  async list({ tenant, user, flags: { third_party_auth: provider } }: SignedInCaller): Promise<Listed> {
    const rows = await this.identities.ofUser(tenant, user._id);
    return rows.map(({ _id: id, issuer, linked }) => {
      const { href, hostname } = new URL(issuer);
      const isPresent = provider !== false && new URL(provider.issuer).href === href;
      return { id, provider: isPresent ? provider.title : hostname, linked: linked.toISOString() };
    });
  }

  /** @throws THIRD_PARTY_FAILED if the identity signs the member in no longer. */
  async idOf(tenant: Tenant, identity: ProviderIdentity, user: string): Promise<string> {
    const row = await this.identities.of(tenant, identity);
    if (row?.user !== user) throw new PaddockError('THIRD_PARTY_FAILED');
    return row._id;
  }

  hasPassword({ tenant, user }: SignedInCaller): Promise<boolean> {
    return this.credentials.has(tenant, user._id);
  }

  /** When the given password was set; read before the comparison, so that a later one does not pass for it. */
  async passwordTime(caller: SignedInCaller, password: string | undefined): Promise<Date> {
    const changed = await this.credentials.changedAt(caller.tenant, caller.user._id);
    await this.password.check(caller, password);
    return changed!;
  }

  /**
   * Links to the account with the same verified address. If only a link verified it, another person may have made the account: the
   * other ways to sign in and all sessions end.
   *
   * @throws THIRD_PARTY_NOT_LINKED after the member removed one or reset the password; SECOND_FACTOR_REQUIRED, since access to the
   *   mailbox would bypass the factor; a duplicate key error when a concurrent call linked it.
   */
  async linkByAddress(tenant: Tenant, identity: ProviderIdentity, user: string): Promise<void> {
    const wasForeign = await this.mongo.transaction(async (session) => {
      const password = await this.credentials.noteLink(tenant, user, { session });
      const foreign = await this.foreign.remove(tenant, user, session);
      // The mark of a link is also that of a change of address that its owner took back: that owner has the password.
      if (password?.links_need_password && (!foreign || foreign.later_email))
        throw new PaddockError('THIRD_PARTY_NOT_LINKED');
      if (foreign) {
        await this.credentials.forget(tenant, user, { session });
        await this.sessions.endAllIn(session, tenant, user);
      } else if (await this.secondFactor.needed(tenant, user)) throw new PaddockError('SECOND_FACTOR_REQUIRED');
      await this.identities.link(tenant, identity, user, { session });
      const change = foreign ? 'third_party_only' : 'third_party_linked';
      await this.outbox.add(session, { kind: 'SecurityChanged', tenant, user, change });
      return foreign !== null;
    });
    // A sign-in with the former password may have begun a session while the transaction ran.
    if (wasForeign) await this.sessions.endAll(tenant, user);
  }

  /**
   * @param passwordChanged when the password that began the link was set
   * @throws THIRD_PARTY_FAILED if it has changed since; THIRD_PARTY_TAKEN.
   */
  async linkByPassword(tenant: Tenant, identity: ProviderIdentity, user: string, passwordChanged: Date): Promise<void> {
    await this.mongo
      .transaction(async (session) => {
        if (!(await this.credentials.noteLink(tenant, user, { session, changed: passwordChanged })))
          throw new PaddockError('THIRD_PARTY_FAILED');
        const present = await this.identities.of(tenant, identity, { session });
        if (present?.user === user) return;
        if (present) throw new PaddockError('THIRD_PARTY_TAKEN');
        await this.identities.link(tenant, identity, user, { session });
        await this.outbox.add(session, { kind: 'SecurityChanged', tenant, user, change: 'third_party_linked' });
      })
      .catch((error: unknown) => {
        throw isDuplicateKey(error) ? new PaddockError('THIRD_PARTY_TAKEN') : error;
      });
  }

  /** Requires the password: an account without one would have no way in left. */
  async remove(caller: SignedInCaller, { id, password }: CallArguments<typeof removeIdentity>) {
    const { tenant, user } = caller;
    await this.password.check(caller, password);
    await this.mongo.transaction(async (session) => {
      if (!(await this.identities.removeOne(tenant, user._id, id, { session }))) throw new PaddockError('NOT_FOUND');
      await this.credentials.requireForLinks(tenant, user._id, { session });
      await this.removed(tenant, user._id, session);
    });
    return { ok: true as const };
  }

  /** A reset by mail removes all: any of them may be linked by a person who could read the mailbox for a while. */
  async removeAllIn(session: ClientSession, tenant: Tenant, user: string): Promise<void> {
    const count = await this.identities.forget(tenant, user, { session });
    await this.foreign.remove(tenant, user, session);
    await this.credentials.requireForLinks(tenant, user, { session });
    if (count > 0) await this.removed(tenant, user, session);
  }

  private async removed(tenant: Tenant, user: string, session: ClientSession): Promise<void> {
    await this.outbox.add(session, { kind: 'SecurityChanged', tenant, user, change: 'third_party_removed' });
  }
}
