import { Injectable } from '@nestjs/common';
import { emailAddress, knownEmailAddress } from '@paddock/contract/core/email-addresses';
import { randomUUID } from 'node:crypto';
import type { Caller } from '../../../community/calls/caller.js';
import { ConversationMembers } from '../../../community/conversations/conversation-members.js';
import { withBoundedPatterns } from '../../../infrastructure/calls/bounded-patterns.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { retryOnDuplicate } from '../../../infrastructure/mongo/retry-on-duplicate.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { tenantOf } from '../../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import { AddressProof } from '../../sign-up/email-verification/address-proof.js';
import { type Claims, fullnameFrom, usernamesFrom } from './claims.js';
import { IdentityRepository, type ProviderIdentity } from '../../identities/identity.repository.js';
import { LinkedIdentities } from '../../credentials/linked-identities.js';

/** Maps a provider's account to a member: a linked one, one with the same verified address, or a new one. */
@Injectable()
export class ThirdPartyMembers {
  constructor(
    private readonly identities: IdentityRepository,
    private readonly users: UserRepository,
    private readonly proof: AddressProof,
    private readonly linked: LinkedIdentities,
    private readonly conversations: ConversationMembers,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /**
   * @throws THIRD_PARTY_UNVERIFIED when the provider does not vouch for the address; THIRD_PARTY_NOT_LINKED, SECOND_FACTOR_REQUIRED, see
   *   {@link LinkedIdentities.linkByAddress}.
   */
  of(caller: Caller, identity: ProviderIdentity, claims: Claims): Promise<string> {
    // A concurrent sign-in may create the same member or take the user name.
    return retryOnDuplicate(() => this.find(caller, identity, claims));
  }

  private async find(caller: Caller, identity: ProviderIdentity, claims: Claims): Promise<string> {
    const { tenant, flags } = caller;
    const linked = (await this.identities.of(tenant, identity))?.user;
    if (linked !== undefined) {
      if (await this.users.byId(tenant, linked)) return linked;
      // The linked account was deleted; treat this as a new sign-up.
      await this.identities.forget(tenant, linked);
    }
    const email = knownEmailAddress(withBoundedPatterns(flags), 'INVALID').safeParse(claims.email);
    if (!claims.email_verified || !email.success) throw new PaddockError('THIRD_PARTY_UNVERIFIED');
    const holder = await this.users.byEmail(tenant, email.data);
    if (holder?.email_verified) {
      await this.linked.linkByAddress(tenant, identity, holder._id);
      return holder._id;
    }
    // The deployment's pattern applies to new addresses only.
    if (!emailAddress(withBoundedPatterns(flags), 'INVALID').safeParse(email.data).success)
      throw new PaddockError('THIRD_PARTY_UNVERIFIED');
    return this.create(caller, identity, claims, email.data);
  }

  /** Creates a member from the claims. Other accounts with the same, unverified address do not matter. */
  private async create(caller: Caller, identity: ProviderIdentity, claims: Claims, email: string): Promise<string> {
    const { tenant, flags, language } = caller;
    const username = await this.freeUsername(caller, claims);
    const fullname = fullnameFrom(claims, username, flags.fullname_max);
    const claimed = { username, fullname, email, language, client_id: randomUUID() };
    const id = await this.mongo.transaction(async (session) => {
      const unverified = { ...claimed, email_verified: false, pending: flags.admin_approval_required };
      const { _id: user } = await this.users.create(tenant, unverified, { session });
      await this.identities.link(tenant, identity, user, { session });
      await this.outbox.add(session, { kind: 'MemberSignedUp', tenant, user });
      await this.proof.prove(tenant, user, email, session);
      return user;
    });
    await this.conversations.joinEverybody(tenantOf(tenant.community), id);
    return id;
  }

  private async freeUsername({ tenant, flags }: Caller, claims: Claims): Promise<string> {
    const candidates = usernamesFrom(claims, flags);
    if (candidates.length === 0) throw new PaddockError('THIRD_PARTY_FAILED');
    const taken = await this.users.byUsernames(tenant, candidates);
    const keys = new Set(taken.map(({ username_key }) => username_key));
    return candidates.find((candidate) => !keys.has(candidate.toLowerCase())) ?? candidates.at(-1)!;
  }
}
