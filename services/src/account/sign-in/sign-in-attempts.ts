import { Injectable } from '@nestjs/common';
import type { Caller } from '../../community/calls/caller.js';
import { signInLimits } from '../../infrastructure/rate-limits/limits.js';
import { accountKey, type CountedBy, RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import { KnownAddressRepository } from '../sessions/known-address.repository.js';

/** A permitted attempt, which counts as failed until one of these is called. */
export interface Attempt {
  /**
   * The password was correct, so the attempt does not count. If the member is the `user` of {@link SignInAttempts.begin}, earlier
   * failures from this IP address are cleared too. Another account may have given the same e-mail address without verifying it; signing
   * in to that account must not clear guesses at this one.
   */
  succeeded(member: string): Promise<void>;
  /** The attempt does not count: no password was compared, or it was correct and the second factor is missing. */
  withdraw(): Promise<void>;
}

/**
 * Counts sign-in attempts by {@link signInLimits}. User name and e-mail address are counted separately: a common count would reveal
 * which of them belong together.
 */
@Injectable()
export class SignInAttempts {
  constructor(
    private readonly limits: RateLimits,
    private readonly known: KnownAddressRepository,
  ) {}

  /**
   * Counts an attempt before its password is compared, so that concurrent attempts cannot exceed the limit.
   *
   * @throws TOO_MANY_REQUESTS with the seconds to wait.
   */
  async begin({ tenant, ip }: Caller, typed: string, user: string | undefined): Promise<Attempt> {
    const account = accountKey({ username_or_email: typed });
    const isKnown = await this.known.has(tenant, user ?? '', ip);
    const strict = { name: 'sign_in', limit: signInLimits.accountFromAddress, subject: `${account} ${ip}` };
    const wide = [
      ...(isKnown ? [] : [{ name: 'sign_in', limit: signInLimits.account, subject: account }]),
      { name: 'sign_in', limit: signInLimits.address, subject: ip },
    ];
    const counted = [strict, ...wide];
    // All or nothing: being blocked by others' attempts must not consume the member's own.
    await this.limits.takeAll(tenant.community, counted);
    const giveBack = async (some: readonly CountedBy[]) => {
      for (const { name, limit, subject } of some) await this.limits.giveBack(name, limit, tenant.community, subject);
    };
    return {
      withdraw: () => giveBack(counted),
      succeeded: async (member) => {
        if (member !== user) return giveBack(counted);
        await giveBack(wide);
        await this.limits.forget(strict.name, strict.limit, tenant.community, strict.subject);
      },
    };
  }

  /** @throws TOO_MANY_REQUESTS after too many codes for one member. */
  async beginSecondFactor({ tenant }: Caller, user: string): Promise<void> {
    await this.limits.take('second_factor', signInLimits.secondFactor, tenant.community, user);
  }

  async secondFactorSucceeded({ tenant }: Caller, user: string): Promise<void> {
    await this.limits.forget('second_factor', signInLimits.secondFactor, tenant.community, user);
  }

  /** The member proved access to their mailbox: clears failures under these names and records the IP address as known. */
  async proved({ tenant, ip }: Caller, user: string, names: readonly string[]): Promise<void> {
    for (const name of names) {
      const account = accountKey({ username_or_email: name });
      await this.limits.forget('sign_in', signInLimits.account, tenant.community, account);
      await this.limits.forget('sign_in', signInLimits.accountFromAddress, tenant.community, `${account} ${ip}`);
    }
    await this.known.note(tenant, user, ip);
  }
}
