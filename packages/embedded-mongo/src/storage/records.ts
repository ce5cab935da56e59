import { isDeepStrictEqual } from 'node:util';
import { EJSON } from 'bson';
import { CommandError } from '../errors.js';
import { decodePlain, type Doc, isDocument, MAX_DOCUMENT_BYTES } from '../values/bson.js';
import { valuesEqual } from '../values/compare.js';
import { pastPrefix } from '../values/index-key.js';
import { MISSING, visitPath } from '../values/paths.js';
import type { CollectionMeta, IndexMeta } from './catalog.js';
import type { Database } from './database.js';
import { entriesOf, type IndexEntries } from './index-entries.js';
import { entryKey, RECORD_ID_BYTES, recordIdOf, recordKey, recordsStart } from './keys.js';

const NOTHING = Buffer.alloc(0);

/** A document as stored bytes and decoded by `decodePlain`. */
export interface Content {
  readonly bytes: Buffer;
  readonly doc: Doc;
}

/** The error for a second record with the same key in a unique index. */
export function duplicateKey(collection: CollectionMeta, index: IndexMeta, doc: Doc): CommandError {
  const keyValue: Doc = {};
  for (const [path] of index.key) {
    keyValue[path] = null;
    visitPath(doc, path.split('.'), (leaf) => {
      if (leaf !== MISSING) keyValue[path] = leaf;
      return true;
    });
  }
  return new CommandError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${collection.db}.${collection.name} index: ${index.name} dup key: ${EJSON.stringify(keyValue)}`,
    { keyPattern: Object.fromEntries(index.key), keyValue },
  );
}

/** Whether two documents that share a truncated key also share a full one. */
function shareKey(index: IndexMeta, a: Doc, b: Doc): boolean {
  const { keys } = entriesOf(index, a, true);
  return [...entriesOf(index, b, true).keys.keys()].some((key) => keys.has(key));
}

/** Another record that already has one of the keys in a unique index; `own` excludes the writer's own records. */
export function findDuplicate(
  db: Database,
  collection: CollectionMeta,
  index: IndexMeta,
  entries: IndexEntries,
  doc: Doc,
  own: (record: number) => boolean,
): number | undefined {
  for (const values of entries.keys.values()) {
    const start = Buffer.concat([recordsStart(index.id), values]);
    for (const key of db.index.getKeys({ start, end: pastPrefix(start) })) {
      if (key.length !== start.length + RECORD_ID_BYTES || own(recordIdOf(key))) continue;
      if (!entries.cut) return recordIdOf(key);
      const other = db.read(collection, recordIdOf(key));
      if (other !== undefined && shareKey(index, doc, decodePlain(other))) return recordIdOf(key);
    }
  }
  return undefined;
}

/** Maximum nesting depth, as documented by MongoDB. */
const MAX_DEPTH = 100;
/** Minimum size of a deeper document: each level takes a length, a type, a name and an end. */
const DEEP_BYTES = MAX_DEPTH * 7;

function isDeeper(value: unknown, levels: number): boolean {
  if (!Array.isArray(value) && !isDocument(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

/** @throws CommandError for a document that is too large or too deep */
export function checkLimits({ bytes, doc }: Content, isNew: boolean): void {
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    const message = `object to insert or result of the update too large: ${bytes.length} bytes of ${MAX_DOCUMENT_BYTES}`;
    throw new CommandError(isNew ? 'BadValue' : 'Location17419', message);
  }
  if (bytes.length > DEEP_BYTES && isDeeper(doc, MAX_DEPTH)) {
    throw new CommandError('Overflow', `the document has more than ${MAX_DEPTH} levels of nesting`);
  }
}

/** A change of a record: `before` is undefined for an insert, `after` for a deletion. */
export interface RecordChange {
  readonly record: number;
  readonly before: Content | undefined;
  readonly after: Content | undefined;
  readonly entries: readonly EntryChange[];
}

/** The entries that a change removes from one index and adds to it. */
interface EntryChange {
  readonly index: IndexMeta;
  readonly removed: readonly Buffer[];
  readonly added: IndexEntries;
}

/** Whether both versions of a document certainly have the same keys in an index. */
function keepsKeys({ key, partial }: IndexMeta, before: Doc, after: Doc): boolean {
  const roots = key.map(([path]) => path.split('.', 1)[0]!);
  // Keys contain the order of fields, which the first comparison ignores; the second ignores number types and missing fields.
  const isSame = (a: unknown, b: unknown): boolean => isDeepStrictEqual(a, b) && valuesEqual(a, b);
  return partial === undefined && roots.every((name) => isSame(before[name], after[name]));
}

/** @throws CommandError CannotIndexParallelArrays */
export function changeOf(
  indexes: readonly IndexMeta[],
  record: number,
  before: Content | undefined,
  after: Content | undefined,
): RecordChange {
  const entries = indexes.flatMap((index): EntryChange[] => {
    if (before !== undefined && after !== undefined && keepsKeys(index, before.doc, after.doc)) return [];
    const old = entriesOf(index, before?.doc).keys;
    const next = entriesOf(index, after?.doc);
    const added = { ...next, keys: new Map([...next.keys].filter(([key]) => !old.has(key))) };
    return [{ index, removed: [...old].flatMap(([key, values]) => (next.keys.has(key) ? [] : [values])), added }];
  });
  return { record, before, after, entries };
}

/** @throws CommandError DuplicateKey when another record has one of the new keys of a unique index */
export function checkDuplicates(db: Database, collection: CollectionMeta, change: RecordChange): void {
  const { record, after } = change;
  for (const { index, added } of change.entries) {
    if (!index.unique || after === undefined) continue;
    // A truncated key that the record keeps may represent a new value.
    const entries = added.cut ? entriesOf(index, after.doc) : added;
    const found = findDuplicate(db, collection, index, entries, after.doc, (id) => id === record);
    if (found !== undefined) throw duplicateKey(collection, index, after.doc);
  }
}

/** Removes the old entries that the new version lacks. Inside `Database.write` only. */
export function removeEntries(db: Database, { record, entries }: RecordChange): void {
  for (const { index, removed } of entries)
    for (const values of removed) db.index.removeSync(entryKey(index.id, values, record));
}

function addEntries(db: Database, collection: CollectionMeta, { record, entries }: RecordChange): void {
  for (const { index, added } of entries) {
    // In the order of the tree, so that keys of one page follow each other.
    const keys = [...added.keys.values()].sort((a, b) => Buffer.compare(a, b));
    for (const values of keys) db.index.putSync(entryKey(index.id, values, record), NOTHING);
    setIndexFlags(db, collection, index, added);
  }
}

/**
 * Adds an existing record to indexes. Checks all unique indexes before writing anything. Inside `Database.write` only.
 *
 * @throws CommandError DuplicateKey, CannotIndexParallelArrays
 */
export function indexRecord(
  db: Database,
  collection: CollectionMeta,
  indexes: readonly IndexMeta[],
  record: number,
  content: Content,
): void {
  const change = changeOf(indexes, record, undefined, content);
  checkDuplicates(db, collection, change);
  addEntries(db, collection, change);
}

/** Marks an index as multikey or truncated when new keys are the first to make it so. */
function setIndexFlags({ catalog }: Database, collection: CollectionMeta, index: IndexMeta, shown: IndexEntries): void {
  if (!shown.multikey.some((is, i) => is && !index.multikey[i]) && (index.cut || !shown.cut)) return;
  catalog.changeIndexes(collection, (current) => {
    if (current.id !== index.id) return current;
    const multikey = current.multikey.map((was, i) => was || shown.multikey[i] === true);
    return { ...current, multikey, cut: current.cut || shown.cut };
  });
}

/**
 * Inserts, replaces or deletes a record and updates every index. Checks all unique indexes before writing anything, so that a
 * duplicate leaves nothing behind. `before` is undefined for an insert, `after` for a deletion. Inside `Database.write` only.
 *
 * @throws CommandError DuplicateKey, CannotIndexParallelArrays, or for a document that is too large or too deep
 */
export function putRecord(
  db: Database,
  collection: CollectionMeta,
  record: number,
  before: Content | undefined,
  after: Content | undefined,
): void {
  if (after !== undefined) checkLimits(after, before === undefined);
  // An earlier write of the same command may have changed the index's catalog entry.
  const { indexes } = db.catalog.current(collection) ?? collection;
  const change = changeOf(indexes, record, before, after);
  checkDuplicates(db, collection, change);
  removeEntries(db, change);
  storeChange(db, collection, change);
}

/** Stores a record's new version after {@link removeEntries}. Inside `Database.write` only. */
export function storeChange(db: Database, collection: CollectionMeta, change: RecordChange): void {
  const { record, before, after } = change;
  addEntries(db, collection, change);
  db.log.note(collection.id, record, before?.bytes ?? null);
  const key = recordKey(collection.id, record);
  if (after === undefined) db.records.removeSync(key);
  else db.records.putSync(key, after.bytes);
}
