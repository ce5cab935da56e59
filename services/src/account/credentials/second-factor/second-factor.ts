import type { Tenant } from '../../../infrastructure/tenancy/tenant.js';

/** What sign-in asks about a member's second factor after a correct password. */
export abstract class SecondFactor {
  /** Whether the member has a confirmed second factor and the deployment enables it. */
  abstract needed(tenant: Tenant, user: string): Promise<boolean>;

  /**
   * Whether a code is valid now: six digits of the authenticator, or a recovery code. A valid code is consumed; the caller limits the
   * number of tries.
   */
  abstract check(tenant: Tenant, user: string, code: string): Promise<boolean>;
}
