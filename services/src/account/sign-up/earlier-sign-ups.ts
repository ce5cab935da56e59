import { Injectable } from '@nestjs/common';
import { UserRepository, type NewUser } from '../../community/users/user.repository.js';
import type { UserRow } from '../../community/users/user.schema.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { RateLimits } from '../../infrastructure/rate-limits/rate-limits.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { Passwords } from '../credentials/password/passwords.js';
import { SecondFactor } from '../credentials/second-factor/second-factor.js';

/** Password comparisons per taken user name. */
const repeatLimit = { by: 'account', points: 8, seconds: 3600, shared: true } as const;

/** Accounts that the same person created before. */
@Injectable()
export class EarlierSignUps {
  constructor(
    private readonly users: UserRepository,
    private readonly passwords: Passwords,
    private readonly secondFactor: SecondFactor,
    private readonly limits: RateLimits,
  ) {}

  /** Whether the password alone opens a session of the account. */
  async opens(tenant: Tenant, { _id }: UserRow, password: string): Promise<boolean> {
    return (await this.passwords.isRight(tenant, _id, password)) && !(await this.secondFactor.needed(tenant, _id));
  }

  /**
   * Finds the account that a person who lost the PIN created before: unverified, with the same user name, address and password. Every
   * taken name costs a password comparison, so that timing does not reveal whose address it is.
   *
   * @throws USERNAME_NOT_AVAILABLE when another person has the name.
   */
  async replacedBy(tenant: Tenant, user: NewUser, password: string): Promise<UserRow | null> {
    const named = await this.users.byUsername(tenant, user.username);
    if (!named || named.client_id === user.client_id) return null;
    await this.limits.take('sign_up_again', repeatLimit, tenant.community, named._id).catch((error: unknown) => {
      throw error instanceof PaddockError ? usernameTaken() : error;
    });
    const isCandidate = !named.email_verified && named.email === user.email;
    const isRight = await this.passwords.isRight(tenant, isCandidate ? named._id : '', password);
    if (!isRight || (await this.secondFactor.needed(tenant, named._id))) throw usernameTaken();
    return named;
  }
}

export function usernameTaken(): PaddockError {
  return new PaddockError('USERNAME_NOT_AVAILABLE', { fields: { username: 'USERNAME_NOT_AVAILABLE' } });
}
