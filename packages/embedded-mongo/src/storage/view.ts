import type { Doc } from '../values/bson.js';
import type { CollectionMeta } from './catalog.js';
import type { Database } from './database.js';
import { rangeOf } from './keys.js';
import { putRecord } from './records.js';

/** A record as a command sees it. */
export interface Stored {
  readonly record: number;
  readonly bytes: Buffer;
  /** The document decoded plainly. */
  readonly doc: Doc;
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
  /** Adds a record. @returns its id @throws CommandError DuplicateKey and others */
  insert(collection: CollectionMeta, bytes: Buffer, doc: Doc): number;
  /** Replaces a record's content. @throws CommandError DuplicateKey and others */
  update(collection: CollectionMeta, stored: Stored, bytes: Buffer, doc: Doc): void;
  /** Removes a record. */
  remove(collection: CollectionMeta, stored: Stored): void;
}

const NO_DIVERGENCE: ReadonlyMap<number, Buffer | null> = new Map();

/** The committed data; inside `Database.write`, that write's own state. */
export class BaseView implements View {
  readonly isolated = false;

  constructor(readonly db: Database) {}

  /** How many records the collection has. */
  countAll(collection: CollectionMeta): number {
    return this.db.records.getKeysCount(rangeOf(collection.id));
  }

  divergence(): ReadonlyMap<number, Buffer | null> {
    return NO_DIVERGENCE;
  }

  insert(collection: CollectionMeta, bytes: Buffer, doc: Doc): number {
    const record = this.db.allocateRecordId(collection);
    putRecord(this.db, collection, record, undefined, { bytes, doc });
    return record;
  }

  update(collection: CollectionMeta, stored: Stored, bytes: Buffer, doc: Doc): void {
    putRecord(this.db, collection, stored.record, stored, { bytes, doc });
  }

  remove(collection: CollectionMeta, stored: Stored): void {
    putRecord(this.db, collection, stored.record, stored, undefined);
  }
}
