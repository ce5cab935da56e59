import { Injectable } from '@nestjs/common';
import { Mongo } from '../mongo/mongo.js';
import { RowCache } from '../mongo/row-cache.js';
import { TenantRepository, type InSession } from '../mongo/tenant-repository.js';
import type { Tenant } from '../tenancy/tenant.js';
import { sessionSchema, type SessionRow } from './session.schema.js';

@Injectable()
export class SessionRepository extends TenantRepository<SessionRow> {
  private readonly rows = new RowCache<SessionRow>(10_000);

  constructor(mongo: Mongo) {
    super(mongo, 'sessions', sessionSchema);
    mongo.onWrite('sessions', (row) => (row ? this.rows.drop(keyOf(row as unknown as SessionRow)) : this.rows.clear()));
  }

  /** From the cache of ADR 0012: an end in another process holds within a second. */
  byId(tenant: Tenant, id: string): Promise<SessionRow | null> {
    return this.rows.get(keyOf({ community: tenant.community, _id: id }), () => this.findOne(tenant, { _id: id }));
  }

  create(tenant: Tenant, row: Omit<SessionRow, 'community'>, options: InSession): Promise<SessionRow> {
    return this.insert(tenant, row, options);
  }

  async use(tenant: Tenant, id: string, lastUsed: Date, expires: Date): Promise<void> {
    await this.change(tenant, { _id: id }, { $set: { last_used: lastUsed, expires } });
  }

  ofUser(tenant: Tenant, user: string, options: InSession = {}): Promise<SessionRow[]> {
    return this.find(tenant, { user }, options);
  }

  /** Ends them; answers how many were still there. */
  end(tenant: Tenant, ids: readonly string[], options: InSession): Promise<number> {
    return this.remove(tenant, { _id: { $in: [...ids] } }, options);
  }
}

const keyOf = ({ community, _id }: Pick<SessionRow, 'community' | '_id'>) => `${community} ${_id}`;
