import { findTargets } from '../commands/writing.js';
import type { CollectionMeta, IndexMeta } from '../storage/catalog.js';
import type { Database } from '../storage/database.js';
import { BaseView } from '../storage/view.js';
import type { Doc } from '../values/bson.js';

/** Documents removed in one write, so that other writers get their turn. */
const AT_ONCE = 500;

async function sweepIndex(db: Database, collection: CollectionMeta, index: IndexMeta, now: number): Promise<void> {
  const [path] = index.key[0]!;
  const limit = new Date(now - index.expireAfterSeconds! * 1000);
  // The partial expression is repeated so that the planner may use the index.
  const expired = { [path]: { $lt: limit } };
  const filter: Doc = index.partial === undefined ? expired : { $and: [expired, index.partial] };
  const view = new BaseView(db);
  for (let removed = AT_ONCE; removed === AT_ONCE;) {
    removed = await db.write(() => {
      const current = db.catalog.get(collection.db, collection.name);
      if (current?.id !== collection.id) return 0;
      const found = findTargets(view, current, { filter, sort: [], limit: AT_ONCE });
      for (const stored of found) view.remove(current, stored);
      return found.length;
    }, false);
  }
}

/** Removes the documents whose time has come, by every TTL index. */
export async function sweepExpired(db: Database, now = Date.now()): Promise<void> {
  for (const collection of db.catalog.list()) {
    for (const index of collection.indexes) {
      if (index.expireAfterSeconds !== undefined) await sweepIndex(db, collection, index, now);
    }
  }
}
