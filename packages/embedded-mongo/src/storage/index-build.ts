import { CommandError } from '../errors.js';
import { decodePlain } from '../values/bson.js';
import type { CollectionMeta, IndexMeta } from './catalog.js';
import { Breather } from '../query/pause.js';
import type { Database } from './database.js';
import { rangeOf, recordIdOf, recordsEnd } from './keys.js';
import { addEntries } from './records.js';

/** Milliseconds that one step of a long work may hold the writer. */
const STEP_MS = 4;
/** Keys that one step removes. */
const STEP_KEYS = 200;

/** The building indexes of a collection that is still there. @throws CommandError when one of them was dropped meanwhile */
function stillBuilding(db: Database, { id, db: dbName, name }: CollectionMeta, building: ReadonlySet<number>) {
  const current = db.catalog.get(dbName, name);
  const indexes = current?.id === id ? current.indexes.filter((index) => building.has(index.id)) : [];
  if (indexes.length === building.size) return indexes;
  throw new CommandError('IndexBuildAborted', `Index build aborted: ${dbName}.${name} or its index was dropped`);
}

/** Changes what the catalog says of some of a collection's indexes; without a result an index is taken out. */
function changeIndexes(
  db: Database,
  collection: CollectionMeta,
  building: ReadonlySet<number>,
  change: (index: IndexMeta) => IndexMeta[],
): void {
  const current = db.catalog.get(collection.db, collection.name);
  if (current?.id !== collection.id) return;
  db.catalog.put({
    ...current,
    indexes: current.indexes.flatMap((index) => (building.has(index.id) ? change(index) : [index])),
  });
}

/**
 * Fills indexes that the catalog has as `building`, in short steps between which others write; their writes keep the new
 * indexes up to date as well. At the end the planner may use them; after a failure they are gone.
 *
 * @throws CommandError DuplicateKey, CannotIndexParallelArrays, IndexBuildAborted
 */
export async function fillIndexes(
  db: Database,
  collection: CollectionMeta,
  ids: readonly number[],
  breather: Breather,
): Promise<void> {
  const building = new Set(ids);
  if (building.size === 0) return;
  const { start: first, end } = rangeOf(collection.id);
  let start: Buffer | undefined = first;
  try {
    while (start !== undefined) {
      const from: Buffer = start;
      start = await db.write(() => {
        const indexes = stillBuilding(db, collection, building);
        const since = performance.now();
        for (const { key, value } of db.records.getRange({ start: from, end })) {
          if (performance.now() - since > STEP_MS) return Buffer.from(key);
          const doc = decodePlain(value);
          for (const index of indexes) addEntries(db, collection, index, recordIdOf(key), doc);
        }
        return undefined;
      }, false);
      await breather.pause();
    }
    await db.write(() => changeIndexes(db, collection, building, ({ building: _done, ...index }) => [index]));
  } catch (error) {
    await db.write(() => changeIndexes(db, collection, building, () => []));
    await reclaim(db, 'index', ids);
    throw error;
  }
}

/** Removes the entries of indexes, or the records of collections, that the catalog no longer has, in short steps. */
export async function reclaim(db: Database, store: 'index' | 'records', ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    const range = { ...rangeOf(id), limit: STEP_KEYS };
    for (let isMore = true; isMore;) {
      isMore = await db.write(() => {
        const keys = [...db[store].getKeys(range)];
        for (const key of keys) db[store].removeSync(key);
        return keys.length === STEP_KEYS;
      }, false);
    }
  }
}

/** The ids that a store has keys of. */
function idsIn(store: Database['index']): number[] {
  const ids: number[] = [];
  for (let start: Buffer = Buffer.alloc(4); ; start = recordsEnd(ids.at(-1)!)) {
    const [key] = store.getKeys({ start, limit: 1 });
    if (key === undefined) return ids;
    ids.push(key.readUInt32BE(0));
  }
}

/** Puts in order what a process that was killed left unfinished: index builds, and the removal of what was dropped. */
export async function tidy(db: Database): Promise<void> {
  for (const collection of db.catalog.all()) {
    const building = new Set(collection.indexes.filter((index) => index.building).map(({ id }) => id));
    if (collection.temporary) await db.write(() => db.catalog.remove(collection));
    else if (building.size > 0) await db.write(() => changeIndexes(db, collection, building, () => []));
  }
  const collections = db.catalog.list();
  const known = {
    records: new Set(collections.map(({ id }) => id)),
    index: new Set(collections.flatMap(({ indexes }) => indexes.map(({ id }) => id))),
  };
  for (const store of ['records', 'index'] as const) {
    const gone = idsIn(db[store]).filter((id) => !known[store].has(id));
    await reclaim(db, store, gone);
  }
}
