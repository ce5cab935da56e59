import { Injectable } from '@nestjs/common';
import type { SignedInCaller } from '../../../community/calls/caller.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { Passwords } from './passwords.js';

/** Re-authenticates a signed-in member by password. */
@Injectable()
export class OwnPassword {
  constructor(private readonly passwords: Passwords) {}

  /** @throws WRONG_PASSWORD, also for an account without a password: members of a third-party sign-in reset it first. */
  async check({ tenant, user }: SignedInCaller, password: string | undefined): Promise<void> {
    if (!(await this.passwords.isRight(tenant, user._id, password ?? '')))
      throw new PaddockError('WRONG_PASSWORD', { fields: { password: 'WRONG_PASSWORD' } });
  }
}
