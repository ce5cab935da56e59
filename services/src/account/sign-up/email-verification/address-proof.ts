import { Injectable } from '@nestjs/common';
import type { ClientSession } from 'mongodb';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import type { UserRow } from '../../../community/users/user.schema.js';
import { Admission } from '../approval/admission.js';
import { EmailPinRepository } from '../../credentials/email-pin.repository.js';

/** Notes that a member proved to read the mail of an address: by PIN, by link, or by a reset of the password. */
@Injectable()
export class AddressProof {
  constructor(
    private readonly users: UserRepository,
    private readonly pins: EmailPinRepository,
    private readonly admission: Admission,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Verifies the address in the caller's transaction, tells of it, and asks for approval or lets the member in.
   *
   * @param byLink - who opened the link is not known to be the member
   * @returns the member as they are then; null when the address is no longer theirs, or verified already: nothing was done.
   * @throws a duplicate key error when another account has proved the address.
   */
  async prove(
    tenant: Tenant,
    user: string,
    email: string,
    session: ClientSession,
    byLink = false,
  ): Promise<UserRow | null> {
    const row = await this.users.verifyEmail(tenant, user, email, { session, byLink });
    if (!row) return null;
    await this.pins.forget(tenant, user, { session });
    await this.outbox.add(session, { kind: 'EmailVerified', tenant, user }, { kind: 'MemberChanged', tenant, user });
    if (!row.pending) await this.admission.joinChosenGroups(tenant, row, session);
    else if (!row.denied) await this.outbox.add(session, { kind: 'AccessRequested', tenant, user });
    return row;
  }
}
