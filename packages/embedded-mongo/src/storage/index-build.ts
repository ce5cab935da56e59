import { assert } from '../errors.js';
import { Yielder } from '../query/pause.js';
import { decodePlain } from '../values/bson.js';
import type { CollectionMeta, IndexMeta } from './catalog.js';
import type { Database } from './database.js';
import { rangeOf, recordIdOf, recordsEnd } from './keys.js';
import { indexRecord } from './records.js';

/** Keys removed per write transaction. */
const BATCH_KEYS = 200;

/**
 * Builds the indexes marked `building` in the catalog, in short slices. Concurrent writers maintain them too. On
 * success the planner may use them; on failure they are removed.
 *
 * @throws CommandError DuplicateKey, CannotIndexParallelArrays, IndexBuildAborted
 */
export async function fillIndexes(
  db: Database,
  collection: CollectionMeta,
  ids: readonly number[],
  yielder: Yielder,
): Promise<void> {
  if (ids.length === 0) return;
  const isMade = ({ id }: IndexMeta): boolean => ids.includes(id);
  const { start: first, end } = rangeOf(collection.id);
  let start: Buffer | undefined = first;
  try {
    while (start !== undefined) {
      const from: Buffer = start;
      start = await db.write(() => {
        const indexes = db.catalog.current(collection)?.indexes.filter(isMade) ?? [];
        const isThere = indexes.length === ids.length;
        const name = `${collection.db}.${collection.name}`;
        assert(isThere, 'IndexBuildAborted', `Index build aborted: ${name} or its index was dropped`);
        for (const { key, value } of db.records.getRange({ start: from, end })) {
          if (db.isSliceOver) return Buffer.from(key);
          indexRecord(db, collection, indexes, recordIdOf(key), { bytes: value, doc: decodePlain(value) });
        }
        return undefined;
      }, false);
      await yielder.pause();
    }
    await db.write(() =>
      db.catalog.changeIndexes(collection, (index) => (isMade(index) ? { ...index, building: false } : index)),
    );
  } catch (error) {
    await db.write(() => db.catalog.changeIndexes(collection, (index) => (isMade(index) ? undefined : index)));
    await reclaim(db, ids);
    throw error;
  }
}

/** The storage ids of a collection and its indexes. */
export const storageIds = ({ id, indexes }: CollectionMeta): number[] => [id, ...indexes.map((index) => index.id)];

/** Deletes the records and entries of dropped collections and indexes, in short slices. */
export async function reclaim(db: Database, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    for (const store of [db.index, db.records]) {
      const isMore = (): boolean => {
        const keys = [...store.getKeys({ ...rangeOf(id), limit: BATCH_KEYS })];
        for (const key of keys) store.removeSync(key);
        return keys.length === BATCH_KEYS;
      };
      while (await db.write(isMore, false));
    }
  }
}

/** The storage ids that occur in a store's keys. */
function storedIds(store: Database['index']): number[] {
  const ids: number[] = [];
  for (let start: Buffer = Buffer.alloc(4); ; start = recordsEnd(ids.at(-1)!)) {
    const [key] = store.getKeys({ start, limit: 1 });
    if (key === undefined) return ids;
    ids.push(key.readUInt32BE(0));
  }
}

/** Cleans up after a killed process: unfinished index builds and unfinished drops. */
export async function cleanUp(db: Database): Promise<void> {
  for (const collection of db.catalog.all()) {
    if (collection.temporary) await db.write(() => db.catalog.remove(collection));
    else if (collection.indexes.some(({ building }) => building)) {
      await db.write(() => db.catalog.changeIndexes(collection, (index) => (index.building ? undefined : index)));
    }
  }
  const known = new Set(db.catalog.list().flatMap(storageIds));
  const stored = [...storedIds(db.records), ...storedIds(db.index)];
  await reclaim(
    db,
    stored.filter((id) => !known.has(id)),
  );
}
