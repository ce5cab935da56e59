import { Injectable } from '@nestjs/common';
import { loginForm, type login } from '@paddock/contract/calls/account';
import type { CallArguments, CallReply } from '@paddock/contract/core/call';
import type { Caller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { SessionService } from '../../community/sessions/session.service.js';
import { AccountAddressRepository } from '../../community/users/account-address.repository.js';
import { UserRepository } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { withBoundedPatterns } from '../../infrastructure/calls/bounded-patterns.js';
import { parseForm } from '../../infrastructure/calls/parse-form.js';
import { Passwords } from '../credentials/password/passwords.js';
import { SessionIssuer } from '../sessions/session-issuer.js';
import { SecondFactor } from '../credentials/second-factor/second-factor.js';
import { SignInAttempts } from './sign-in-attempts.js';

/** Signs in by user name or e-mail address, password and second factor. */
@Injectable()
export class SignInService {
  constructor(
    private readonly users: UserRepository,
    private readonly addresses: AccountAddressRepository,
    private readonly passwords: Passwords,
    private readonly sessions: SessionService,
    private readonly issuer: SessionIssuer,
    private readonly attempts: SignInAttempts,
    private readonly secondFactor: SecondFactor,
  ) {}

  async login(caller: Caller, input: CallArguments<typeof login>): Promise<CallReply<typeof login>> {
    const { tenant, flags } = caller;
    const { username_or_email: name, password } = parseForm(loginForm(withBoundedPatterns(flags)), input);
    const { user, fitting, attempt } = await this.withPassword(caller, name, password);
    await this.checkSecondFactor(caller, user, input.code).catch(async (error: unknown) => {
      await attempt.withdraw();
      throw error;
    });
    await attempt.succeeded(user._id);
    const reply = await this.issuer.issue(caller, user);
    if (await this.passwords.isStill(tenant, user._id, fitting)) return reply;
    // The password changed meanwhile, perhaps after its change had ended all sessions.
    const { session } = await this.sessions.resolve(tenant.community, reply.token);
    await this.sessions.end(tenant, session);
    throw new PaddockError('INVALID_CREDENTIALS');
  }

  /**
   * Finds the member by name and password. Limits are checked before any hash is computed; an unknown name takes the same steps as a
   * wrong password.
   */
  private async withPassword(caller: Caller, name: string, password: string) {
    const { tenant } = caller;
    // Several accounts may have given one address. Refusing those that did not verify it would reveal that another account has it.
    const candidates = name.includes('@')
      ? await this.addresses.whoMayMean(tenant, name)
      : [await this.users.byUsername(tenant, name)];
    const attempt = await this.attempts.begin(caller, name, candidates[0]?._id);
    try {
      for (const user of candidates) {
        const fitting = await this.passwords.matching(tenant, user?._id, password);
        if (user && fitting !== undefined) return { user, fitting, attempt };
      }
    } catch (error) {
      await attempt.withdraw();
      throw error;
    }
    throw new PaddockError('INVALID_CREDENTIALS');
  }

  private async checkSecondFactor(caller: Caller, { _id }: UserRow, code: string | undefined): Promise<void> {
    const { tenant } = caller;
    if (!(await this.secondFactor.needed(tenant, _id))) return;
    if (!code?.trim()) throw new PaddockError('SECOND_FACTOR_REQUIRED');
    await this.attempts.beginSecondFactor(caller, _id);
    if (!(await this.secondFactor.check(tenant, _id, code.trim()))) throw new PaddockError('SECOND_FACTOR_INVALID');
    await this.attempts.secondFactorSucceeded(caller, _id);
  }
}
