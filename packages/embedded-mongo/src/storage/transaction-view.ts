import { writeConflict } from '../errors.js';
import { decodePlain, type Doc } from '../values/bson.js';
import type { CollectionMeta } from './catalog.js';
import type { Database } from './database.js';
import { entriesOf } from './index-entries.js';
import { checkLimits, duplicateKey, findDuplicate, putRecord } from './records.js';
import type { Stored, View } from './view.js';

interface Written {
  /** The record's content in this transaction; null when it was removed. */
  readonly bytes: Buffer | null;
  /** Its keys in the unique indexes, each as `index id:key`. */
  readonly unique: ReadonlySet<string>;
}

interface CollectionWrites {
  readonly meta: CollectionMeta;
  readonly records: Map<number, Written>;
  /** Which record took a unique key last; it may have given it up since. */
  readonly takers: Map<string, number>;
}

const contentOf = (bytes: Buffer | null | undefined) => (bytes ? { bytes, doc: decodePlain(bytes) } : undefined);

/**
 * A transaction's writes over the snapshot it began with. Nothing reaches the database before `commit`; a record that was
 * changed by others since the snapshot cannot be written (the first committer wins).
 */
export class TransactionView implements View {
  readonly isolated = true;
  private readonly writes = new Map<number, CollectionWrites>();

  constructor(readonly db: Database) {
    db.log.open(this);
  }

  /** Whether there is anything to commit. */
  get hasWrites(): boolean {
    return this.writes.size > 0;
  }

  divergence(collection: CollectionMeta): ReadonlyMap<number, Buffer | null> {
    const visible = this.db.log.since(this, collection.id);
    for (const [record, { bytes }] of this.writes.get(collection.id)?.records ?? []) visible.set(record, bytes);
    return visible;
  }

  insert(collection: CollectionMeta, bytes: Buffer, doc: Doc): number {
    checkLimits({ bytes, doc }, true);
    const record = this.db.allocateRecordId(collection);
    this.put(collection, record, bytes, doc);
    return record;
  }

  update(collection: CollectionMeta, { record }: Stored, bytes: Buffer, doc: Doc): void {
    checkLimits({ bytes, doc }, false);
    this.checkUnchanged(collection, record);
    this.put(collection, record, bytes, doc);
  }

  remove(collection: CollectionMeta, { record }: Stored): void {
    this.checkUnchanged(collection, record);
    this.writesTo(collection).records.set(record, { bytes: null, unique: new Set() });
  }

  /**
   * Applies every write. Inside `Database.write` only.
   *
   * @throws CommandError WriteConflict when another commit came first
   */
  commit(): void {
    for (const { meta, records } of this.writes.values()) {
      const collection = this.db.catalog.get(meta.db, meta.name);
      if (collection?.id !== meta.id) throw writeConflict();
      const changes = [...records].map(([record, { bytes }]) => {
        this.checkUnchanged(collection, record);
        return { record, before: contentOf(this.db.read(collection, record)), after: contentOf(bytes) };
      });
      // A unique key may pass from one record to another: all are given up before any is taken.
      for (const { record, before } of changes) {
        if (before !== undefined) putRecord(this.db, collection, record, before, undefined);
      }
      for (const { record, after } of changes) {
        if (after !== undefined) putRecord(this.db, collection, record, undefined, after);
      }
    }
  }

  /** Ends the transaction, committed or not. */
  close(): void {
    this.db.log.close(this);
    this.writes.clear();
  }

  private checkUnchanged(collection: CollectionMeta, record: number): void {
    if (this.db.log.since(this, collection.id).has(record)) throw writeConflict();
  }

  private writesTo(meta: CollectionMeta): CollectionWrites {
    const writes = this.writes.get(meta.id) ?? {
      meta,
      records: new Map<number, Written>(),
      takers: new Map<string, number>(),
    };
    this.writes.set(meta.id, writes);
    return writes;
  }

  /** @throws CommandError DuplicateKey, WriteConflict */
  private put(collection: CollectionMeta, record: number, bytes: Buffer, doc: Doc): void {
    const { records, takers } = this.writesTo(collection);
    const unique = new Set<string>();
    for (const index of collection.indexes) {
      const entries = entriesOf(index, doc);
      if (!index.unique) continue;
      const keys = [...entries.keys.keys()].map((key) => `${index.id}:${key}`);
      for (const key of keys) {
        const taker = takers.get(key) ?? record;
        if (taker !== record && records.get(taker)!.unique.has(key)) throw duplicateKey(collection, index, doc);
      }
      const own = (id: number): boolean => id === record || records.has(id);
      const found = findDuplicate(this.db, collection, index, entries, doc, own);
      if (found !== undefined) {
        // A key that was taken after this transaction began is not there in its snapshot: run again, and see it.
        if (this.db.log.since(this, collection.id).has(found)) throw writeConflict();
        throw duplicateKey(collection, index, doc);
      }
      for (const key of keys) {
        unique.add(key);
        takers.set(key, record);
      }
    }
    records.set(record, { bytes, unique });
  }
}
