import { Injectable } from '@nestjs/common';
import { isDuplicateKey, Mongo } from '../../infrastructure/mongo/mongo.js';
import { newId } from '../../infrastructure/mongo/row.js';
import { TenantRepository } from '../../infrastructure/mongo/tenant-repository.js';
import type { Tenant } from '../../infrastructure/tenancy/tenant.js';
import { viewSchema, type ViewRow } from './view.schema.js';

@Injectable()
export class ViewRepository extends TenantRepository<ViewRow> {
  constructor(mongo: Mongo) {
    super(mongo, 'shout_views', viewSchema);
  }

  ofShout(tenant: Tenant, shout: string): Promise<number> {
    return this.count(tenant, { shout });
  }

  /** Repeatable, also at the same time in several windows. */
  async add(tenant: Tenant, user: string, shouts: readonly string[]): Promise<void> {
    const known = await this.findParts(tenant, { shout: { $in: [...shouts] }, user }, ['shout']);
    const seen = new Set(known.map(({ shout }) => shout));
    const rows = shouts.filter((shout) => !seen.has(shout)).map((shout) => ({ _id: newId(), shout, user }));
    if (rows.length === 0) return;
    try {
      await this.insertAll(tenant, rows, { ordered: false });
    } catch (error) {
      // Another window reported some of them first; the rest is stored.
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** A member's views in all workplaces, oldest first. */
  async *ofUser(tenant: Tenant, user: string): AsyncGenerator<[Tenant, ViewRow]> {
    for (const workplace of await this.tenantsWithRows(tenant))
      for await (const row of this.each(workplace, { user }, '_id')) yield [workplace, row];
  }

  async removeOf(tenant: Tenant, shouts: readonly string[]): Promise<void> {
    await this.remove(tenant, { shout: { $in: [...shouts] } });
  }

  /** Removes a member's views in all workplaces. */
  async forget(tenant: Tenant, user: string): Promise<void> {
    await this.removeEverywhere(tenant, { user });
  }
}
