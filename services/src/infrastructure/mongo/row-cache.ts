/** How long a row may be used without a query; another process's write takes effect within this time. */
const rowsFreshMs = 750;

interface Entry<V> {
  value: Promise<V | null>;
  until: number;
}

/**
 * Caches values by key, each loaded once and used for some time. Writers drop the affected values, so that no old value is
 * returned in the same process after a write (ADR 0012). Concurrent calls for a key share its load; a drop meanwhile hides that
 * load from later calls. A missing value (null) is cached too.
 */
export class RowCache<V> {
  private readonly entries = new Map<string, Entry<V>>();

  /**
   * @param capacity maximal number of values; the oldest go first. `freshMs`: longer only for values that {@link CommitLog}
   * drops.
   */
  constructor(
    private readonly capacity: number,
    private readonly freshMs = rowsFreshMs,
  ) {}

  async get(key: string, load: () => Promise<V | null>): Promise<V | null> {
    return this.fresh(key)?.value ?? this.keep(key, load());
  }

  drop(key: string): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  private fresh(key: string): Entry<V> | undefined {
    const entry = this.entries.get(key);
    return entry && entry.until > performance.now() ? entry : undefined;
  }

  /** The time counts from the start of the load, when the value was certainly current. */
  private keep(key: string, value: Promise<V | null>): Promise<V | null> {
    // Moved to the end, so that the first is always the oldest.
    this.entries.delete(key);
    const entry: Entry<V> = { value, until: performance.now() + this.freshMs };
    this.entries.set(key, entry);
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.capacity) break;
      this.entries.delete(oldest);
    }
    value.catch(() => this.entries.get(key) === entry && this.entries.delete(key));
    return value;
  }
}
