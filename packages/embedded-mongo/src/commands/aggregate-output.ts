import { CommandError, notImplemented } from '../errors.js';
import { checkCollectionName, checkDatabaseName, type CommandContext, isJournaled } from '../server/context.js';
import type { CollectionMeta } from '../storage/catalog.js';
import { decodeTyped, type Doc, encode, isDocument } from '../values/bson.js';
import { getAt } from '../update/paths.js';
import { MISSING } from '../values/paths.js';
import { emptyCollection } from './collections.js';
import { prepared, updateOne } from './crud.js';
import { ensureCollection, findTargets } from './writing.js';

const MATCHED = ['replace', 'keepExisting', 'merge', 'fail'] as const;
const NOT_MATCHED = ['insert', 'discard', 'fail'] as const;
/** Documents that `$merge` writes in one step: readers may see some before others, as in MongoDB. */
const STEP = 500;

/** What a pipeline's last stage, `$out` or `$merge`, asks for. */
export interface Output {
  readonly db: string;
  readonly name: string;
  /** Undefined for `$out`. */
  readonly merge?: {
    readonly on: readonly string[];
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

function refuseOthers(stage: string, given: Doc, known: readonly string[]): void {
  const other = Object.keys(given).find((name) => !known.includes(name));
  if (other !== undefined)
    throw new CommandError('IDLUnknownField', `BSON field '${stage}.${other}' is an unknown field.`);
}

function parseOut(value: unknown, dbName: string): Output {
  if (isDocument(value)) refuseOthers('$out', value, ['db', 'coll']);
  return placeOf('$out', value, dbName);
}

function parseMerge(value: unknown, dbName: string): Output {
  const given: Doc = isDocument(value) ? value : { into: value };
  refuseOthers('$merge', given, ['into', 'on', 'let', 'whenMatched', 'whenNotMatched']);
  if (given['let'] !== undefined) throw notImplemented("the option 'let' of $merge");
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
  return {
    ...placeOf('$merge', given['into'], dbName),
    merge: {
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
  const { db } = context.services;
  const documents: Buffer[] = [];
  for await (const bytes of results) documents.push(bytes);
  const journaled = isJournaled(context.command);
  const { merge } = output;
  if (merge === undefined) {
    await db.write(() => {
      const collection = ensureCollection(db, output.db, output.name);
      emptyCollection(db, collection);
      for (const bytes of documents) {
        const { bytes: stored, doc } = prepared(bytes);
        context.view.insert(collection, stored, doc);
      }
    }, journaled);
    return;
  }
  await db.write(() => requireUnique(ensureCollection(db, output.db, output.name), merge.on), journaled);
  for (let at = 0; at < documents.length; at += STEP) {
    const step = documents.slice(at, at + STEP);
    await db.write(() => step.forEach((bytes) => mergeOne(context, output, merge, bytes)), journaled);
  }
}

function requireUnique(collection: CollectionMeta, on: readonly string[]): void {
  const isOn = (paths: readonly string[]) => paths.length === on.length && on.every((field) => paths.includes(field));
  const found = collection.indexes.some(
    ({ unique, partial, key }) => unique && partial === undefined && isOn(key.map(([path]) => path)),
  );
  if (!found) throw new CommandError('Location51183', 'Cannot find index to verify that join fields will be unique');
}

function mergeOne(context: CommandContext, output: Output, merge: NonNullable<Output['merge']>, given: Buffer): void {
  const { view } = context;
  const { bytes, doc } = prepared(given);
  const filter = Object.fromEntries(merge.on.map((field) => [field, { $eq: keyOf(doc, field) }]));
  const collection = ensureCollection(view.db, output.db, output.name);
  const [found] = findTargets(view, collection, { filter, sort: [], limit: 1 });
  if (found === undefined) {
    if (merge.whenNotMatched === 'insert') view.insert(collection, bytes, doc);
    if (merge.whenNotMatched === 'fail') {
      throw new CommandError(
        'MergeStageNoMatchingDocument',
        '$merge could not find a matching document in the target collection',
      );
    }
    return;
  }
  if (merge.whenMatched === 'keepExisting') return;
  if (merge.whenMatched === 'fail') {
    const keyPattern = Object.fromEntries(merge.on.map((field) => [field, 1]));
    throw new CommandError(
      'DuplicateKey',
      `$merge: a matching document is there already in ${output.db}.${output.name}`,
      { keyPattern },
    );
  }
  const fresh = decodeTyped(bytes);
  const { _id, ...content } = fresh;
  const whole = merge.on.includes('_id') ? fresh : content;
  const mergeFields = [{ $replaceWith: { $mergeObjects: ['$$ROOT', '$$new'] } }];
  const update = { replace: whole, merge: mergeFields }[merge.whenMatched as string] ?? merge.whenMatched;
  const constants =
    merge.whenMatched === 'replace' ? {} : { c: { new: merge.whenMatched === 'merge' ? whole : fresh } };
  updateOne(view, { ...context, dbName: output.db }, output.name, encode({ q: filter, u: update, ...constants }));
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
