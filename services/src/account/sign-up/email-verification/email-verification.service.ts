import { Injectable } from '@nestjs/common';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import { editEmailForm, pinForm, type sendEmailPin, type verifyPin } from '@paddock/contract/calls/email-verification';
import type { Self } from '@paddock/contract/calls/users';
import type { SignedInCaller } from '../../../community/calls/caller.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { isDuplicateKey, Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';
import { AccountAddressRepository } from '../../../community/users/account-address.repository.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import { withBoundedPatterns } from '../../../infrastructure/calls/bounded-patterns.js';
import { parseForm } from '../../../infrastructure/calls/parse-form.js';
import { OwnRecord } from '../../sessions/own-record.js';
import { AddressProof } from './address-proof.js';
import { EmailChangeService } from '../../credentials/email-change/email-change.service.js';
import { EmailPins, resendSeconds } from '../../credentials/email-pins.js';

/** Verifies that a member reads the mail of their address. */
@Injectable()
export class EmailVerificationService {
  constructor(
    private readonly users: UserRepository,
    private readonly addresses: AccountAddressRepository,
    private readonly pins: EmailPins,
    private readonly proof: AddressProof,
    private readonly changes: EmailChangeService,
    private readonly own: OwnRecord,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  async send(
    caller: SignedInCaller,
    input: CallArguments<typeof sendEmailPin>,
  ): Promise<CallReply<typeof sendEmailPin>> {
    const { tenant, user, flags } = caller;
    const isOwn = input.email === undefined || input.email.trim().toLowerCase() === user.email;
    if (user.email_verified && isOwn) throw new PaddockError('EMAIL_ALREADY_VERIFIED');
    if (user.email_verified) return this.changes.begin(caller, input);
    const email = isOwn ? user.email : parseForm(editEmailForm(withBoundedPatterns(flags)), input).email;
    if (email !== user.email && flags.disable_user_edit_email) throw new PaddockError('FEATURE_DISABLED');
    await this.pins.checkPause(tenant, user._id, email);
    await this.pins.takeMail(tenant, user._id);
    await this.sendTo(tenant, user._id, email);
    return { email, retry_after: resendSeconds };
  }

  async verify(caller: SignedInCaller, input: CallArguments<typeof verifyPin>): Promise<Self> {
    const { tenant, user } = caller;
    const { email: newAddress, ...guess } = input;
    const to = newAddress?.trim().toLowerCase();
    const { pin } = parseForm(pinForm, guess);
    const isChange = user.email_verified && to !== undefined;
    if (isChange && to !== user.held_email) await this.changes.finish(caller, pin, to);
    if (!user.email_verified) {
      const { email } = await this.pins.matching(tenant, user._id, pin);
      await this.mongo
        .transaction((session) => this.proof.prove(tenant, user._id, email, session))
        .catch(ignoreDuplicate);
    }
    const row = await this.users.byId(tenant, user._id);
    // The account's address changed, or another account has verified it.
    if (!row?.email_verified || (isChange && row.held_email !== to))
      throw new PaddockError('PIN_EXPIRED', { fields: { pin: 'PIN_EXPIRED' } });
    return this.own.of(tenant, row);
  }

  private async sendTo(tenant: Tenant, user: string, email: string): Promise<void> {
    const owner = await this.users.byEmail(tenant, email);
    await this.mongo.transaction(async (session) => {
      const row = await this.addresses.changeEmail(tenant, user, email, { session });
      if (!row) throw new PaddockError('EMAIL_ALREADY_VERIFIED');
      // Checked again: a concurrent call may have sent a mail since.
      await this.pins.checkPause(tenant, user, email, { session });
      await this.pins.issue(tenant, row, owner, session);
      await this.outbox.add(session, { kind: 'MemberChanged', tenant, user });
    });
  }
}

/** A duplicate key means that another account has verified the address. */
function ignoreDuplicate(error: unknown): void {
  if (!isDuplicateKey(error)) throw error;
}
