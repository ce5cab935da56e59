import { Injectable } from '@nestjs/common';
import { forgotPasswordForm, type sendResetPasswordLink } from '@paddock/contract/calls/password-reset';
import type { CallArguments } from '@paddock/contract/core/call';
import type { Caller } from '../../../community/calls/caller.js';
import { AccountAddressRepository } from '../../../community/users/account-address.repository.js';
import { withBoundedPatterns } from '../../../infrastructure/calls/bounded-patterns.js';
import { parseForm } from '../../../infrastructure/calls/parse-form.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';

/** Requests of a link that resets a password. */
@Injectable()
export class ResetRequests {
  constructor(
    private readonly addresses: AccountAddressRepository,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Stores the same event for unknown and known addresses; link and mail follow after the reply. An account with an unverified address
   * gets no link: the address's owner did not create it, or can sign up again.
   */
  async send({ tenant, flags }: Caller, input: CallArguments<typeof sendResetPasswordLink>) {
    const { email } = parseForm(forgotPasswordForm(withBoundedPatterns(flags)), input);
    const [holder, unproved] = await this.addresses.whoMayMean(tenant, email);
    const user = holder ?? unproved;
    await this.mongo.transaction((session) =>
      this.outbox.add(session, { kind: 'PasswordResetRequested', tenant, ...(user && { user: user._id }) }),
    );
    return { ok: true as const };
  }
}
