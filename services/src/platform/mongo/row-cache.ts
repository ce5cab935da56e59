/** How long a row may be used without asking the database again; what another process wrote holds after this time at the latest. */
const rowsFreshMs = 750;

/**
 * Values by key, each loaded once and used for some time. Whoever writes what a value is made of drops it, so that in the
 * same process nothing old is answered after a write (ADR 0012). Calls for one key while it is being loaded share the load; a
 * drop meanwhile takes it away from everyone who asks later. That there is no value (null) is kept like a value.
 */
export class RowCache<V> {
  private readonly entries = new Map<string, { value: Promise<V | null>; until: number }>();

  /** @param capacity most values kept; the oldest go first. `freshMs`: longer only for what {@link Committed} drops. */
  constructor(
    private readonly capacity: number,
    private readonly freshMs = rowsFreshMs,
  ) {}

  async get(key: string, load: () => Promise<V | null>): Promise<V | null> {
    return this.fresh(key) ?? this.keep(key, load());
  }

  /** As {@link get} for several keys: those that are missing are loaded together; null for what `load` does not answer. */
  async getMany(keys: readonly string[], load: (missing: string[]) => Promise<Map<string, V>>): Promise<(V | null)[]> {
    const found = keys.map((key) => this.fresh(key));
    const missing = keys.filter((_, index) => found[index] === undefined);
    const loading = missing.length > 0 ? load(missing) : undefined;
    const valueOf = async (key: string) => (await loading!).get(key) ?? null;
    return Promise.all(keys.map((key, index) => found[index] ?? this.keep(key, valueOf(key))));
  }

  drop(key: string): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  private fresh(key: string): Promise<V | null> | undefined {
    const entry = this.entries.get(key);
    if (entry && entry.until > performance.now()) return entry.value;
    return undefined;
  }

  /** The time counts from the beginning of the load: that is when the value was certainly right. */
  private keep(key: string, value: Promise<V | null>): Promise<V | null> {
    // Again at the end, so that the first is always the oldest.
    this.entries.delete(key);
    this.entries.set(key, { value, until: performance.now() + this.freshMs });
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.capacity) break;
      this.entries.delete(oldest);
    }
    value.catch(() => {
      if (this.entries.get(key)?.value === value) this.entries.delete(key);
    });
    return value;
  }
}
