import { writeConflict } from '../errors.js';
import { decodePlain, type Doc } from '../values/bson.js';
import type { CollectionMeta, IndexMeta } from './catalog.js';
import type { Database } from './database.js';
import { entriesOf } from './index-entries.js';
import { duplicateKey, findDuplicate, putRecord } from './records.js';
import type { Stored, View } from './view.js';

interface Written {
  /** The record's content in this transaction; null when it was removed. */
  bytes: Buffer | null;
  /** Its keys in the unique indexes, by index id. */
  unique: Map<number, string[]>;
}

interface CollectionWrites {
  readonly meta: CollectionMeta;
  readonly records: Map<number, Written>;
  /** Which record of this transaction holds a unique key: `index id:key` to record id. */
  readonly uniqueKeys: Map<string, number>;
}

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
    const record = this.db.allocateRecordId(collection);
    this.put(collection, record, bytes, doc);
    return record;
  }

  update(collection: CollectionMeta, stored: Stored, bytes: Buffer, doc: Doc): void {
    this.checkUnchanged(collection, stored.record);
    this.put(collection, stored.record, bytes, doc);
  }

  remove(collection: CollectionMeta, stored: Stored): void {
    this.checkUnchanged(collection, stored.record);
    this.put(collection, stored.record, null, undefined);
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
      const before = new Map<number, { bytes: Buffer; doc: Doc } | undefined>();
      for (const record of records.keys()) {
        this.checkUnchanged(collection, record);
        const bytes = this.db.read(collection, record);
        before.set(record, bytes === undefined ? undefined : { bytes, doc: decodePlain(bytes) });
      }
      // A unique key may pass from one record to another: those that give one up go first.
      const order = [...records].sort(
        ([a], [b]) => Number(before.get(a) === undefined) - Number(before.get(b) === undefined),
      );
      const moving = order.filter(([record, { bytes }]) => bytes !== null && before.get(record) !== undefined);
      if (moving.length > 1 && collection.indexes.filter(({ unique }) => unique).length > 1) {
        for (const [record] of moving) putRecord(this.db, collection, record, before.get(record), undefined);
        for (const [record] of moving) before.set(record, undefined);
      }
      order.sort(([, a], [, b]) => Number(a.bytes !== null) - Number(b.bytes !== null));
      for (const [record, { bytes }] of order) {
        const after = bytes === null ? undefined : { bytes, doc: decodePlain(bytes) };
        if (before.get(record) !== undefined || after !== undefined) {
          putRecord(this.db, collection, record, before.get(record), after);
        }
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

  private put(collection: CollectionMeta, record: number, bytes: Buffer | null, doc: Doc | undefined): void {
    let writes = this.writes.get(collection.id);
    if (writes === undefined) {
      writes = { meta: collection, records: new Map(), uniqueKeys: new Map() };
      this.writes.set(collection.id, writes);
    }
    const unique = new Map<number, string[]>();
    for (const index of collection.indexes) {
      const keys = doc === undefined ? [] : this.checkIndex(writes, collection, index, record, doc);
      if (index.unique) unique.set(index.id, keys);
    }
    for (const [index, keys] of writes.records.get(record)?.unique ?? []) {
      for (const key of keys) writes.uniqueKeys.delete(`${index}:${key}`);
    }
    for (const [index, keys] of unique) for (const key of keys) writes.uniqueKeys.set(`${index}:${key}`, record);
    writes.records.set(record, { bytes, unique });
  }

  /** @returns the document's keys in the index @throws CommandError DuplicateKey, WriteConflict */
  private checkIndex(
    writes: CollectionWrites,
    collection: CollectionMeta,
    index: IndexMeta,
    record: number,
    doc: Doc,
  ): string[] {
    const entries = entriesOf(index, doc);
    if (!index.unique) return [];
    const keys = [...entries.keys.keys()];
    for (const key of keys) {
      const holder = writes.uniqueKeys.get(`${index.id}:${key}`);
      if (holder !== undefined && holder !== record) throw duplicateKey(collection, index, doc);
    }
    const own = (id: number): boolean => id === record || writes.records.has(id);
    const found = findDuplicate(this.db, collection, index, entries, doc, own);
    if (found !== undefined) {
      // A key that was taken after this transaction began is not there in its snapshot: run again, and see it.
      if (this.db.log.since(this, collection.id).has(found)) throw writeConflict();
      throw duplicateKey(collection, index, doc);
    }
    return keys;
  }
}
