import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { AccountAddressRepository } from '../../../community/users/account-address.repository.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { IdentityRepository } from '../../credentials/identity.repository.js';
import { AuthenticatorRepository } from '../../credentials/second-factor/authenticator.repository.js';
import { PasskeyRepository } from '../../credentials/second-factor/passkey.repository.js';

/** Ways to sign in that an account's creator added before the address's owner took it over. */
@Injectable()
export class ForeignSignIns {
  constructor(
    private readonly addresses: AccountAddressRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly authenticators: AuthenticatorRepository,
    private readonly identities: IdentityRepository,
  ) {}

  /** Where the address was verified by a link: then the account's creator may not be the address's owner. */
  async remove(tenant: Tenant, user: string, session: ClientSession): Promise<void> {
    if (!(await this.addresses.forgetVerifiedByLink(tenant, user, { session }))) return;
    await this.passkeys.forget(tenant, user, { session });
    await this.authenticators.forget(tenant, user, { session });
    await this.identities.forget(tenant, user, { session });
  }
}
