import { Injectable } from '@nestjs/common';
import type { banMember } from '@paddock/contract/calls/account-data';
import type { CallArguments } from '@paddock/contract/core/call';
import type { SignedInCaller } from '../../community/calls/caller.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import { LastAdmin } from '../../community/users/last-admin.js';
import { UserRepository } from '../../community/users/user.repository.js';

/** Bans and unbans members. Sessions stay: the forbidden page says so and logs the member out. */
@Injectable()
export class BanService {
  constructor(
    private readonly users: UserRepository,
    private readonly lastAdmin: LastAdmin,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  async ban({ tenant }: SignedInCaller, { id, banned }: CallArguments<typeof banMember>) {
    await this.mongo.transaction(async (session) => {
      const user = await this.users.byId(tenant, id);
      if (!user) throw new PaddockError('USER_NOT_FOUND');
      if (banned) await this.lastAdmin.checkOthersRemain(tenant, user, session);
      if (!(await this.users.setBanned(tenant, id, banned, { session }))) return;
      await this.outbox.add(session, { kind: 'MemberChanged', tenant, user: id });
    });
    return { ok: true as const };
  }
}
