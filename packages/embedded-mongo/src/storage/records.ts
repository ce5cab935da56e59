import { CommandError } from '../errors.js';
import { decodePlain, type Doc, isDocument, MAX_DOCUMENT_BYTES } from '../values/bson.js';
import { valuesEqual } from '../values/compare.js';
import { pastPrefix } from '../values/index-key.js';
import { MISSING, visitPath } from '../values/paths.js';
import { showDocument } from '../values/show.js';
import type { CollectionMeta, IndexMeta } from './catalog.js';
import type { Database } from './database.js';
import { entriesOf, type IndexEntries } from './index-entries.js';
import { entryKey, recordIdOf, recordKey, recordsStart } from './keys.js';

const NOTHING = Buffer.alloc(0);

/** The refusal of a second record with the same key in a unique index. */
export function duplicateKey(collection: CollectionMeta, index: IndexMeta, doc: Doc): CommandError {
  const keyValue: Doc = {};
  for (const [path] of index.key) {
    visitPath(doc, path.split('.'), (leaf) => {
      keyValue[path] = leaf === MISSING ? null : leaf;
      return true;
    });
    if (!(path in keyValue)) keyValue[path] = null;
  }
  return new CommandError(
    'DuplicateKey',
    `E11000 duplicate key error collection: ${collection.db}.${collection.name} index: ${index.name} dup key: ${showDocument(keyValue)}`,
    { keyPattern: Object.fromEntries(index.key), keyValue },
  );
}

/** Whether two documents that share a cut key do have a common value in a unique index. */
function shareKey(index: IndexMeta, a: Doc, b: Doc): boolean {
  return index.key.every(([path]) => {
    const values: unknown[] = [];
    const collect = (doc: Doc, into: unknown[]): unknown =>
      visitPath(doc, path.split('.'), (leaf) => {
        into.push(...(Array.isArray(leaf) ? (leaf as unknown[]) : [leaf]));
        return false;
      });
    const others: unknown[] = [];
    collect(a, values);
    collect(b, others);
    return values.some((value) => others.some((other) => valuesEqual(value, other)));
  });
}

/** The record, other than `own`, that already has one of the keys in a unique index. */
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
      if (key.length !== start.length + 6 || own(recordIdOf(key))) continue;
      if (!entries.cut) return recordIdOf(key);
      const other = db.read(collection, recordIdOf(key));
      if (other !== undefined && shareKey(index, doc, decodePlain(other))) return recordIdOf(key);
    }
  }
  return undefined;
}

/** Levels of nesting that a document may have, as MongoDB documents it. */
const MAX_DEPTH = 100;
/** A document with more levels takes more bytes than this: a length, a type, a name and an end for each. */
const DEEP_BYTES = MAX_DEPTH * 7;

function isDeeper(value: unknown, levels: number): boolean {
  if (!Array.isArray(value) && !isDocument(value)) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}

function checkLimits({ bytes, doc }: { bytes: Uint8Array; doc: Doc }, isNew: boolean): void {
  if (bytes.length > MAX_DOCUMENT_BYTES) {
    throw isNew
      ? new CommandError(
          'BadValue',
          `object to insert too large. size in bytes: ${bytes.length}, max size: ${MAX_DOCUMENT_BYTES}`,
        )
      : new CommandError('Location17419', `Resulting document after update is larger than ${MAX_DOCUMENT_BYTES}`);
  }
  if (bytes.length > DEEP_BYTES && isDeeper(doc, MAX_DEPTH)) {
    throw new CommandError('Overflow', `the document has more than ${MAX_DEPTH} levels of nesting`);
  }
}

/** Notes in the catalog what a document's keys are the first to show: an array on a path, or a key that had to be cut. */
function noteTraits(db: Database, collection: CollectionMeta, index: IndexMeta, entries: IndexEntries): void {
  const newArray = entries.multikey.some((is, i) => is && !index.multikey[i]);
  if (!newArray && (index.cut || !entries.cut)) return;
  const current = db.catalog.get(collection.db, collection.name)?.indexes.find(({ id }) => id === index.id) ?? index;
  db.catalog.putIndex(collection, {
    ...current,
    multikey: current.multikey.map((is, i) => is || (entries.multikey[i] ?? false)),
    cut: current.cut || entries.cut,
  });
}

/** The newest description of a collection: an earlier write of the same command may have changed an index's traits. */
function currentOf(db: Database, collection: CollectionMeta): CollectionMeta {
  return db.catalog.get(collection.db, collection.name) ?? collection;
}

/** Adds one document's entries to one index. @throws CommandError DuplicateKey */
export function addEntries(db: Database, collection: CollectionMeta, index: IndexMeta, record: number, doc: Doc): void {
  const entries = entriesOf(index, doc);
  if (index.unique && findDuplicate(db, collection, index, entries, doc, (id) => id === record) !== undefined) {
    throw duplicateKey(collection, index, doc);
  }
  for (const values of entries.keys.values()) db.index.putSync(entryKey(index.id, values, record), NOTHING);
  noteTraits(db, collection, index, entries);
}

/**
 * Stores a record and brings every index in line; `before` and `after` are the plain documents, undefined where there is
 * none. All unique indexes are checked before anything is written, so a refusal leaves nothing behind. Inside
 * `Database.write` only.
 *
 * @throws CommandError DuplicateKey, CannotIndexParallelArrays, or for a document that is too large or too deep
 */
export function putRecord(
  db: Database,
  given: CollectionMeta,
  record: number,
  before: { bytes: Buffer; doc: Doc } | undefined,
  after: { bytes: Buffer; doc: Doc } | undefined,
): void {
  const collection = currentOf(db, given);
  if (after !== undefined) checkLimits(after, before === undefined);
  const changes = collection.indexes.map((index) => ({
    index,
    old: before === undefined ? undefined : entriesOf(index, before.doc),
    next: after === undefined ? undefined : entriesOf(index, after.doc),
  }));
  for (const { index, old, next } of changes) {
    if (!index.unique || next === undefined) continue;
    const added = new Map([...next.keys].filter(([hash]) => !old?.keys.has(hash)));
    const found = findDuplicate(db, collection, index, { ...next, keys: added }, after!.doc, (id) => id === record);
    if (found !== undefined) throw duplicateKey(collection, index, after!.doc);
  }
  db.log.note(collection.id, record, before?.bytes ?? null);
  for (const { index, old, next } of changes) {
    for (const [hash, values] of old?.keys ?? []) {
      if (!next?.keys.has(hash)) db.index.removeSync(entryKey(index.id, values, record));
    }
    for (const [hash, values] of next?.keys ?? []) {
      if (!old?.keys.has(hash)) db.index.putSync(entryKey(index.id, values, record), NOTHING);
    }
    if (next !== undefined) noteTraits(db, collection, index, next);
  }
  const key = recordKey(collection.id, record);
  if (after === undefined) db.records.removeSync(key);
  else db.records.putSync(key, after.bytes);
}
