import { Injectable } from '@nestjs/common';
import type { Caller } from '../../community/calls/caller.js';
import { signInLimits } from '../../infrastructure/rate-limits/limits.js';
import { accountNamed, type CountedBy, RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { KnownAddressRepository } from '../sessions/known-address.repository.js';

/** An attempt that was let through and is counted as failed until it is said otherwise. */
export interface Attempt {
  /**
   * The password was right: it counts no longer, nor, if it is whom `user` means, do this address' failures before it. Somebody
   * else may sign in by the same name, an e-mail address that they have not proved, and must not clear their guesses so.
   */
  succeeded(member: string): Promise<void>;
  /** It does not count: nothing was compared, or the password was right and something else is missing. */
  withdraw(): Promise<void>;
}

/**
 * Counts attempts to sign in, by {@link signInLimits}. An account is what was typed, a user name or an e-mail address: were both
 * counted together, whoever guesses would learn which of them belong together.
 */
@Injectable()
export class SignInAttempts {
  constructor(
    private readonly limits: RateLimits,
    private readonly known: KnownAddressRepository,
  ) {}

  /**
   * Counts one before its password is looked at, so that of many at once no more than allowed are compared. `user` is whose name
   * it is, if anybody's.
   *
   * @throws TOO_MANY_REQUESTS with the seconds to wait.
   */
  async begin({ tenant, ip }: Caller, typed: string, user: string | undefined): Promise<Attempt> {
    const account = accountNamed({ username_or_email: typed });
    const isKnown = await this.known.has(tenant, user ?? '', ip);
    const strict = { name: 'sign_in', limit: signInLimits.accountFromAddress, who: `${account} ${ip}` };
    const wide = [
      ...(isKnown ? [] : [{ name: 'sign_in', limit: signInLimits.account, who: account }]),
      { name: 'sign_in', limit: signInLimits.address, who: ip },
    ];
    const counted = [strict, ...wide];
    // All or none: who is turned away for others' guesses has not used up their own.
    await this.limits.takeAll(tenant.community, counted);
    const giveBack = async (some: readonly CountedBy[]) => {
      for (const { name, limit, who } of some) await this.limits.giveBack(name, limit, tenant.community, who);
    };
    return {
      withdraw: () => giveBack(counted),
      succeeded: async (member) => {
        if (member !== user) return giveBack(counted);
        await giveBack(wide);
        await this.limits.forget(strict.name, strict.limit, tenant.community, strict.who);
      },
    };
  }

  /** @throws TOO_MANY_REQUESTS when too many codes were tried for a member whose password is known. */
  async beginSecondFactor({ tenant }: Caller, user: string): Promise<void> {
    await this.limits.take('second_factor', signInLimits.secondFactor, tenant.community, user);
  }

  async secondFactorSucceeded({ tenant }: Caller, user: string): Promise<void> {
    await this.limits.forget('second_factor', signInLimits.secondFactor, tenant.community, user);
  }

  /** A member proved themselves by their mailbox: failures under these names count no longer, and this address is theirs. */
  async proved({ tenant, ip }: Caller, user: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const account = accountNamed({ username_or_email: name });
      await this.limits.forget('sign_in', signInLimits.account, tenant.community, account);
      await this.limits.forget('sign_in', signInLimits.accountFromAddress, tenant.community, `${account} ${ip}`);
    }
    await this.known.note(tenant, user, ip);
  }
}
