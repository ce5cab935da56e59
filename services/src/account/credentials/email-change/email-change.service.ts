import { Injectable } from '@nestjs/common';
import { changeEmailForm, type sendEmailPin } from '@paddock/contract/calls/email-verification';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../../../community/calls/caller.js';
import { AccountAddressRepository } from '../../../community/users/account-address.repository.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import { withBoundedPatterns } from '../../../infrastructure/calls/bounded-patterns.js';
import { parseForm } from '../../../infrastructure/calls/parse-form.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { isDuplicateKey, Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { EmailPins, resendSeconds } from '../email-pins.js';
import { OwnPassword } from '../password/own-password.js';
import { RevocationMail } from './revocation-mail.js';

/**
 * Changes the address of a verified member (decisions, Accounts; ADR 0071): password, PIN to the new address, a link of
 * revocation to the current one, which stays the member's until the PIN is entered.
 */
@Injectable()
export class EmailChangeService {
  constructor(
    private readonly users: UserRepository,
    private readonly addresses: AccountAddressRepository,
    private readonly pins: EmailPins,
    private readonly password: OwnPassword,
    private readonly mail: RevocationMail,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** The password is checked after the limit, which bounds the guesses at it. */
  async begin(
    caller: SignedInCaller,
    input: CallArguments<typeof sendEmailPin>,
  ): Promise<CallReply<typeof sendEmailPin>> {
    const { tenant, user, flags } = caller;
    if (flags.disable_user_edit_email) throw new PaddockError('FEATURE_DISABLED');
    const { email, password } = parseForm(changeEmailForm(withBoundedPatterns(flags)), input);
    await this.pins.checkPause(tenant, user._id, email);
    await this.pins.takeMail(tenant, user._id);
    await this.password.check(caller, password);
    const owner = await this.users.byEmail(tenant, email);
    await this.mongo.transaction(async (session) => {
      // Checked again: a concurrent call may have sent a mail since.
      await this.pins.checkPause(tenant, user._id, email, { session });
      await this.pins.issueForChange(tenant, { ...user, email }, owner, session);
      await this.mail.queue(tenant, user, email, session);
    });
    return { email, retry_after: resendSeconds };
  }

  /**
   * @throws INVALID_PIN for a wrong PIN; PIN_EXPIRED when it is not for this address, after ten minutes and five tries, and when another
   *   account has verified the address.
   */
  async finish({ tenant, user }: SignedInCaller, pin: string, email: string): Promise<void> {
    const { email: to } = await this.pins.matching(tenant, user._id, pin);
    if (to !== email) throw new PaddockError('PIN_EXPIRED', { fields: { pin: 'PIN_EXPIRED' } });
    await this.mongo
      .transaction(async (session) => {
        if (!(await this.addresses.moveEmail(tenant, user._id, { from: user.held_email!, to }, { session }))) return;
        await this.pins.forget(tenant, user._id, session);
        await this.outbox.add(session, { kind: 'MemberChanged', tenant, user: user._id });
      })
      .catch((error: unknown) => {
        if (!isDuplicateKey(error)) throw error;
      });
  }
}
