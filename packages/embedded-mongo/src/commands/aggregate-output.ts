import { assert, notImplemented } from '../errors.js';
import { collect, PAUSE } from '../query/pause.js';
import { checkCollectionName, checkDatabaseName, type CommandContext } from '../server/command.js';
import { checkOptions, optionTable } from '../server/command.js';
import type { CollectionMeta } from '../storage/catalog.js';
import { reclaim, storageIds } from '../storage/index-build.js';
import { prepareInsert } from '../update/apply.js';
import { decodeTyped, type Doc, isDocument } from '../values/bson.js';
import { toPlain } from '../values/compare.js';
import { type Namespace, runWriteSteps, updateSteps, type WriteSteps } from './writing.js';

const MATCHED = ['replace', 'keepExisting', 'merge', 'fail'];
const NOT_MATCHED = ['insert', 'discard', 'fail'];
const OUT_OPTIONS = optionTable({ string: 'db coll' });
const MERGE_OPTIONS = optionTable({ any: 'into on whenMatched whenNotMatched' });
/** Documents that `$out` writes per transaction. */
const BATCH_SIZE = 50;

/** What `$merge` does with matching documents (a keyword or a pipeline) and with others. */
interface Merge {
  readonly whenMatched: unknown;
  readonly whenNotMatched: unknown;
}

/** The target of a final `$out` or `$merge`. */
export interface Output extends Namespace {
  /** Undefined for `$out`. */
  readonly merge?: Merge;
}

/** Splits a final `$out` or `$merge` off a pipeline. @throws CommandError when it is malformed */
export function splitOutput(pipeline: unknown, dbName: string): { stages: unknown; output: Output | undefined } {
  const last: unknown = Array.isArray(pipeline) ? pipeline.at(-1) : undefined;
  const [name] = isDocument(last) && Object.keys(last).length === 1 ? Object.keys(last) : [];
  if (name !== '$out' && name !== '$merge') return { stages: pipeline, output: undefined };
  const argument = (last as Doc)[name];
  const output = name === '$out' ? parseOut(argument, dbName) : parseMerge(argument, dbName);
  return { stages: (pipeline as unknown[]).slice(0, -1), output };
}

function namespaceOf(stage: string, value: unknown, dbName: string): Namespace {
  const { db = dbName, coll } = isDocument(value) ? value : { coll: value };
  assert(typeof coll === 'string' && coll !== '', 'FailedToParse', `${stage} needs the name of a collection`);
  checkDatabaseName(db);
  checkCollectionName(db, coll);
  return { db, name: coll };
}

function parseOut(value: unknown, dbName: string): Output {
  if (isDocument(value)) checkOptions('$out', OUT_OPTIONS, value);
  return namespaceOf('$out', value, dbName);
}

function parseMerge(value: unknown, dbName: string): Output {
  const options: Doc = isDocument(value) ? value : { into: value };
  checkOptions('$merge', MERGE_OPTIONS, options);
  const { into, on = '_id', whenMatched = 'merge', whenNotMatched = 'insert' } = options;
  if (on !== '_id') throw notImplemented("$merge by other fields than '_id'");
  const isMode = Array.isArray(whenMatched) || MATCHED.includes(whenMatched as string);
  assert(isMode, 'BadValue', `'${String(whenMatched)}' is not a valid $merge.whenMatched`);
  const isOtherMode = NOT_MATCHED.includes(whenNotMatched as string);
  assert(isOtherMode, 'BadValue', `'${String(whenNotMatched)}' is not a valid $merge.whenNotMatched`);
  return { ...namespaceOf('$merge', into, dbName), merge: { whenMatched, whenNotMatched } };
}

/** Writes an aggregation's results to its output; a failed `$out` leaves nothing behind. */
export async function writeOutput(
  context: CommandContext,
  output: Output,
  results: AsyncIterable<Buffer>,
): Promise<void> {
  assert(!context.view.isolated, 'OperationNotSupportedInTransaction', 'Cannot run $out or $merge in a transaction.');
  const { db, yielder, journaled } = context;
  if (output.merge === undefined) await writeOut(context, output, results);
  else {
    // Collect the results first: they may come from the target collection.
    const work = mergeSteps(context, output, output.merge, await collect(results));
    await runWriteSteps(db, work, yielder);
  }
  if (journaled) await db.flushed();
}

/** Fills a hidden collection, then replaces the target with it atomically. */
async function writeOut(context: CommandContext, { db: dbName, name }: Namespace, results: AsyncIterable<Buffer>) {
  const { db, view } = context;
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
}

const MERGED = [{ $replaceWith: { $mergeObjects: ['$$ROOT', '$$new'] } }];

/** The update that `$merge` applies to a matching document. */
function mergeUpdate(whenMatched: unknown, fresh: Doc): unknown {
  if (whenMatched === 'merge') return MERGED;
  if (whenMatched === 'replace') return fresh;
  return Array.isArray(whenMatched) ? whenMatched : [];
}

function* mergeSteps(
  { view, db, variables }: CommandContext,
  namespace: Namespace,
  { whenMatched, whenNotMatched }: Merge,
  documents: readonly Buffer[],
): WriteSteps<void> {
  db.catalog.ensure(namespace.db, namespace.name);
  for (const document of documents) {
    const { bytes, doc } = prepareInsert(document);
    assert(doc['_id'] !== null, 'Location51132', "$merge: an '_id' cannot be null");
    const fresh = decodeTyped(bytes);
    const { n } = yield* updateSteps(view, namespace, {
      filter: { _id: { $eq: doc['_id'] } },
      typedFilter: {},
      update: mergeUpdate(whenMatched, fresh),
      variables: { ...variables, new: whenMatched === 'merge' ? toPlain(fresh) : doc },
      multi: false,
    });
    const isMatched = n > 0 || whenNotMatched !== 'fail';
    assert(isMatched, 'MergeStageNoMatchingDocument', '$merge found no matching document');
    if ((n > 0 && whenMatched === 'fail') || (n === 0 && whenNotMatched === 'insert')) {
      view.put(db.catalog.ensure(namespace.db, namespace.name), undefined, { bytes, doc });
    }
    yield PAUSE;
  }
}
