import { CommandError } from '../errors.js';
import { PAUSE } from '../query/pause.js';
import { checkCollectionName, checkDatabaseName, type CommandContext } from '../server/context.js';
import { checkOptions, documentOption, optionTable } from '../server/options.js';
import type { CollectionMeta } from '../storage/catalog.js';
import { prepared } from '../update/apply.js';
import { getAt } from '../update/paths.js';
import { decodeTyped, type Doc, isDocument } from '../values/bson.js';
import { toPlain } from '../values/compare.js';
import { MISSING } from '../values/paths.js';
import { reclaimCollections } from './collections.js';
import { updateSteps } from './statements.js';
import { changeTargets, ensureCollection, type Place, runWork, type WriteSteps } from './writing.js';

const MATCHED = ['replace', 'keepExisting', 'merge', 'fail'];
const NOT_MATCHED = ['insert', 'discard', 'fail'];
const OUT_OPTIONS = optionTable({ string: 'db coll', refused: 'timeseries' });
const MERGE_OPTIONS = optionTable({ any: 'into on whenMatched whenNotMatched', refused: 'let' });
/** Documents of a `$out` that are stored together. */
const STEP = 500;

interface Merge {
  readonly on: readonly string[];
  /** A word, or a pipeline. */
  readonly whenMatched: unknown;
  readonly whenNotMatched: unknown;
}

/** What a pipeline's last stage, `$out` or `$merge`, asks for. */
export interface Output extends Place {
  /** Undefined for `$out`. */
  readonly merge?: Merge;
}

/** Takes a last `$out` or `$merge` off a pipeline. @throws CommandError when it is malformed */
export function splitOutput(pipeline: unknown, dbName: string): { stages: unknown; output: Output | undefined } {
  const last: unknown = Array.isArray(pipeline) ? pipeline.at(-1) : undefined;
  const [name] = isDocument(last) && Object.keys(last).length === 1 ? Object.keys(last) : [];
  if (name !== '$out' && name !== '$merge') return { stages: pipeline, output: undefined };
  const argument = (last as Doc)[name];
  const output = name === '$out' ? parseOut(argument, dbName) : parseMerge(argument, dbName);
  return { stages: (pipeline as unknown[]).slice(0, -1), output };
}

function placeOf(stage: string, value: unknown, dbName: string): Place {
  const { db = dbName, coll } = isDocument(value) ? value : { coll: value };
  if (typeof coll !== 'string' || coll === '') {
    throw new CommandError('FailedToParse', `${stage} needs the name of a collection`);
  }
  checkDatabaseName(db);
  checkCollectionName(db, coll);
  return { db, name: coll };
}

function parseOut(value: unknown, dbName: string): Output {
  if (isDocument(value)) checkOptions('$out', OUT_OPTIONS, value);
  return placeOf('$out', value, dbName);
}

function parseMerge(value: unknown, dbName: string): Output {
  const given: Doc = isDocument(value) ? value : { into: value };
  checkOptions('$merge', MERGE_OPTIONS, given);
  const { into, on = '_id', whenMatched = 'merge', whenNotMatched = 'insert' } = given;
  const fields = [on].flat();
  if (fields.length === 0 || !fields.every((field) => typeof field === 'string' && field !== '')) {
    throw new CommandError('FailedToParse', "$merge's 'on' must be a field name or a list of them");
  }
  const isKnown = Array.isArray(whenMatched) || MATCHED.includes(whenMatched as string);
  if (!isKnown || !NOT_MATCHED.includes(whenNotMatched as string)) {
    const [field, wrong] = isKnown ? ['whenNotMatched', whenNotMatched] : ['whenMatched', whenMatched];
    throw new CommandError(
      'BadValue',
      `Enumeration value '${String(wrong)}' for field '$merge.${field}' is not a valid value.`,
    );
  }
  return { ...placeOf('$merge', into, dbName), merge: { on: fields as string[], whenMatched, whenNotMatched } };
}

/** Writes an aggregation's results where its last stage says; nothing of a `$out` that fails stays. */
export async function writeOutput(
  context: CommandContext,
  output: Output,
  results: AsyncIterable<Buffer>,
): Promise<void> {
  if (context.inTransaction) {
    throw new CommandError(
      'OperationNotSupportedInTransaction',
      'Cannot run $out or $merge in a multi-document transaction.',
    );
  }
  const { db } = context.services;
  const { merge } = output;
  if (merge === undefined) await writeOut(context, output, results);
  else {
    await db.write(() => requireUnique(ensureCollection(db, output.db, output.name), merge.on), false);
    // Read to the end first: the documents may come from the collection that they go to.
    const documents: Buffer[] = [];
    for await (const bytes of results) documents.push(bytes);
    const steps = (function* (): WriteSteps<void> {
      for (const bytes of documents) {
        yield* mergeSteps(context, output, merge, bytes);
        yield PAUSE;
      }
    })();
    await runWork(db, steps, context.breather);
  }
  if (context.journaled) await db.flushed();
}

/** Fills a collection that nobody sees, then puts it in the place of the other in one step. */
async function writeOut(context: CommandContext, { db: dbName, name }: Place, results: AsyncIterable<Buffer>) {
  const { db, base } = context.services;
  const old = db.catalog.get(dbName, name);
  const hidden = await db.write(() => {
    const made = ensureCollection(db, dbName, `$out.${db.catalog.allocateId()}`);
    const copies = (old?.indexes ?? made.indexes).map((index) => ({ ...index, id: db.catalog.allocateId() }));
    return db.catalog.put({ ...made, indexes: copies, temporary: true });
  }, false);
  const filled = (): CollectionMeta => db.catalog.get(dbName, hidden.name)!;
  const insert = function* (documents: readonly Buffer[]): WriteSteps<void> {
    for (const bytes of documents) {
      const { bytes: stored, doc } = prepared(bytes);
      base.insert(filled(), stored, doc);
      yield PAUSE;
    }
  };
  let gone: CollectionMeta | undefined = hidden;
  try {
    let waiting: Buffer[] = [];
    for await (const bytes of results) {
      if (waiting.push(bytes) < STEP) continue;
      await runWork(db, insert(waiting), context.breather);
      waiting = [];
    }
    await runWork(db, insert(waiting), context.breather);
    gone = await db.write(() => {
      const current = db.catalog.get(dbName, name);
      const ids = (collection?: CollectionMeta): string => String(collection?.indexes.map(({ id }) => id));
      if (current?.id !== old?.id || ids(current) !== ids(old)) {
        throw new CommandError('CommandFailed', `${dbName}.${name} or its indexes changed while $out was running`);
      }
      const { temporary: _hidden, ...whole } = filled();
      db.catalog.remove(whole);
      db.catalog.put({ ...whole, name });
      return current;
    }, false);
  } catch (error) {
    await db.write(() => db.catalog.remove(hidden), false);
    throw error;
  } finally {
    if (gone !== undefined) await reclaimCollections(db, [gone]);
  }
}

function requireUnique(collection: CollectionMeta, on: readonly string[]): void {
  const found = collection.indexes.some(
    ({ unique, partial, key }) =>
      unique && partial === undefined && key.length === on.length && key.every(([path]) => on.includes(path)),
  );
  if (!found) throw new CommandError('Location51183', 'Cannot find index to verify that join fields will be unique');
}

const MERGED = [{ $replaceWith: { $mergeObjects: ['$$ROOT', '$$new'] } }];

function* mergeSteps(context: CommandContext, place: Place, merge: Merge, given: Buffer): WriteSteps<void> {
  const view = context.services.base;
  const { bytes, doc } = prepared(given);
  const { on, whenMatched, whenNotMatched } = merge;
  const filter = Object.fromEntries(on.map((field) => [field, { $eq: keyOf(doc, field) }]));
  const collection = ensureCollection(view.db, place.db, place.name);
  let isThere = false;
  yield* changeTargets(view, place, { filter, multi: false }, () => (isThere = true));
  if (!isThere && whenNotMatched === 'fail') {
    throw new CommandError(
      'MergeStageNoMatchingDocument',
      '$merge could not find a matching document in the target collection',
    );
  }
  if (isThere && whenMatched === 'fail') {
    throw new CommandError(
      'DuplicateKey',
      `$merge: a matching document is there already in ${place.db}.${place.name}`,
      {
        keyPattern: Object.fromEntries(on.map((field) => [field, 1])),
      },
    );
  }
  if (!isThere && whenNotMatched === 'insert') view.insert(collection, bytes, doc);
  if (!isThere || whenMatched === 'keepExisting') return;
  const { _id, ...content } = decodeTyped(bytes);
  const fresh: Doc = on.includes('_id') ? { _id, ...content } : content;
  const isMerge = whenMatched === 'merge';
  yield* updateSteps(view, place, {
    filter,
    typedFilter: {},
    update: whenMatched === 'replace' ? fresh : isMerge ? MERGED : whenMatched,
    variables: { ...documentOption(context.command, 'let'), new: isMerge ? toPlain(fresh) : doc },
    multi: false,
  });
}

/** What a document is found by. @throws CommandError where it has no single value there */
function keyOf(doc: Doc, field: string): unknown {
  const value = getAt(doc, field.split('.'));
  if (value !== MISSING && value !== undefined && value !== null && !Array.isArray(value)) return value;
  throw new CommandError(
    'Location51132',
    "$merge write error: 'on' field cannot be missing, null, undefined or an array",
  );
}
