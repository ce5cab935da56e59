import { setImmediate as endOfTurn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { tenantKey, type Tenant } from '../tenancy/tenant.js';
import type { Row } from './row.js';

/** As in ADR 0012. */
const rowsFreshMs = 750;
/** A row requested within this time is in use. */
const inUseMs = 2000;
const maxRenewed = 1000;

type Place = Pick<Tenant, 'community' | 'workplace'>;
/** Loads the existing rows of some ids. */
type Load<V> = (tenant: Tenant, ids: readonly string[]) => Promise<ReadonlyMap<string, V>>;
/** Loads some rows again, by the ids of their requests. */
type Renew<V> = (tenant: Tenant, rows: readonly V[]) => Promise<ReadonlyMap<string, V>>;

/** The ids that calls miss in one turn of the event loop. */
interface NextLoad<V> {
  ids: Set<string>;
  rows: Promise<ReadonlyMap<string, V>>;
}

interface Entry<V> {
  tenant: Tenant;
  id: string;
  value: Promise<V | null>;
  /** The value, once loaded. */
  loaded?: V | null;
  until: number;
  used: number;
}

/**
 * Caches rows by tenant and id, for the few kinds that nearly every call reads, under the rules of {@link RowCache}. Concurrent
 * misses are loaded in one query. Rows in use are reloaded before they expire, all in one query, so that calls under load neither
 * query nor wait. An unchanged row stays the same object, so that values cached with it stay valid.
 */
export class RefreshingRowCache<V> {
  /** In load order, the oldest first. */
  private readonly entries = new Map<string, Entry<V>>();
  private readonly nextLoads = new Map<string, NextLoad<V>>();
  private isRenewing = false;

  /** @param capacity maximal number of rows; the oldest go first. `freshMs`: counted from the start of a load. */
  constructor(
    private readonly capacity: number,
    private readonly load: Load<V>,
    private readonly renewed: Renew<V>,
    private readonly freshMs = rowsFreshMs,
  ) {}

  /** A cache of rows requested by their own id. */
  static byId<V extends Row>(
    capacity: number,
    find: (tenant: Tenant, ids: readonly string[]) => Promise<readonly V[]>,
  ): RefreshingRowCache<V> {
    const load: Load<V> = async (tenant, ids) => new Map((await find(tenant, ids)).map((row) => [row._id, row]));
    return new RefreshingRowCache(capacity, load, (tenant, rows) =>
      load(
        tenant,
        rows.map(({ _id }) => _id),
      ),
    );
  }

  async get(tenant: Tenant, id: string): Promise<V | null> {
    return (await this.getMany(tenant, [id]))[0]!;
  }

  /** Rows in the order of the ids, which must not repeat; null for missing ones. */
  async getMany(tenant: Tenant, ids: readonly string[]): Promise<(V | null)[]> {
    const now = performance.now();
    const prefix = tenantKey(tenant, '');
    const rows: (V | null)[] = [];
    let oldest = Infinity;
    for (const id of ids) {
      const entry = this.entries.get(prefix + id);
      if (entry?.loaded === undefined || entry.until <= now) break;
      entry.used = now;
      oldest = Math.min(oldest, entry.until);
      rows.push(entry.loaded);
    }
    if (rows.length < ids.length) return this.loadMissing(tenant, ids, now);
    if (oldest <= this.dueAt(now)) this.renew(now);
    return rows;
  }

  drop(tenant: Place, id: string): void {
    this.entries.delete(tenantKey(tenant, id));
  }

  clear(): void {
    this.entries.clear();
  }

  private loadMissing(tenant: Tenant, ids: readonly string[], now: number): Promise<(V | null)[]> {
    const found = ids.map((id) => {
      const entry = this.entries.get(tenantKey(tenant, id));
      return entry && entry.until > now ? entry : undefined;
    });
    const missing = ids.filter((_, index) => !found[index]);
    const loading = missing.length > 0 ? this.loadTogether(tenant, missing) : undefined;
    const valueOf = async (id: string) => (await loading!).get(id) ?? null;
    const values = ids.map((id, index) => {
      const entry = found[index];
      if (!entry) return this.keep(tenant, id, valueOf(id), now);
      entry.used = now;
      return entry.value;
    });
    this.renew(now);
    return Promise.all(values);
  }

  /** Starts the query after this turn of the event loop: a burst of calls costs a few queries instead of one for each call. */
  private loadTogether(tenant: Tenant, ids: readonly string[]): Promise<ReadonlyMap<string, V>> {
    const place = tenantKey(tenant, '');
    const waiting = this.nextLoads.get(place);
    if (waiting) {
      for (const id of ids) waiting.ids.add(id);
      return waiting.rows;
    }
    const requested = new Set(ids);
    const start = async () => {
      await endOfTurn();
      this.nextLoads.delete(place);
      return this.load(tenant, [...requested]);
    };
    const next = { ids: requested, rows: start() };
    this.nextLoads.set(place, next);
    return next.rows;
  }

  private keep(tenant: Tenant, id: string, value: Promise<V | null>, now: number): Promise<V | null> {
    const key = tenantKey(tenant, id);
    const entry: Entry<V> = { tenant, id, value, until: now + this.freshMs, used: now };
    this.put(key, entry);
    value.then(
      (loaded) => (entry.loaded = loaded),
      () => this.entries.get(key) === entry && this.entries.delete(key),
    );
    return value;
  }

  private put(key: string, entry: Entry<V>): void {
    this.entries.delete(key);
    this.entries.set(key, entry);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.capacity) break;
      this.entries.delete(oldest);
    }
  }

  /** Rows that expire before this time are renewed now. */
  private dueAt(now: number): number {
    return now + this.freshMs / 4;
  }

  private renew(now: number): void {
    if (this.isRenewing) return;
    const due = new Map<string, [Tenant, Entry<V>[]]>();
    let count = 0;
    for (const [key, entry] of this.entries) {
      if (entry.until > this.dueAt(now) || count === maxRenewed) break;
      if (entry.loaded && now - entry.used < inUseMs) {
        const place = tenantKey(entry.tenant, '');
        if (!due.has(place)) due.set(place, [entry.tenant, []]);
        due.get(place)![1].push(entry);
        count++;
      } else if (entry.until <= now) this.entries.delete(key);
    }
    if (count === 0) return;
    this.isRenewing = true;
    // A failure is ignored here: the next request of an expired row gets it.
    const renewed = [...due.values()].map(([tenant, entries]) => this.renewAll(tenant, entries, now));
    void Promise.allSettled(renewed).then(() => (this.isRenewing = false));
  }

  private async renewAll(tenant: Tenant, entries: readonly Entry<V>[], now: number): Promise<void> {
    const rows = await this.renewed(
      tenant,
      entries.map(({ loaded }) => loaded!),
    );
    for (const entry of entries) {
      const key = tenantKey(tenant, entry.id);
      // Dropped or reloaded meanwhile.
      if (this.entries.get(key) !== entry) continue;
      const row = rows.get(entry.id);
      const loaded = isDeepStrictEqual(row, entry.loaded) ? entry.loaded! : row;
      // A different row may now have the id of a deleted one.
      if (!loaded) this.entries.delete(key);
      else this.put(key, { ...entry, loaded, value: Promise.resolve(loaded), until: now + this.freshMs });
    }
  }
}
