import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { AccountAddressRepository } from '../../../community/users/account-address.repository.js';
import type { UserRow } from '../../../community/users/user.schema.js';
import { ChosenGroups } from '../approval/chosen-groups.js';
import { EmailPinRepository } from '../../credentials/email-pin.repository.js';

/** Marks an address as verified: by PIN, by link, or by a provider's claim. */
@Injectable()
export class AddressProof {
  constructor(
    private readonly addresses: AccountAddressRepository,
    private readonly pins: EmailPinRepository,
    private readonly chosenGroups: ChosenGroups,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Verifies the address in the caller's transaction, publishes the change, and requests approval or admits the member.
   *
   * @param byLink - the link was opened without the member's session
   * @returns the updated member; null when nothing was done: the address changed or is verified already.
   * @throws a duplicate key error when another account has verified the address.
   */
  async prove(
    tenant: Tenant,
    user: string,
    email: string,
    session: ClientSession,
    byLink = false,
  ): Promise<UserRow | null> {
    const row = await this.addresses.verifyEmail(tenant, user, email, { session, byLink });
    if (!row) return null;
    await this.pins.forget(tenant, user, { session });
    await this.outbox.add(session, { kind: 'EmailVerified', tenant, user }, { kind: 'MemberChanged', tenant, user });
    if (!row.pending) await this.chosenGroups.join(tenant, row, session);
    else if (!row.denied) await this.outbox.add(session, { kind: 'AccessRequested', tenant, user });
    return row;
  }
}
