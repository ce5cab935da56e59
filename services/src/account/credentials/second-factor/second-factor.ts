import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';

/** What sign-in asks after a right password; whoever keeps second factors answers it. */
export abstract class SecondFactor {
  /** Whether this member confirmed one, and the deployment still has it on. */
  abstract needed(tenant: Tenant, user: string): Promise<boolean>;

  /**
   * Whether a code fits now: six digits of the authenticator, or a recovery code. One that fits is used up; how often it may be
   * tried is counted by whoever asks.
   */
  abstract check(tenant: Tenant, user: string, code: string): Promise<boolean>;
}
