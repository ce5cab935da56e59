import { setImmediate as endOfTurn } from 'node:timers/promises';
import { tenantKey, type Tenant } from '../tenancy/tenant.js';

/** Loads the existing rows of some ids. */
export type Load<V> = (tenant: Tenant, ids: readonly string[]) => Promise<ReadonlyMap<string, V>>;

/** The ids that calls ask for in one turn of the event loop. */
interface NextLoad<V> {
  ids: Set<string>;
  rows: Promise<ReadonlyMap<string, V>>;
}

/** Loads the rows that calls ask for in one turn of the event loop with one query for each tenant: a burst costs a few queries. */
export class LoadTogether<V> {
  private readonly nextLoads = new Map<string, NextLoad<V>>();

  constructor(private readonly load: Load<V>) {}

  /** Loads the row after this call; null if it is missing. */
  async get(tenant: Tenant, id: string): Promise<V | null> {
    const place = tenantKey(tenant, '');
    let next = this.nextLoads.get(place);
    if (next) next.ids.add(id);
    else {
      const ids = new Set([id]);
      const start = async () => {
        await endOfTurn();
        this.nextLoads.delete(place);
        return this.load(tenant, [...ids]);
      };
      next = { ids, rows: start() };
      this.nextLoads.set(place, next);
    }
    return (await next.rows).get(id) ?? null;
  }
}
