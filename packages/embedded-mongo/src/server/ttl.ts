import { deleteSteps } from '../commands/statements.js';
import { runWork } from '../commands/writing.js';
import { Breather } from '../query/pause.js';
import type { Database } from '../storage/database.js';
import { BaseView } from '../storage/view.js';

/** Removes the documents whose time has come, by every TTL index. */
export async function sweepExpired(db: Database, now = Date.now()): Promise<void> {
  for (const collection of db.catalog.list()) {
    for (const { expireAfterSeconds, key, partial } of collection.indexes) {
      if (expireAfterSeconds === undefined) continue;
      const expired = { [key[0]![0]]: { $lt: new Date(now - expireAfterSeconds * 1000) } };
      // The partial expression is repeated so that the planner may use the index.
      const filter = partial === undefined ? expired : { $and: [expired, partial] };
      await runWork(db, deleteSteps(new BaseView(db), collection, { filter, multi: true }), new Breather());
    }
  }
}
