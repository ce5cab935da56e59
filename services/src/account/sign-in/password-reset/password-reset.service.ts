import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import {
  forgotPasswordForm,
  type resetPassword,
  resetPasswordForm,
  type sendResetPasswordLink,
  type validatePasswordToken,
} from '@paddock/contract/calls/password-reset';
import type { Caller } from '../../../community/calls/caller.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import type { LinkTokenRow } from '../../../infrastructure/links/link-token.schema.js';
import { LinkTokens } from '../../../infrastructure/links/link-tokens.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { SessionService } from '../../../community/sessions/session.service.js';
import { AccountAddressRepository } from '../../../community/users/account-address.repository.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import type { UserRow } from '../../../community/users/user.schema.js';
import { checkedForm } from '../../../infrastructure/calls/checked-form.js';
import { AuthenticatorRepository } from '../../credentials/second-factor/authenticator.repository.js';
import { PasskeyRepository } from '../../credentials/second-factor/passkey.repository.js';
import { SignInAttempts } from '../sign-in-attempts.js';
import { IdentityRepository } from '../../credentials/identity.repository.js';
import { Passwords } from '../../credentials/password/passwords.js';

/** Sets a new password by a mailed link. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly users: UserRepository,
    private readonly addresses: AccountAddressRepository,
    private readonly passwords: Passwords,
    private readonly sessions: SessionService,
    private readonly links: LinkTokens,
    private readonly passkeys: PasskeyRepository,
    private readonly authenticators: AuthenticatorRepository,
    private readonly identities: IdentityRepository,
    private readonly attempts: SignInAttempts,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Stores the same event for unknown and known addresses; link and mail follow after the reply. An account with an unverified address
   * gets no link: the address's owner did not create it, or can sign up again.
   */
  async send({ tenant, flags }: Caller, input: CallArguments<typeof sendResetPasswordLink>) {
    const { email } = checkedForm(forgotPasswordForm(flags), input);
    const [holder, unproved] = await this.addresses.whoMayMean(tenant, email);
    const user = holder ?? unproved;
    await this.mongo.transaction((session) =>
      this.outbox.add(session, { kind: 'PasswordResetRequested', tenant, ...(user && { user: user._id }) }),
    );
    return { ok: true as const };
  }

  async validate({ tenant }: Caller, { password_token: token }: CallArguments<typeof validatePasswordToken>) {
    const { link } = await this.read({ tenant }, token);
    if (link.outcome !== undefined) throw new PaddockError('LINK_EXPIRED');
    return { ok: true as const };
  }

  /** The link proves access to the member's mailbox, so a reset also lifts the lock that wrong guesses caused. */
  async reset(caller: Caller, { password_token: token, ...input }: CallArguments<typeof resetPassword>) {
    const { tenant, flags } = caller;
    const { link, user } = await this.read(caller, token);
    const { password } = checkedForm(resetPasswordForm(flags), input);
    if (link.outcome !== undefined || !(await this.set(caller, link, user, password))) {
      // A resend after a lost reply gets the same reply. A spent link changes nothing.
      if (await this.passwords.isRight(tenant, user._id, password)) return { ok: true as const };
      throw new PaddockError('LINK_EXPIRED');
    }
    // A sign-in with the old password may have begun a session while the transaction ran.
    await this.sessions.endAll(tenant, user._id);
    await this.attempts.proved(caller, user._id, [user.username, user.email]);
    return { ok: true as const };
  }

  private async set({ tenant }: Caller, link: LinkTokenRow, user: UserRow, password: string): Promise<boolean> {
    const passwordHash = await this.passwords.hash(password);
    return this.mongo.transaction(async (session) => {
      if (!(await this.links.spend(tenant, link, 'reset', { session }))) return false;
      await this.passwords.store(tenant, user._id, passwordHash, { session });
      await this.sessions.endAllIn(session, tenant, user._id);
      // The account's creator may not be the address's owner: remove every other way to sign in.
      if (await this.addresses.forgetVerifiedByLink(tenant, user._id, { session })) {
        await this.passkeys.forget(tenant, user._id, { session });
        await this.authenticators.forget(tenant, user._id, { session });
        await this.identities.forget(tenant, user._id, { session });
      }
      await this.outbox.add(session, { kind: 'PasswordChanged', tenant, user: user._id });
      return true;
    });
  }

  /** Refuses a link that was mailed to an address the member has given up: it may be in a stranger's mailbox. */
  private async read(
    { tenant }: Pick<Caller, 'tenant'>,
    token: string,
  ): Promise<{ link: LinkTokenRow; user: UserRow }> {
    const link = await this.links.read(tenant, 'reset_password', token);
    const user = await this.users.byId(tenant, link.user);
    if (!user || user.held_email !== link.facts['email']) throw new PaddockError('LINK_INVALID');
    return { link, user };
  }
}
