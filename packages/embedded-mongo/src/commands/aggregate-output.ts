import { evalExpr } from 'mingo/core';
import type { Options } from 'mingo/types';
import { CommandError } from '../errors.js';
import { checkExpression, mingoOptions, translated } from '../query/filter.js';
import { PAUSE } from '../query/pause.js';
import { checkCollectionName, checkDatabaseName, type CommandContext } from '../server/context.js';
import { checkOptions, documentOption, optionTable } from '../server/options.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { View } from '../storage/view.js';
import { getAt } from '../update/paths.js';
import { decodeTyped, type Doc, isDocument } from '../values/bson.js';
import { toPlain } from '../values/compare.js';
import { MISSING } from '../values/paths.js';
import { reclaimCollections } from './collections.js';
import { prepared, updateSteps } from './statements.js';
import { changeTargets, ensureCollection, runWork, type WriteSteps } from './writing.js';

const MATCHED = ['replace', 'keepExisting', 'merge', 'fail'] as const;
const NOT_MATCHED = ['insert', 'discard', 'fail'] as const;
const OUT_OPTIONS = optionTable({ string: 'db coll', refused: 'timeseries' });
const MERGE_OPTIONS = optionTable({ any: 'into on whenMatched', string: 'whenNotMatched', object: 'let' });
/** Documents of a `$out` that are stored together. */
const STEP = 500;

/** What a pipeline's last stage, `$out` or `$merge`, asks for. */
export interface Output {
  readonly db: string;
  readonly name: string;
  /** Undefined for `$out`. */
  readonly merge?: {
    readonly on: readonly string[];
    readonly let: Doc;
    readonly whenMatched: (typeof MATCHED)[number] | readonly Doc[];
    readonly whenNotMatched: (typeof NOT_MATCHED)[number];
  };
}

/** Takes a last `$out` or `$merge` off a pipeline. @throws CommandError when it is malformed */
export function splitOutput(pipeline: unknown, dbName: string): { stages: unknown; output: Output | undefined } {
  const last: unknown = Array.isArray(pipeline) ? pipeline.at(-1) : undefined;
  if (!isDocument(last) || Object.keys(last).length !== 1) return { stages: pipeline, output: undefined };
  const output =
    '$out' in last ? parseOut(last['$out'], dbName) : '$merge' in last ? parseMerge(last['$merge'], dbName) : undefined;
  return { stages: output === undefined ? pipeline : (pipeline as unknown[]).slice(0, -1), output };
}

function placeOf(stage: string, value: unknown, dbName: string): { db: string; name: string } {
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
  const { on = '_id', whenMatched = 'merge', whenNotMatched = 'insert' } = given;
  const fields: unknown[] = Array.isArray(on) ? on : [on];
  if (fields.length === 0 || !fields.every((field) => typeof field === 'string' && field !== '')) {
    throw new CommandError('FailedToParse', "$merge's 'on' must be a field name or a list of them");
  }
  if (!Array.isArray(whenMatched) && !MATCHED.includes(whenMatched as never)) {
    throw new CommandError(
      'BadValue',
      `Enumeration value '${String(whenMatched)}' for field '$merge.whenMatched' is not a valid value.`,
    );
  }
  if (!NOT_MATCHED.includes(whenNotMatched as never)) {
    throw new CommandError(
      'BadValue',
      `Enumeration value '${String(whenNotMatched)}' for field '$merge.whenNotMatched' is not a valid value.`,
    );
  }
  if (given['let'] !== undefined && !Array.isArray(whenMatched)) {
    throw new CommandError(
      'Location51199',
      `Cannot use 'let' variables with 'whenMatched: ${String(whenMatched)}' mode`,
    );
  }
  const bindings = documentOption(given, 'let');
  if (Object.hasOwn(bindings, 'new') && bindings['new'] !== '$$ROOT') {
    throw new CommandError('Location51273', "'let' may not define a value for the reserved 'new' variable");
  }
  checkExpression(bindings);
  return {
    ...placeOf('$merge', given['into'], dbName),
    merge: {
      let: bindings,
      on: fields as string[],
      whenMatched: whenMatched as (typeof MATCHED)[number] | Doc[],
      whenNotMatched: whenNotMatched as (typeof NOT_MATCHED)[number],
    },
  };
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
  const { db, base } = context.services;
  const { merge } = output;
  if (merge === undefined) await writeOut(context, output, results);
  else {
    await db.write(() => requireUnique(ensureCollection(db, output.db, output.name), merge.on), false);
    // Read to the end first: the documents may come from the collection that they go to.
    const documents: Buffer[] = [];
    for await (const bytes of results) documents.push(bytes);
    const steps = (function* (): WriteSteps<void> {
      for (const bytes of documents) {
        yield* mergeSteps(base, output, merge, bytes, context);
        yield PAUSE;
      }
    })();
    await runWork(db, steps, context.breather);
  }
  if (context.journaled) await db.flushed();
}

/** Fills a collection that nobody sees, then puts it in the place of the other in one step. */
async function writeOut(context: CommandContext, { db: dbName, name }: Output, results: AsyncIterable<Buffer>) {
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
  try {
    let waiting: Buffer[] = [];
    for await (const bytes of results) {
      if (waiting.push(bytes) < STEP) continue;
      await runWork(db, insert(waiting), context.breather);
      waiting = [];
    }
    await runWork(db, insert(waiting), context.breather);
    const gone = await db.write(() => {
      const current = db.catalog.get(dbName, name);
      const ids = (collection: CollectionMeta | undefined) => String(collection?.indexes.map(({ id }) => id));
      if (current?.id !== old?.id || ids(current) !== ids(old)) {
        throw new CommandError('CommandFailed', `${dbName}.${name} or its indexes changed while $out was running`);
      }
      const { temporary: _hidden, ...whole } = filled();
      db.catalog.remove(whole);
      db.catalog.put({ ...whole, name });
      return current === undefined ? [] : [current];
    }, false);
    await reclaimCollections(db, gone);
  } catch (error) {
    const left = db.catalog.get(dbName, hidden.name);
    if (left !== undefined) {
      await db.write(() => db.catalog.remove(left), false);
      await reclaimCollections(db, [left]);
    }
    throw error;
  }
}

function requireUnique(collection: CollectionMeta, on: readonly string[]): void {
  const isOn = (paths: readonly string[]) => paths.length === on.length && on.every((field) => paths.includes(field));
  const found = collection.indexes.some(
    ({ unique, partial, key }) => unique && partial === undefined && isOn(key.map(([path]) => path)),
  );
  if (!found) throw new CommandError('Location51183', 'Cannot find index to verify that join fields will be unique');
}

function* mergeSteps(
  view: View,
  output: Output,
  merge: NonNullable<Output['merge']>,
  given: Buffer,
  context: CommandContext,
): WriteSteps<void> {
  const { bytes, doc } = prepared(given);
  const { on, whenMatched, whenNotMatched } = merge;
  const filter = Object.fromEntries(on.map((field) => [field, { $eq: keyOf(doc, field) }]));
  const collection = ensureCollection(view.db, output.db, output.name);
  let isThere = false;
  yield* changeTargets(view, output, { filter, multi: false }, () => (isThere = true));
  if (!isThere) {
    if (whenNotMatched === 'insert') view.insert(collection, bytes, doc);
    if (whenNotMatched === 'fail') {
      throw new CommandError(
        'MergeStageNoMatchingDocument',
        '$merge could not find a matching document in the target collection',
      );
    }
    return;
  }
  if (whenMatched === 'keepExisting') return;
  if (whenMatched === 'fail') {
    const keyPattern = Object.fromEntries(on.map((field) => [field, 1]));
    throw new CommandError(
      'DuplicateKey',
      `$merge: a matching document is there already in ${output.db}.${output.name}`,
      { keyPattern },
    );
  }
  const fresh = decodeTyped(bytes);
  const { _id, ...content } = fresh;
  const whole = on.includes('_id') ? fresh : content;
  const mergeFields = [{ $replaceWith: { $mergeObjects: ['$$ROOT', '$$new'] } }];
  const isMerge = whenMatched === 'merge';
  yield* updateSteps(view, output, {
    filter,
    typedFilter: {},
    update: whenMatched === 'replace' ? whole : isMerge ? mergeFields : whenMatched,
    variables: { ...variablesOf(context, merge, doc), new: isMerge ? toPlain(whole) : doc },
    multi: false,
  });
}

/** What the expressions of a `$merge`'s `let` come to for a document. */
function variablesOf({ command }: CommandContext, { let: bindings }: NonNullable<Output['merge']>, doc: Doc): Doc {
  const options = mingoOptions(documentOption(command, 'let'));
  const entries = Object.entries(bindings).map(([name, expression]): [string, unknown] => [
    name,
    translated(() => evalExpr(doc, expression, options as Options) ?? null),
  ]);
  return { ...documentOption(command, 'let'), ...Object.fromEntries(entries) };
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
