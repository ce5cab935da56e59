import { randomUUID } from 'node:crypto';
import type { Database as LmdbDatabase, Transaction } from 'lmdb';
import { decodePlain, type Doc, encode } from '../values/bson.js';

/** What is stored of one index. */
export interface IndexMeta {
  readonly id: number;
  readonly name: string;
  readonly key: readonly (readonly [path: string, direction: 1 | -1])[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partial?: Doc | undefined;
  readonly expireAfterSeconds?: number | undefined;
  /** Not filled yet: kept up to date by writers, not used by the planner. */
  readonly building?: boolean;
  /** For each field of the key: whether any record has ever had an array on its path. */
  readonly multikey: readonly boolean[];
  /** Whether any key had to be cut, so that equal keys need not mean equal values. */
  readonly cut: boolean;
}

/** What is stored of one collection; the ids are those of no other collection or index. */
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
 * The collections and their indexes. Kept in memory, changed inside a write transaction only, and put back by `undo`'s
 * result when that transaction fails.
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

  /** The newest description of a collection; undefined when it is no longer there. */
  current({ id, db, name }: CollectionMeta): CollectionMeta | undefined {
    const found = this.get(db, name);
    return found?.id === id ? found : undefined;
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

  /** The collection, made if it is not there. Inside a write transaction only. */
  ensure(db: string, name: string): CollectionMeta {
    const existing = this.get(db, name);
    if (existing !== undefined) return existing;
    const [id, index] = [this.allocateId(), this.allocateId()];
    const common = { unique: true, sparse: false, multikey: [false], cut: false };
    const indexes = [{ id: index, name: '_id_', key: [['_id', 1] as const], ...common }];
    return this.put({ id, db, name, uuid: randomUUID(), indexes });
  }

  /** Changes indexes of a collection that is still there; one without a result is taken out. Inside a write transaction only. */
  changeIndexes(meta: CollectionMeta, change: (index: IndexMeta) => IndexMeta | undefined): void {
    const current = this.current(meta);
    if (current === undefined) return;
    this.put({ ...current, indexes: current.indexes.flatMap((index) => change(index) ?? []) });
  }

  /** Forgets a collection. Inside a write transaction only. */
  remove(meta: CollectionMeta): void {
    const namespace = `${meta.db}.${meta.name}`;
    this.collections = new Map([...this.collections].filter(([name]) => name !== namespace));
    this.store.removeSync(namespace);
  }

  /** @returns what takes back, in memory, the changes from here on; the store is rolled back by its transaction */
  undo(): () => void {
    const { collections } = this;
    return () => {
      this.collections = collections;
    };
  }
}
