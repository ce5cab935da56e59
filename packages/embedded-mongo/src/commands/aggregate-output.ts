import { CommandError, demand } from '../errors.js';
import { allOf, PAUSE } from '../query/pause.js';
import { checkCollectionName, checkDatabaseName, type CommandContext } from '../server/command.js';
import { checkOptions, documentOption, optionTable } from '../server/command.js';
import type { CollectionMeta } from '../storage/catalog.js';
import { idsOf, reclaim } from '../storage/index-build.js';
import { prepared } from '../update/apply.js';
import { getAt } from '../update/paths.js';
import { decodeTyped, type Doc, isDocument } from '../values/bson.js';
import { toPlain } from '../values/compare.js';
import { MISSING } from '../values/paths.js';
import { type Place, runWork, updateSteps, type WriteSteps } from './writing.js';

const MATCHED = ['replace', 'keepExisting', 'merge', 'fail'];
const NOT_MATCHED = ['insert', 'discard', 'fail'];
const OUT_OPTIONS = optionTable({ string: 'db coll' });
const MERGE_OPTIONS = optionTable({ any: 'into on whenMatched whenNotMatched' });
/** Documents that are taken to be written together. */
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
  demand(typeof coll === 'string' && coll !== '', 'FailedToParse', `${stage} needs the name of a collection`);
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
  const areFields = fields.length > 0 && fields.every((field) => typeof field === 'string' && field !== '');
  demand(areFields, 'FailedToParse', "$merge's 'on' must be a field name or a list of them");
  const isMode = Array.isArray(whenMatched) || MATCHED.includes(whenMatched as string);
  demand(isMode, 'BadValue', `'${String(whenMatched)}' is not a valid $merge.whenMatched`);
  const isOtherMode = NOT_MATCHED.includes(whenNotMatched as string);
  demand(isOtherMode, 'BadValue', `'${String(whenNotMatched)}' is not a valid $merge.whenNotMatched`);
  return { ...placeOf('$merge', into, dbName), merge: { on: fields as string[], whenMatched, whenNotMatched } };
}

/** Writes an aggregation's results where its last stage says; nothing of a `$out` that fails stays. */
export async function writeOutput(
  context: CommandContext,
  output: Output,
  results: AsyncIterable<Buffer>,
): Promise<void> {
  demand(!context.view.isolated, 'OperationNotSupportedInTransaction', 'Cannot run $out or $merge in a transaction.');
  const { db } = context.services;
  const { merge } = output;
  if (merge === undefined) await writeOut(context, output, results);
  else {
    await db.write(() => requireUnique(db.catalog.ensure(output.db, output.name), merge.on), false);
    // Read to the end first: the documents may come from the collection that they go to.
    await writeEach(context, await allOf(results), (bytes) => mergeSteps(context, output, merge, bytes));
  }
  if (context.journaled) await db.flushed();
}

/** Writes document by document, in slices of many. */
async function writeEach(
  { services, breather }: CommandContext,
  documents: Iterable<Buffer> | AsyncIterable<Buffer>,
  write: (bytes: Buffer) => WriteSteps<void> | undefined,
): Promise<void> {
  const work = function* (step: readonly Buffer[]): WriteSteps<void> {
    for (const bytes of step) {
      const steps = write(bytes);
      if (steps !== undefined) yield* steps;
      yield PAUSE;
    }
  };
  let waiting: Buffer[] = [];
  for await (const bytes of documents) {
    if (waiting.push(bytes) < STEP) continue;
    await runWork(services.db, work(waiting), breather);
    waiting = [];
  }
  await runWork(services.db, work(waiting), breather);
}

/** Fills a collection that nobody sees, then puts it in the place of the other in one step. */
async function writeOut(context: CommandContext, { db: dbName, name }: Place, results: AsyncIterable<Buffer>) {
  const { db, base } = context.services;
  const old = db.catalog.get(dbName, name);
  const hidden = await db.write(() => {
    const made = db.catalog.ensure(dbName, `$out.${db.catalog.allocateId()}`);
    const copies = (old?.indexes ?? made.indexes).map((index) => ({ ...index, id: db.catalog.allocateId() }));
    return db.catalog.put({ ...made, indexes: copies, temporary: true });
  }, false);
  const filled = (): CollectionMeta => db.catalog.get(dbName, hidden.name)!;
  let gone: CollectionMeta | undefined = hidden;
  try {
    await writeEach(context, results, (given) => {
      base.put(filled(), undefined, prepared(given));
      return undefined;
    });
    gone = await db.write(() => {
      const current = db.catalog.get(dbName, name);
      const ids = (collection?: CollectionMeta): string => String(collection?.indexes.map(({ id }) => id));
      const isAsBefore = current?.id === old?.id && ids(current) === ids(old);
      demand(isAsBefore, 'CommandFailed', `${dbName}.${name} or its indexes changed while $out was running`);
      const { temporary: _hidden, ...whole } = filled();
      db.catalog.remove(whole);
      db.catalog.put({ ...whole, name });
      return current;
    }, false);
  } catch (error) {
    await db.write(() => db.catalog.remove(hidden), false);
    throw error;
  } finally {
    if (gone !== undefined) await reclaim(db, idsOf(gone));
  }
}

function requireUnique(collection: CollectionMeta, on: readonly string[]): void {
  const found = collection.indexes.some(
    ({ unique, partial, key }) =>
      unique && partial === undefined && key.length === on.length && key.every(([path]) => on.includes(path)),
  );
  demand(found, 'Location51183', 'Cannot find index to verify that join fields will be unique');
}

const MERGED = [{ $replaceWith: { $mergeObjects: ['$$ROOT', '$$new'] } }];

/** What `$merge` makes of a document that is there, as an update. */
function mergeUpdate(whenMatched: unknown, fresh: Doc): unknown {
  if (whenMatched === 'merge') return MERGED;
  if (whenMatched === 'replace') return fresh;
  return Array.isArray(whenMatched) ? whenMatched : [];
}

function* mergeSteps(context: CommandContext, place: Place, merge: Merge, given: Buffer): WriteSteps<void> {
  const view = context.services.base;
  const { bytes, doc } = prepared(given);
  const { on, whenMatched, whenNotMatched } = merge;
  const { _id, ...content } = decodeTyped(bytes);
  const fresh: Doc = on.includes('_id') ? { _id, ...content } : content;
  const { n } = yield* updateSteps(view, place, {
    filter: Object.fromEntries(on.map((field) => [field, { $eq: keyOf(doc, field) }])),
    typedFilter: {},
    update: mergeUpdate(whenMatched, fresh),
    variables: { ...documentOption(context.command, 'let'), new: whenMatched === 'merge' ? toPlain(fresh) : doc },
    multi: false,
  });
  if (n > 0 && whenMatched === 'fail') {
    const keyPattern = Object.fromEntries(on.map((field) => [field, 1]));
    throw new CommandError('DuplicateKey', `$merge: a document is there in ${place.db}.${place.name}`, { keyPattern });
  }
  demand(n > 0 || whenNotMatched !== 'fail', 'MergeStageNoMatchingDocument', '$merge found no matching document');
  if (n === 0 && whenNotMatched === 'insert') {
    view.put(view.db.catalog.ensure(place.db, place.name), undefined, { bytes, doc });
  }
}

/** What a document is found by. @throws CommandError where it has no single value there */
function keyOf(doc: Doc, field: string): unknown {
  const value = getAt(doc, field.split('.'));
  const isKey = value !== MISSING && value !== undefined && value !== null && !Array.isArray(value);
  demand(isKey, 'Location51132', "$merge: an 'on' field cannot be missing, null, undefined or an array");
  return value;
}
