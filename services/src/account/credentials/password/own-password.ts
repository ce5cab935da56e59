import { Injectable } from '@nestjs/common';
import type { SignedInCaller } from '../../../community/calls/caller.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { Passwords } from './passwords.js';

/** Asks a signed-in member for the password again. */
@Injectable()
export class OwnPassword {
  constructor(private readonly passwords: Passwords) {}

  /** @throws WRONG_PASSWORD, also where the account has none: who came by a third party sets one by a reset first. */
  async check({ tenant, user }: SignedInCaller, password: string | undefined): Promise<void> {
    if (!(await this.passwords.isRight(tenant, user._id, password ?? '')))
      throw new PaddockError('WRONG_PASSWORD', { fields: { password: 'WRONG_PASSWORD' } });
  }
}
