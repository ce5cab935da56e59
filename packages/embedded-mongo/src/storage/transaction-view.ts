import { writeConflict } from '../errors.js';
import { decodePlain, type Doc } from '../values/bson.js';
import type { CollectionMeta, IndexMeta } from './catalog.js';
import type { Database } from './database.js';
import { checkIndexable, entriesOf } from './index-entries.js';
import {
  changeOf,
  checkDuplicates,
  checkLimits,
  type Content,
  duplicateKey,
  findDuplicate,
  removeEntries,
  storeChange,
} from './records.js';
import type { StoredRecord, View } from './view.js';

interface CollectionWrites {
  readonly meta: CollectionMeta;
  /** Written records; null marks a deletion. */
  readonly records: Map<number, Buffer | null>;
}

/** A document's full keys in an index, if the index is unique. */
const uniqueKeys = (index: IndexMeta, content: { readonly doc: Doc } | undefined): string[] =>
  [...(index.unique ? entriesOf(index, content?.doc, true).keys.keys() : [])].map((key) => `${index.id}:${key}`);

const contentOf = (bytes: Buffer | null | undefined) => (bytes ? { bytes, doc: decodePlain(bytes) } : undefined);

/**
 * A transaction's writes on top of its snapshot. Nothing reaches the database before `commit`. Writing a record that
 * has changed since the snapshot fails (first committer wins).
 */
export class TransactionView implements View {
  readonly isolated = true;
  private readonly writes = new Map<number, CollectionWrites>();
  /** The written record that owns each unique key. */
  private readonly keyOwners = new Map<string, number>();

  constructor(readonly db: Database) {
    db.log.open(this);
  }

  /** Whether the transaction has writes to commit. */
  get hasWrites(): boolean {
    return this.writes.size > 0;
  }

  overlay(collection: CollectionMeta): ReadonlyMap<number, Buffer | null> {
    const visible = this.db.log.since(this, collection.id);
    for (const [record, bytes] of this.writes.get(collection.id)?.records ?? []) visible.set(record, bytes);
    return visible;
  }

  put(collection: CollectionMeta, before: StoredRecord | undefined, after: Content | undefined): void {
    if (before !== undefined) this.checkUnchanged(collection, before.record);
    if (after !== undefined) checkLimits(after, before === undefined);
    const record = before?.record ?? this.db.allocateRecordId();
    const { records } = this.writes.get(collection.id) ?? { records: new Map<number, Buffer | null>() };
    this.writes.set(collection.id, { meta: collection, records });
    records.set(record, after?.bytes ?? null);
    for (const index of collection.indexes) {
      for (const key of uniqueKeys(index, before)) if (this.keyOwners.get(key) === record) this.keyOwners.delete(key);
      if (after !== undefined) this.checkUnique(collection, index, after.doc, records);
      for (const key of uniqueKeys(index, after)) this.keyOwners.set(key, record);
    }
  }

  /**
   * Applies every write. Inside `Database.write` only.
   *
   * @throws CommandError WriteConflict when another commit came first
   */
  commit(): void {
    for (const { meta, records } of this.writes.values()) {
      const collection = this.db.catalog.current(meta);
      if (collection === undefined) throw writeConflict();
      const changes = [...records].map(([record, bytes]) => {
        this.checkUnchanged(collection, record);
        const before = contentOf(this.db.read(collection, record));
        return changeOf(collection.indexes, record, before, contentOf(bytes));
      });
      // Remove all old entries first: a unique key may move from one record to another.
      for (const change of changes) removeEntries(this.db, change);
      for (const change of changes) storeChange(this.db, collection, change);
      // After all writes: a truncated key is compared with the stored values of other records. An error undoes the commit.
      for (const change of changes) checkDuplicates(this.db, collection, change);
    }
  }

  /** Ends the transaction, committed or not. */
  close(): void {
    this.db.log.close(this);
    this.writes.clear();
    this.keyOwners.clear();
  }

  private checkUnchanged(collection: CollectionMeta, record: number): void {
    if (this.db.log.since(this, collection.id).has(record)) throw writeConflict();
  }

  /** @throws CommandError DuplicateKey, WriteConflict, CannotIndexParallelArrays */
  private checkUnique(
    collection: CollectionMeta,
    index: IndexMeta,
    doc: Doc,
    written: ReadonlyMap<number, unknown>,
  ): void {
    if (!index.unique) return checkIndexable(index, doc);
    const entries = entriesOf(index, doc);
    const isTaken = uniqueKeys(index, { doc }).some((key) => this.keyOwners.has(key));
    const found = findDuplicate(this.db, collection, index, entries, doc, (id) => written.has(id));
    // The key was taken after the snapshot: a conflict, so that a retry sees it.
    if (!isTaken && found !== undefined && this.db.log.since(this, collection.id).has(found)) throw writeConflict();
    if (isTaken || found !== undefined) throw duplicateKey(collection, index, doc);
  }
}
