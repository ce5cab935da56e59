import { Injectable } from '@nestjs/common';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { RefreshingRowCache } from '../../infrastructure/mongo/refreshing-row-cache.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { sessionSchema, type SessionRow } from './session.schema.js';

@Injectable()
export class SessionRepository extends TenantRepository<SessionRow> {
  private readonly rows = RefreshingRowCache.byId<SessionRow>(10_000, (tenant, ids) =>
    this.find(tenant, { _id: { $in: [...ids] } }),
  );

  constructor(mongo: Mongo) {
    super(mongo, 'sessions', sessionSchema);
    mongo.onWrite('sessions', (row) => (row ? this.drop(row as unknown as SessionRow) : this.rows.clear()));
  }

  /** From the cache of ADR 0012: an end in another process takes effect within a second. */
  byId(tenant: Tenant, id: string): Promise<SessionRow | null> {
    return this.rows.get(tenantOf(tenant.community), id);
  }

  create(tenant: Tenant, row: Omit<SessionRow, 'community'>, options: InSession): Promise<SessionRow> {
    return this.insert(tenant, row, options);
  }

  async use(tenant: Tenant, ids: readonly string[], lastUsed: Date, expires: Date): Promise<void> {
    await this.changeByIds(tenant, ids, { $set: { last_used: lastUsed, expires } });
  }

  ofUser(tenant: Tenant, user: string, options: InSession = {}): Promise<SessionRow[]> {
    return this.find(tenant, { user }, options);
  }

  /** Ends sessions; returns how many still existed. */
  end(tenant: Tenant, ids: readonly string[], options: InSession): Promise<number> {
    return this.remove(tenant, { _id: { $in: [...ids] } }, options);
  }

  private drop({ community, _id }: SessionRow): void {
    this.rows.drop(tenantOf(community), _id);
  }
}
