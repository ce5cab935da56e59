import { LRUCache } from 'lru-cache';
import { presentPreview } from '../tenancy/preview.js';

/** How long a missing value is kept: its creation may have no event. */
const missingMs = 750;

/** A kept value, or a running load. */
export interface CacheEntry<V> {
  value: Promise<V | null>;
  /** The value, once loaded. */
  loaded?: V | null;
}

/**
 * Values by key, each loaded once for concurrent and later callers. A drop detaches a running load: callers before it get its
 * value, later callers load again. A failed load is not kept. A preview neither uses nor leaves values, which may depend on flags
 * and roles.
 */
export class LoadCache<V> {
  private readonly entries: LRUCache<string, CacheEntry<V>>;

  /**
   * @param max number of values; the least recently used go first
   * @param ttl in ms, from the start of a load
   * @param isOfRows for values that are rows of the database as they are: previews share them
   */
  constructor(
    max: number,
    ttl: number,
    private readonly isOfRows = false,
  ) {
    // With `max` the cache would allocate the lists of all its entries at once: 10 ms and 3 MB for 50,000 at every start.
    this.entries = new LRUCache({ maxSize: max, sizeCalculation: () => 1, ttl, ttlResolution: 0 });
  }

  get(key: string, load: () => Promise<V | null>): Promise<V | null> {
    if (this.isBypassed()) return load();
    const known = this.entries.get(key);
    if (known) return known.value;
    const entry: CacheEntry<V> = { value: load() };
    this.entries.set(key, entry);
    entry.value.then(
      (loaded) => {
        entry.loaded = loaded;
        if (loaded === null && this.isKept(key, entry)) this.entries.set(key, entry, { ttl: missingMs });
      },
      () => this.isKept(key, entry) && this.entries.delete(key),
    );
    return entry.value;
  }

  /** A loaded value, at once; undefined for one that is not loaded. */
  loaded(key: string): V | null | undefined {
    return this.isBypassed() ? undefined : this.entries.get(key)?.loaded;
  }

  /** For {@link replace}; does not count as a use. */
  entry(key: string): CacheEntry<V> | undefined {
    return this.entries.peek(key);
  }

  /** Puts another value into the place of an entry, for the rest of its time. */
  replace(key: string, loaded: V): void {
    const ttl = this.entries.getRemainingTTL(key);
    if (ttl > 0) this.entries.set(key, { value: Promise.resolve(loaded), loaded }, { ttl });
  }

  drop(key: string): void {
    this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }

  private isBypassed(): boolean {
    return !this.isOfRows && presentPreview() !== undefined;
  }

  /** False for an entry that was dropped, or replaced, while it was loading. */
  private isKept(key: string, entry: CacheEntry<V>): boolean {
    return this.entries.peek(key) === entry;
  }
}
