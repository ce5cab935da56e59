import type { ClientSession } from 'mongodb';
import type { Mongo } from '../mongo/mongo.js';
import type { Row } from '../mongo/row.js';
import type { Recent } from '../outbox/commit-log.js';
import { tenantKey, type Tenant, type TenantIds } from '../tenancy/tenant.js';
import { LoadCache } from './load-cache.js';
import { type Load, LoadTogether } from './load-together.js';

/** Bounds the age of rows that a write without an event changed, such as a migration's. */
const rowsMs = 60_000;

/**
 * Rows by tenant and id, under the rule of ADR 0012: a write of this process and the committed event of another drop the row, and
 * a reader passes a `Recent` as proof that the events were received. Rows that calls miss in one turn of the event loop are loaded
 * in one query.
 */
export class RowCache<V> {
  private readonly rows: LoadCache<V>;
  private readonly together: LoadTogether<V>;

  /** @param max number of rows; the least recently used go first */
  constructor(max: number, load: Load<V>) {
    this.together = new LoadTogether(load);
    this.rows = new LoadCache(max, rowsMs, true);
  }

  /** A cache of rows requested by their own id. */
  static byId<V extends Row>(
    max: number,
    find: (tenant: Tenant, ids: readonly string[]) => Promise<readonly V[]>,
  ): RowCache<V> {
    return new RowCache(max, async (tenant, ids) => new Map((await find(tenant, ids)).map((row) => [row._id, row])));
  }

  get(_: Recent, tenant: Tenant, id: string): Promise<V | null> {
    return this.rows.get(tenantKey(tenant, id), () => this.together.get(tenant, id));
  }

  /** The existing rows, in the order of the ids. */
  async getMany(recent: Recent, tenant: Tenant, ids: readonly string[]): Promise<V[]> {
    const loaded = ids.map((id) => this.rows.loaded(tenantKey(tenant, id)));
    // Most calls find all rows, without a promise for each.
    const rows = loaded.includes(undefined) ? await Promise.all(ids.map((id) => this.get(recent, tenant, id))) : loaded;
    return rows.filter((row) => row !== null && row !== undefined);
  }

  /**
   * Call it after a write in a transaction: when that has committed, `patch` makes the new row from the kept one. A row that was dropped,
   * replaced or being loaded meanwhile is dropped, and so is one for which `patch` returns nothing.
   */
  patchWhenEnded(
    mongo: Mongo,
    session: ClientSession,
    { tenant, id }: { tenant: TenantIds; id: string },
    patch: (row: V) => V | undefined,
  ): void {
    const key = tenantKey(tenant, id);
    const entry = this.rows.entry(key);
    mongo.whenEnded(session, (isCommitted) => {
      const isSame = entry !== undefined && this.rows.entry(key) === entry;
      const row = isCommitted && isSame && entry.loaded ? patch(entry.loaded) : undefined;
      if (row) this.rows.replace(key, row);
      else this.rows.drop(key);
    });
  }

  drop(tenant: TenantIds, id: string): void {
    this.rows.drop(tenantKey(tenant, id));
  }

  clear(): void {
    this.rows.clear();
  }
}
