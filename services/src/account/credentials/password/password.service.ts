import { Injectable } from '@nestjs/common';
import { changePasswordForm, type changePassword } from '@paddock/contract/calls/account';
import type { CallArguments } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../../../community/calls/caller.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { SessionService } from '../../../community/sessions/session.service.js';
import { parseForm } from '../../../infrastructure/calls/parse-form.js';
import { Passwords } from './passwords.js';

/** Changes the member's own password. */
@Injectable()
export class PasswordService {
  constructor(
    private readonly passwords: Passwords,
    private readonly sessions: SessionService,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  async change(caller: SignedInCaller, { id, verb: _verb, ...input }: CallArguments<typeof changePassword>) {
    const { tenant, user, session, flags } = caller;
    if (id !== user._id) throw new PaddockError('FORBIDDEN');
    const { password, new_password } = parseForm(changePasswordForm(flags), {
      confirm_password: input.new_password,
      ...input,
    });
    if (!(await this.passwords.isRight(tenant, user._id, password)))
      throw new PaddockError('WRONG_PASSWORD', { fields: { password: 'WRONG_PASSWORD' } });
    const passwordHash = await this.passwords.hash(new_password);
    await this.mongo.transaction(async (transaction) => {
      await this.passwords.store(tenant, user._id, passwordHash, { session: transaction });
      await this.sessions.endAllIn(transaction, tenant, user._id, session._id);
      await this.outbox.add(transaction, { kind: 'PasswordChanged', tenant, user: user._id });
    });
    // A sign-in with the old password may have begun a session while the transaction ran.
    await this.sessions.endAll(tenant, user._id, session._id);
    return { ok: true as const };
  }
}
