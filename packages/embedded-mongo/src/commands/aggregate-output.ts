import { assert } from '../errors.js';
import { checkCollectionName, checkDatabaseName, type CommandContext } from '../server/command.js';
import { checkOptions, optionTable } from '../server/command.js';
import type { CollectionMeta } from '../storage/catalog.js';
import { reclaim, storageIds } from '../storage/index-build.js';
import { prepareInsert } from '../update/apply.js';
import { isDocument } from '../values/bson.js';
import type { Namespace } from './writing.js';

const OUT_OPTIONS = optionTable({ string: 'db coll' });
/** Documents that `$out` writes per transaction. */
const BATCH_SIZE = 50;

/** Splits a final `$out` off a pipeline. @throws CommandError when it is malformed */
export function splitOutput(pipeline: unknown, dbName: string): { stages: unknown; output: Namespace | undefined } {
  const last: unknown = Array.isArray(pipeline) ? pipeline.at(-1) : undefined;
  const isOut = isDocument(last) && String(Object.keys(last)) === '$out';
  if (!isOut) return { stages: pipeline, output: undefined };
  const value = last['$out'];
  if (isDocument(value)) checkOptions('$out', OUT_OPTIONS, value);
  const { db = dbName, coll } = isDocument(value) ? value : { coll: value };
  assert(typeof coll === 'string' && coll !== '', 'FailedToParse', '$out needs the name of a collection');
  checkDatabaseName(db);
  checkCollectionName(db, coll);
  return { stages: (pipeline as unknown[]).slice(0, -1), output: { db, name: coll } };
}

/** Fills a hidden collection with an aggregation's results, then replaces the target with it atomically. */
export async function writeOutput(
  { db, view, journaled }: CommandContext,
  { db: dbName, name }: Namespace,
  results: AsyncIterable<Buffer>,
): Promise<void> {
  assert(!view.isolated, 'OperationNotSupportedInTransaction', 'Cannot run $out in a transaction.');
  const old = db.catalog.get(dbName, name);
  const hidden = await db.write(() => {
    const made = db.catalog.ensure(dbName, `$out.${db.catalog.allocateId()}`);
    const copies = (old?.indexes ?? made.indexes).map((index) => ({ ...index, id: db.catalog.allocateId() }));
    return db.catalog.put({ ...made, indexes: copies, temporary: true });
  }, false);
  const filled = (): CollectionMeta => db.catalog.get(dbName, hidden.name)!;
  let gone: CollectionMeta | undefined = hidden;
  try {
    const waiting: Buffer[] = [];
    const store = (): void => {
      for (const bytes of waiting.splice(0)) view.put(filled(), undefined, prepareInsert(bytes));
    };
    for await (const bytes of results) if (waiting.push(bytes) === BATCH_SIZE) await db.write(store, false);
    await db.write(store, false);
    gone = await db.write(() => {
      const current = db.catalog.get(dbName, name);
      const isAsBefore = String(current && storageIds(current)) === String(old && storageIds(old));
      assert(isAsBefore, 'CommandFailed', `${dbName}.${name} or its indexes changed while $out was running`);
      const { temporary: _hidden, ...whole } = filled();
      db.catalog.remove(whole);
      db.catalog.put({ ...whole, name });
      return current;
    }, false);
  } catch (error) {
    await db.write(() => db.catalog.remove(hidden), false);
    throw error;
  } finally {
    if (gone !== undefined) await reclaim(db, storageIds(gone));
  }
  if (journaled) await db.flushed();
}
