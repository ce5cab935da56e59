import type { Database as LmdbDatabase, Transaction } from 'lmdb';
import { decodePlain, type Doc, encode } from '../values/bson.js';

/** What is stored of one index. */
export interface IndexMeta {
  readonly id: number;
  readonly name: string;
  readonly key: readonly (readonly [path: string, direction: 1 | -1])[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial?: Doc;
  readonly expireAfterSeconds?: number;
  /** Not filled yet: kept up to date by writers, not used by the planner. */
  readonly building?: boolean;
  /** For each field of the key: whether any record has ever had an array on its path. */
  readonly multikey: readonly boolean[];
  /** Whether any key had to be cut, so that equal keys need not mean equal values. */
  readonly cut: boolean;
}

/** What is stored of one collection. */
export interface CollectionMeta {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly uuid: string;
  readonly indexes: readonly IndexMeta[];
  /** Being filled by a `$out`: seen by nobody, and removed at the next start if it is still there. */
  readonly temporary?: boolean;
}

const COUNTER_KEY = '\0next';

/**
 * The collections and their indexes. Kept in memory, changed inside a write transaction only, and put back by `restore`
 * when that transaction fails.
 */
export class Catalog {
  /** Never changed, but replaced by a changed one. */
  private collections: ReadonlyMap<string, CollectionMeta> = new Map();
  private nextId = 1;

  constructor(private readonly store: LmdbDatabase<Buffer, string>) {
    this.load();
  }

  /** Reads everything from the store again, as it is now or in a transaction. */
  load(transaction?: Transaction): void {
    const collections = new Map<string, CollectionMeta>();
    for (const { key, value } of this.store.getRange(transaction === undefined ? {} : { transaction })) {
      const stored = decodePlain(value);
      if (key === COUNTER_KEY) this.nextId = stored['value'] as number;
      else collections.set(key, stored as unknown as CollectionMeta);
    }
    this.collections = collections;
  }

  get(db: string, name: string): CollectionMeta | undefined {
    return this.collections.get(`${db}.${name}`);
  }

  /** All collections, of one database or of all. */
  list(db?: string): CollectionMeta[] {
    return this.all().filter((meta) => !meta.temporary && (db === undefined || meta.db === db));
  }

  /** All collections and the temporary ones. */
  all(): CollectionMeta[] {
    return [...this.collections.values()];
  }

  /** A number for a new collection or index, never used again. Inside a write transaction only. */
  allocateId(): number {
    const id = this.nextId++;
    this.store.putSync(COUNTER_KEY, encode({ value: this.nextId }));
    return id;
  }

  /** Stores a new or changed collection. Inside a write transaction only. */
  put(meta: CollectionMeta): CollectionMeta {
    const namespace = `${meta.db}.${meta.name}`;
    this.collections = new Map(this.collections).set(namespace, meta);
    this.store.putSync(namespace, encode(meta as unknown as Doc));
    return meta;
  }

  /** Stores one changed index of a collection. Inside a write transaction only. */
  putIndex(meta: CollectionMeta, index: IndexMeta): CollectionMeta {
    const current = this.get(meta.db, meta.name) ?? meta;
    return this.put({ ...current, indexes: current.indexes.map((other) => (other.id === index.id ? index : other)) });
  }

  /** Forgets a collection. Inside a write transaction only. */
  remove(meta: CollectionMeta): void {
    const namespace = `${meta.db}.${meta.name}`;
    this.collections = new Map([...this.collections].filter(([name]) => name !== namespace));
    this.store.removeSync(namespace);
  }

  /** The present state, to come back to with `restore`. */
  mark(): ReadonlyMap<string, CollectionMeta> {
    return this.collections;
  }

  /** Takes back, in memory, what was changed since the mark; the store is rolled back by its transaction. */
  restore(mark: ReadonlyMap<string, CollectionMeta>): void {
    this.collections = mark;
  }
}
