import { Injectable } from '@nestjs/common';
import type { CallArguments } from '@paddock/contract/core/call';
import type { liftTotp, readMemberTotp } from '@paddock/contract/calls/second-factor';
import type { SignedInCaller } from '../../../community/calls/caller.js';
import { PaddockError } from '../../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../../infrastructure/outbox/outbox.js';
import { SessionService } from '../../../community/sessions/session.service.js';
import { UserRepository } from '../../../community/users/user.repository.js';
import { AuthenticatorRepository } from './authenticator.repository.js';

/** Removes the second factor of a member who lost it, for super admins. */
@Injectable()
export class LostFactor {
  constructor(
    private readonly users: UserRepository,
    private readonly authenticators: AuthenticatorRepository,
    private readonly sessions: SessionService,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  async read({ tenant }: SignedInCaller, { id }: CallArguments<typeof readMemberTotp>) {
    const [user, row] = await Promise.all([this.users.byId(tenant, id), this.authenticators.ofUser(tenant, id)]);
    if (!user) throw new PaddockError('USER_NOT_FOUND');
    return { totp: row?.confirmed ?? false };
  }

  async lift({ tenant, user: admin }: SignedInCaller, { id }: CallArguments<typeof liftTotp>) {
    // Otherwise a super admin's borrowed device could remove its own second factor.
    if (id === admin._id) throw new PaddockError('FORBIDDEN');
    if (!(await this.users.byId(tenant, id))) throw new PaddockError('USER_NOT_FOUND');
    await this.mongo.transaction(async (session) => {
      const row = await this.authenticators.ofUser(tenant, id, { session });
      if (!row?.confirmed) throw new PaddockError('NOT_FOUND');
      await this.authenticators.forget(tenant, id, { session });
      await this.sessions.endAllIn(session, tenant, id);
      const act = { user: id, change: 'totp_lifted', by: admin._id } as const;
      await this.outbox.add(session, { kind: 'SecurityChanged', tenant, ...act });
    });
    // A sign-in may have begun a session while the transaction ran.
    await this.sessions.endAll(tenant, id);
    return { ok: true as const };
  }
}
