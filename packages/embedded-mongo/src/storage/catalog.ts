import { randomUUID } from 'node:crypto';
import type { Database as LmdbDatabase, Transaction } from 'lmdb';
import { decodePlain, type Doc, encode } from '../values/bson.js';

/** The stored description of an index. */
export interface IndexMeta {
  readonly id: number;
  readonly name: string;
  readonly key: readonly (readonly [path: string, direction: 1 | -1])[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial?: Doc | undefined;
  readonly expireAfterSeconds?: number | undefined;
  /** Still being built: writers maintain it, the planner ignores it. */
  readonly building?: boolean;
  /** For each key field: whether any record has ever had an array on its path. */
  readonly multikey: readonly boolean[];
  /** Whether any key was truncated; equal keys then need not mean equal values. */
  readonly cut: boolean;
}

/** The stored description of a collection. Collection and index ids share one number space. */
export interface CollectionMeta {
  readonly id: number;
  readonly db: string;
  readonly name: string;
  readonly uuid: string;
  readonly indexes: readonly IndexMeta[];
  /** A `$out` is filling it: hidden from clients, and removed at the next start if it still exists. */
  readonly temporary?: boolean;
}

const COUNTER_KEY = '\0next';

/**
 * The collections and their indexes, cached in memory. Change it only inside a write transaction; when that transaction
 * fails, the function returned by `undo` restores the cache.
 */
export class Catalog {
  /** Immutable: every change replaces the map. */
  private collections: ReadonlyMap<string, CollectionMeta> = new Map();
  private nextId = 1;

  constructor(private readonly store: LmdbDatabase<Buffer, string>) {
    this.load();
  }

  /** Reloads everything from the store, optionally as one transaction sees it. */
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

  /** The current description of a collection; undefined when it was dropped. */
  current({ id, db, name }: CollectionMeta): CollectionMeta | undefined {
    const found = this.get(db, name);
    return found?.id === id ? found : undefined;
  }

  /** The visible collections of one database, or of all. */
  list(db?: string): CollectionMeta[] {
    return this.all().filter((meta) => !meta.temporary && (db === undefined || meta.db === db));
  }

  /** All collections, temporary ones included. */
  all(): CollectionMeta[] {
    return [...this.collections.values()];
  }

  /** An id for a new collection or index, never reused. Inside a write transaction only. */
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

  /** Returns the collection, creating it if missing. Inside a write transaction only. */
  ensure(db: string, name: string): CollectionMeta {
    const existing = this.get(db, name);
    if (existing !== undefined) return existing;
    const [id, index] = [this.allocateId(), this.allocateId()];
    const common = { unique: true, sparse: false, multikey: [false], cut: false };
    const indexes = [{ id: index, name: '_id_', key: [['_id', 1] as const], ...common }];
    return this.put({ id, db, name, uuid: randomUUID(), indexes });
  }

  /** Maps the indexes of an existing collection; undefined removes one. Inside a write transaction only. */
  changeIndexes(meta: CollectionMeta, change: (index: IndexMeta) => IndexMeta | undefined): void {
    const current = this.current(meta);
    if (current === undefined) return;
    this.put({ ...current, indexes: current.indexes.flatMap((index) => change(index) ?? []) });
  }

  /** Removes a collection. Inside a write transaction only. */
  remove(meta: CollectionMeta): void {
    const namespace = `${meta.db}.${meta.name}`;
    this.collections = new Map([...this.collections].filter(([name]) => name !== namespace));
    this.store.removeSync(namespace);
  }

  /** @returns a function that restores the present state in memory; the transaction rolls back the store */
  undo(): () => void {
    const { collections } = this;
    return () => {
      this.collections = collections;
    };
  }
}
