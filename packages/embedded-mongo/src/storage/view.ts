import type { CollectionMeta } from './catalog.js';
import type { Database } from './database.js';
import { type Content, putRecord } from './records.js';

/** A record as a command sees it. */
export interface Stored extends Content {
  readonly record: number;
}

/** What a command reads and writes through: the database itself, or a transaction's state over it. */
export interface View {
  readonly db: Database;
  /**
   * The records whose content differs here from what the database's indexes say, with that content (null: no such record
   * here). Empty outside transactions.
   */
  divergence(collection: CollectionMeta): ReadonlyMap<number, Buffer | null>;
  /** Whether reads keep to one snapshot, so that a search must not be answered in pieces. */
  readonly isolated: boolean;
  /**
   * Adds a record (without `before`), replaces its content, or removes it (without `after`).
   *
   * @throws CommandError DuplicateKey, WriteConflict and others
   */
  put(collection: CollectionMeta, before: Stored | undefined, after: Content | undefined): void;
}

const NO_DIVERGENCE: ReadonlyMap<number, Buffer | null> = new Map();

/** The committed data; inside `Database.write`, that write's own state. */
export function baseView(db: Database): View {
  return {
    db,
    isolated: false,
    divergence: () => NO_DIVERGENCE,
    put: (collection, before, after) =>
      putRecord(db, collection, before?.record ?? db.allocateRecordId(), before, after),
  };
}
