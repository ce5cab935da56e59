import { Injectable } from '@nestjs/common';
import { changePasswordForm, type changePassword } from '@paddock/contract/account';
import type { CallArguments } from '@paddock/contract/call';
import type { SignedInCaller } from '../../platform/calls/caller.js';
import { PaddockError } from '../../platform/errors/paddock-error.js';
import { SessionService } from '../../platform/session/session.service.js';
import { checkedForm } from '../checked-form.js';
import { Passwords } from './passwords.js';

/** The own password. */
@Injectable()
export class PasswordService {
  constructor(
    private readonly passwords: Passwords,
    private readonly sessions: SessionService,
  ) {}

  async change(caller: SignedInCaller, { id, ...input }: CallArguments<typeof changePassword>) {
    const { tenant, user, session, flags } = caller;
    if (id !== user._id) throw new PaddockError('FORBIDDEN');
    const { password, new_password } = checkedForm(changePasswordForm(flags), input);
    if (!(await this.passwords.isRight(tenant, user._id, password)))
      throw new PaddockError('WRONG_PASSWORD', { fields: { password: 'WRONG_PASSWORD' } });
    await this.passwords.store(tenant, user._id, await this.passwords.hash(new_password));
    await this.sessions.endAll(tenant, user._id, session._id);
    return { ok: true as const };
  }
}
