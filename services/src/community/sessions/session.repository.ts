import { Injectable } from '@nestjs/common';
import { RowCache } from '../../infrastructure/cache/row-cache.js';
import { Mongo } from '../../infrastructure/mongo/mongo.js';
import { TenantRepository, type InSession } from '../../infrastructure/mongo/tenant-repository.js';
import { CommitLog } from '../../infrastructure/outbox/commit-log.js';
import { tenantOf, type Tenant } from '../../infrastructure/tenancy/tenant.js';
import { sessionSchema, type OwnView, type SessionRow } from './session.schema.js';

@Injectable()
export class SessionRepository extends TenantRepository<SessionRow> {
  private readonly rows = RowCache.byId<SessionRow>(10_000, (tenant, ids) =>
    this.find(tenant, { _id: { $in: [...ids] } }),
  );

  constructor(
    mongo: Mongo,
    private readonly committed: CommitLog,
  ) {
    super(mongo, 'sessions', sessionSchema);
    mongo.onWrite('sessions', (row) => (row ? this.drop(row as unknown as SessionRow) : this.rows.clear()));
  }

  /** From the cache of ADR 0012: an end in another process takes effect within a second, a later expiry within a minute. */
  async byId(tenant: Tenant, id: string): Promise<SessionRow | null> {
    return this.rows.get(await this.committed.recent(), tenantOf(tenant.community), id);
  }

  /** {@link byId} without the cache. */
  stored(tenant: Tenant, id: string): Promise<SessionRow | null> {
    return this.findOne(tenant, { _id: id });
  }

  create(tenant: Tenant, row: Omit<SessionRow, 'community'>, options: InSession): Promise<SessionRow> {
    return this.insert(tenant, row, options);
  }

  async use(tenant: Tenant, ids: readonly string[], lastUsed: Date, expires: Date): Promise<void> {
    await this.changeByIds(tenant, ids, { $set: { last_used: lastUsed, expires } });
  }

  /** Replaces what a session alone shows; undefined removes it. Null if the session has ended. */
  show(tenant: Tenant, id: string, own: OwnView, options: InSession): Promise<SessionRow | null> {
    const entries = Object.entries(own);
    const $set = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
    const ended = entries.filter(([, value]) => value === undefined);
    const $unset = Object.fromEntries(ended.map(([name]) => [name, 1 as const]));
    return this.change(tenant, { _id: id }, { $set, $unset }, options);
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
