import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import {
  type resetPassword,
  resetPasswordForm,
  type validatePasswordToken,
} from '@paddock/contract/calls/password-reset';
import type { Caller } from '../../../community/calls/caller.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import type { LinkTokenRow } from '../../../infrastructure/links/link-token.schema.js';
import { LinkTokens } from '../../../infrastructure/links/link-tokens.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { SessionService } from '../../../community/sessions/session.service.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import type { UserRow } from '../../../community/users/user.schema.js';
import { parseForm } from '../../../infrastructure/calls/parse-form.js';
import { SignInAttempts } from '../sign-in-attempts.js';
import { LinkedIdentities } from '../../credentials/linked-identities.js';
import { Passwords } from '../../credentials/password/passwords.js';

/** Sets a new password by a mailed link. */
@Injectable()
export class PasswordResetService {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly sessions: SessionService,
    private readonly links: LinkTokens,
    private readonly identities: LinkedIdentities,
    private readonly attempts: SignInAttempts,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  async validate({ tenant }: Caller, { password_token: token }: CallArguments<typeof validatePasswordToken>) {
    const { link } = await this.read({ tenant }, token);
    if (link.outcome !== undefined) throw new PaddockError('LINK_EXPIRED');
    return { ok: true as const };
  }

  /** The link proves access to the member's mailbox, so a reset also lifts the lock that wrong guesses caused. */
  async reset(caller: Caller, { password_token: token, ...input }: CallArguments<typeof resetPassword>) {
    const { tenant, flags } = caller;
    const { link, user } = await this.read(caller, token);
    const { password } = parseForm(resetPasswordForm(flags), input);
    if (link.outcome !== undefined || !(await this.set(caller, link, user, password))) {
      // A spent link changes nothing.
      if (await this.isResend(caller, user, password)) return { ok: true as const };
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
      await this.identities.removeAllIn(session, tenant, user._id);
      await this.outbox.add(session, { kind: 'PasswordChanged', tenant, user: user._id });
      return true;
    });
  }

  /** A resend after a lost reply gets the same reply. A guess at the password counts like one at sign-in. */
  private async isResend(caller: Caller, user: UserRow, password: string): Promise<boolean> {
    const attempt = await this.attempts.begin(caller, user.username, user._id);
    const isRight = await this.passwords.isRight(caller.tenant, user._id, password).catch(async (error: unknown) => {
      await attempt.withdraw();
      throw error;
    });
    if (isRight) await attempt.withdraw();
    return isRight;
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
