/** How long a row may be used without asking the database again; what another process wrote holds after this time at the latest. */
const rowsFreshMs = 750;

interface Entry<V> {
  value: Promise<V | null>;
  until: number;
}

/**
 * Values by key, each loaded once and used for some time. Whoever writes what a value is made of drops it, so that in the
 * same process nothing old is answered after a write (ADR 0012). Calls for one key while it is being loaded share the load; a
 * drop meanwhile takes it away from everyone who asks later. That there is no value (null) is kept like a value.
 */
export class RowCache<V> {
  private readonly entries = new Map<string, Entry<V>>();

  /** @param capacity most values kept; the oldest go first. `freshMs`: longer only for what {@link CommitLog} drops. */
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

  /** The time counts from the beginning of the load: that is when the value was certainly right. */
  private keep(key: string, value: Promise<V | null>): Promise<V | null> {
    // Again at the end, so that the first is always the oldest.
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
