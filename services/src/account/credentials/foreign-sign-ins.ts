import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { AccountAddressRepository } from '../../community/users/account-address.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { IdentityRepository } from '../identities/identity.repository.js';
import { AuthenticatorRepository } from './second-factor/authenticator.repository.js';
import { PasskeyRepository } from './second-factor/passkey.repository.js';

/** Ways to sign in that an account's creator added before the address's owner took it over. */
@Injectable()
export class ForeignSignIns {
  constructor(
    private readonly addresses: AccountAddressRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly authenticators: AuthenticatorRepository,
    private readonly identities: IdentityRepository,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Where the address was verified by a link: then the account's creator may not be the address's owner. Writes the member's row in any
   * case, so that a link by the address and a reset at the same time conflict (ADR 0017).
   *
   * @returns the member if it was, else null; the caller replaces the password and ends the sessions.
   */
  async remove(tenant: Tenant, user: string, session: ClientSession): Promise<UserRow | null> {
    await this.addresses.noteLinks(tenant, user, { session });
    const row = await this.addresses.forgetVerifiedByLink(tenant, user, { session });
    if (!row) return null;
    await this.passkeys.forget(tenant, user, { session });
    await this.authenticators.forget(tenant, user, { session });
    await this.identities.forget(tenant, user, { session });
    await this.outbox.add(session, { kind: 'AddressClaimed', tenant, user });
    return row;
  }
}
