import { EJSON } from 'bson';
import { CommandError } from '../errors.js';
import { decodePlain, type Doc, isDocument, MAX_DOCUMENT_BYTES } from '../values/bson.js';
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

/**
 * Updates the indexes for a changed record. Checks all unique indexes before writing anything, so that a duplicate
 * leaves nothing behind. Inside `Database.write` only.
 *
 * @throws CommandError DuplicateKey, CannotIndexParallelArrays
 */
export function changeEntries(
  db: Database,
  collection: CollectionMeta,
  indexes: readonly IndexMeta[],
  record: number,
  before: Doc | undefined,
  after: Doc | undefined,
): void {
  const changes = indexes.map((index) => {
    const old = entriesOf(index, before).keys;
    const next = entriesOf(index, after);
    const added = { ...next, keys: new Map([...next.keys].filter(([key]) => !old.has(key))) };
    if (index.unique && after !== undefined) {
      const found = findDuplicate(db, collection, index, added, after, (id) => id === record);
      if (found !== undefined) throw duplicateKey(collection, index, after);
    }
    return { index, removed: [...old].filter(([key]) => !next.keys.has(key)), added };
  });
  for (const { index, removed, added } of changes) {
    for (const [, values] of removed) db.index.removeSync(entryKey(index.id, values, record));
    for (const values of added.keys.values()) db.index.putSync(entryKey(index.id, values, record), NOTHING);
    setIndexFlags(db, collection, index, added);
  }
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
 * Inserts, replaces or deletes a record and updates every index. `before` is undefined for an insert, `after` for a
 * deletion. Inside `Database.write` only.
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
  changeEntries(db, collection, indexes, record, before?.doc, after?.doc);
  db.log.note(collection.id, record, before?.bytes ?? null);
  const key = recordKey(collection.id, record);
  if (after === undefined) db.records.removeSync(key);
  else db.records.putSync(key, after.bytes);
}
