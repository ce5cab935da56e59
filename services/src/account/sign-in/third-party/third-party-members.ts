import { Injectable } from '@nestjs/common';
import { emailAddress, knownEmailAddress } from '@paddock/contract/calls/account';
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../community/calls/caller.js';
import { Conversations } from '../../../community/conversations/conversations.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { isDuplicateKey, Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import { AddressProof } from '../../sign-up/email-verification/address-proof.js';
import { SecondFactor } from '../../credentials/second-factor/second-factor.js';
import { type Claims, fullnameFrom, usernamesFrom } from './claims.js';
import { IdentityRepository } from '../../credentials/identity.repository.js';

const maxTries = 3;

/** Which member a provider's person is: one who was linked before, one with the same proved address, or a new one. */
@Injectable()
export class ThirdPartyMembers {
  constructor(
    private readonly identities: IdentityRepository,
    private readonly users: UserRepository,
    private readonly proof: AddressProof,
    private readonly secondFactor: SecondFactor,
    private readonly conversations: Conversations,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** @throws THIRD_PARTY_UNVERIFIED when the provider does not vouch for the address; SECOND_FACTOR_REQUIRED, see {@link link}. */
  async of(caller: Caller, issuer: string, said: Claims): Promise<string> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.find(caller, issuer, said);
      } catch (error) {
        // The same person in another window, or somebody with the same name: look again.
        if (!isDuplicateKey(error) || tries === maxTries) throw error;
      }
    }
  }

  private async find(caller: Caller, issuer: string, said: Claims): Promise<string> {
    const { tenant, flags } = caller;
    const linked = await this.identities.userOf(tenant, issuer, said.sub);
    if (linked !== undefined) {
      if (await this.users.byId(tenant, linked)) return linked;
      // That account is gone; whoever comes again comes anew.
      await this.identities.forget(tenant, linked);
    }
    const email = knownEmailAddress(flags, 'INVALID').safeParse(said.email);
    if (!said.email_verified || !email.success) throw new PaddockError('THIRD_PARTY_UNVERIFIED');
    const holder = await this.users.byEmail(tenant, email.data);
    if (holder?.email_verified) return this.link(caller, issuer, said.sub, holder._id);
    // The deployment's pattern is for new addresses alone.
    if (!emailAddress(flags, 'INVALID').safeParse(email.data).success) throw new PaddockError('THIRD_PARTY_UNVERIFIED');
    return this.create(caller, issuer, said, email.data);
  }

  /**
   * To an account that both sides proved the address of. One with a second factor is not linked by an address alone: whoever has
   * the mailbox would get around it.
   */
  private async link({ tenant }: Caller, issuer: string, subject: string, user: string): Promise<string> {
    if (await this.secondFactor.needed(tenant, user)) throw new PaddockError('SECOND_FACTOR_REQUIRED');
    await this.mongo.transaction(async (session) => {
      await this.identities.link(tenant, issuer, subject, user, { session });
      await this.outbox.add(session, { kind: 'SecurityChanged', tenant, user, change: 'third_party_linked' });
    });
    return user;
  }

  /** From what the provider says. Accounts that gave the address and never proved it have no claim on it. */
  private async create(caller: Caller, issuer: string, said: Claims, email: string): Promise<string> {
    const { tenant, flags, language } = caller;
    const username = await this.freeUsername(caller, said);
    const fullname = fullnameFrom(said, username, flags.fullname_max);
    const given = { username, fullname, email, language, client_id: randomUUID() };
    const id = await this.mongo.transaction(async (session) => {
      const unproved = { ...given, email_verified: false, pending: flags.admin_approval_required };
      const { _id: user } = await this.users.create(tenant, unproved, { session });
      await this.identities.link(tenant, issuer, said.sub, user, { session });
      await this.outbox.add(session, { kind: 'MemberSignedUp', tenant, user });
      await this.proof.prove(tenant, user, email, session);
      return user;
    });
    await this.conversations.joinEverybody(tenantOf(tenant.community), id);
    return id;
  }

  private async freeUsername({ tenant, flags }: Caller, said: Claims): Promise<string> {
    const wishes = usernamesFrom(said, flags);
    if (wishes.length === 0) throw new PaddockError('THIRD_PARTY_FAILED');
    const taken = await this.users.byUsernames(tenant, wishes);
    const keys = new Set(taken.map(({ username_key }) => username_key));
    return wishes.find((wish) => !keys.has(wish.toLowerCase())) ?? wishes.at(-1)!;
  }
}
