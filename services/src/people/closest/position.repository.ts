import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { userSchema, type UserRow } from '../../community/users/user.schema.js';

const step = 500;
const without = { $unset: { cells: '', located: '' } } as const;

/** The positions that members share. Caches of members do not hold them, so that a deleted one is gone at once. */
@Injectable()
export class PositionRepository extends TenantRepository<UserRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'users', userSchema);
  }

  /** The stored cell of a member. */
  async cellOf(tenant: Tenant, user: string): Promise<string | undefined> {
    const [row] = await this.findParts(tenant, { _id: user }, ['cells'], { limit: 1 });
    return row?.cells?.[0];
  }

  async set(tenant: Tenant, user: string, cells: string[]): Promise<void> {
    await this.change(tenant, { _id: user }, { $set: { cells, located: new Date() } });
  }

  async forget(tenant: Tenant, user: string): Promise<void> {
    await this.change(tenant, { _id: user }, without);
  }

  /** Deletes all positions of the community that were shared before a time. */
  async forgetBefore(tenant: Tenant, time: Date): Promise<void> {
    for (;;) {
      const rows = await this.findParts(tenant, { located: { $lt: time } }, [], { limit: step });
      if (rows.length === 0) return;
      await this.changeByIds(
        tenant,
        rows.map(({ _id }) => _id),
        without,
      );
    }
  }
}
