import { Injectable } from '@nestjs/common';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { Outbox } from '../../infrastructure/outbox/outbox.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { LastAdmin } from './last-admin.js';
import { UserRepository } from './user.repository.js';

/** Bans and unbans members. Sessions stay: the forbidden page says so and logs the member out. */
@Injectable()
export class MemberBans {
  constructor(
    private readonly users: UserRepository,
    private readonly lastAdmin: LastAdmin,
    private readonly mongo: Mongo,
    private readonly outbox: Outbox,
  ) {}

  /** @throws USER_NOT_FOUND, LAST_ADMIN; FORBIDDEN if the target is a super admin and `by` has lost the admin flag meanwhile. */
  async set(
    tenant: Tenant,
    id: string,
    banned: boolean,
    { by, reason }: { by: string; reason?: string | undefined },
  ): Promise<{ ok: true }> {
    await this.mongo.transaction(async (session) => {
      const user = await this.users.setBanned(tenant, id, banned, { session });
      if (!user) {
        if (await this.users.byId(tenant, id)) return;
        throw new PaddockError('USER_NOT_FOUND');
      }
      if (banned) await this.lastAdmin.checkOthersRemain(tenant, user, session, by);
      await this.outbox.add(
        session,
        { kind: 'MemberChanged', tenant, user: id },
        { kind: 'MemberBanned', tenant, user: id, by, banned, ...(reason && { reason }) },
      );
    });
    return { ok: true };
  }
}
