import type { CollectionMeta } from './catalog.js';
import type { Database } from './database.js';
import { type Content, putRecord } from './records.js';

/** A record as a command reads it. */
export interface StoredRecord extends Content {
  readonly record: number;
}

/** What a command reads and writes through: the database, or a transaction on top of it. */
export interface View {
  readonly db: Database;
  /**
   * Records that differ from the database's indexes, with their content in this view (null: deleted or not visible).
   * Empty outside transactions.
   */
  overlay(collection: CollectionMeta): ReadonlyMap<number, Buffer | null>;
  /** Whether reads see one snapshot, so that a search must not return its results in batches. */
  readonly isolated: boolean;
  /**
   * Inserts (no `before`), replaces or deletes (no `after`) a record.
   *
   * @throws CommandError DuplicateKey, WriteConflict and others
   */
  put(collection: CollectionMeta, before: StoredRecord | undefined, after: Content | undefined): void;
}

const EMPTY_OVERLAY: ReadonlyMap<number, Buffer | null> = new Map();

/** The committed data; inside `Database.write`, that write's own state. */
export function baseView(db: Database): View {
  return {
    db,
    isolated: false,
    overlay: () => EMPTY_OVERLAY,
    put: (collection, before, after) =>
      putRecord(db, collection, before?.record ?? db.allocateRecordId(), before, after),
  };
}
