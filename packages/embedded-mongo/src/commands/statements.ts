import { ObjectId } from 'bson';
import { CommandError } from '../errors.js';
import { parseSort } from '../query/sort.js';
import { type CommandContext } from '../server/context.js';
import { checkOptions, type Options } from '../server/options.js';
import type { Stored, View } from '../storage/view.js';
import { type Updated, Updater } from '../update/apply.js';
import { type Doc, decodePlain, decodeTyped, encode, isDocument } from '../values/bson.js';
import { isRegex } from '../values/compare.js';
import { ensureCollection, findTargets, type Target, type WriteSteps } from './writing.js';

const MAX_BULK_ITEMS = 100_000;

/** A collection by its names. */
export interface Place {
  readonly db: string;
  readonly name: string;
}

/** The list of a bulk command, each item as its bytes. @throws CommandError TypeMismatch, InvalidOptions */
export function itemsOf(context: CommandContext, field: string): Buffer[] {
  const list = context.request.rawList(field);
  if (list === undefined) throw new CommandError('TypeMismatch', `Field '${field}' must be an array of documents`);
  if (list.length === 0 || list.length > MAX_BULK_ITEMS) {
    throw new CommandError('InvalidOptions', `Write batch sizes must be between 1 and ${MAX_BULK_ITEMS}`);
  }
  return list;
}

/** An item of a bulk, held to its options. @throws CommandError InvalidBSON and others */
export function itemOf(bytes: Buffer, kind: string, options: Options): Doc {
  const item = decoded(bytes);
  checkOptions(kind, { refused: 'collation', ...options }, item);
  return item;
}

/** @throws CommandError InvalidBSON */
function decoded(bytes: Buffer): Doc {
  try {
    return decodePlain(bytes);
  } catch (error) {
    throw new CommandError('InvalidBSON', error instanceof Error ? error.message : String(error));
  }
}

/** A document as it is stored: with `_id`, and `_id` first. */
export function prepared(bytes: Buffer): Updated {
  const doc = decoded(bytes);
  const id = doc['_id'];
  if (Array.isArray(id) || isRegex(id)) {
    throw new CommandError('BadValue', `The '_id' value cannot be of type ${Array.isArray(id) ? 'array' : 'regex'}`);
  }
  if (isDocument(id) && Object.keys(id).some((name) => name.startsWith('$'))) {
    throw new CommandError('DollarPrefixedFieldName', '_id fields may not contain $-prefixed fields');
  }
  if (Object.keys(doc)[0] === '_id') return { bytes: Buffer.from(bytes), doc };
  const { _id = new ObjectId(), ...rest } = decodeTyped(bytes);
  const stored = encode({ _id, ...rest });
  return { bytes: stored, doc: decodePlain(stored) };
}

/** An update as any of the commands that have one give it, under these names. */
export interface UpdateStatement {
  /** Plain, and typed (`decodeTyped`). */
  readonly filter: Doc;
  readonly typedFilter: Doc;
  readonly update: unknown;
  readonly arrayFilters: unknown;
  readonly variables: Doc;
  readonly multi: boolean;
  readonly upsert: boolean;
  readonly sort?: unknown;
  readonly hint?: unknown;
}

/** What a statement did; `before` and `after` of the last document that it changed. */
export interface Outcome {
  matched: number;
  modified: number;
  upserted?: unknown;
  before?: Stored;
  after?: Updated;
}

/** Multi-document statements are not repeatable. @throws CommandError InvalidOptions */
export function refuseRetry({ session, inTransaction }: CommandContext, isMulti: boolean, what: string): void {
  if (isMulti && session?.number !== undefined && !inTransaction) {
    throw new CommandError('InvalidOptions', `Cannot use retryable writes with ${what}`);
  }
}

const isReplacement = (update: unknown): boolean =>
  isDocument(update) && !Object.keys(update).some((key) => key.startsWith('$'));

/** Carries out an update. */
export function* updateSteps(view: View, { db, name }: Place, statement: UpdateStatement): WriteSteps<Outcome> {
  const { filter, update, multi, upsert, variables, hint } = statement;
  if (!isDocument(update) && !Array.isArray(update)) {
    throw new CommandError('FailedToParse', "The update 'u' must be a document or a pipeline");
  }
  if (multi && isReplacement(update))
    throw new CommandError('FailedToParse', 'multi update is not supported for replacement-style update');
  if (multi && statement.sort !== undefined)
    throw new CommandError('FailedToParse', 'Cannot specify sort with multi=true');
  const updater = new Updater({
    ...statement,
    update: update as Doc | Doc[],
    arrayFilters: (statement.arrayFilters as unknown[] | undefined) ?? [],
  });
  const target: Target = { filter, sort: parseSort(statement.sort), limit: multi ? 0 : 1, variables, hint };
  const outcome: Outcome = { matched: 0, modified: 0 };
  const collection = view.db.catalog.get(db, name);
  for (const found of collection === undefined ? [] : findTargets(view, collection, target)) {
    if (typeof found === 'symbol') {
      yield found;
      continue;
    }
    const next = updater.apply(found);
    outcome.matched++;
    Object.assign(outcome, { before: found, after: next });
    if (next.bytes.equals(found.bytes)) continue;
    view.update(collection!, found, next.bytes, next.doc);
    outcome.modified++;
  }
  if (outcome.matched > 0 || !upsert) return outcome;
  const made = updater.insert();
  view.db.atomic(() => view.insert(ensureCollection(view.db, db, name), made.bytes, made.doc));
  return { matched: 1, modified: 0, upserted: decodeTyped(made.bytes)['_id'], after: made };
}

/** Carries out a deletion. @returns what was removed last, and how many */
export function* deleteSteps(
  view: View,
  { db, name }: Place,
  target: Target,
): WriteSteps<{ removed: number; before?: Stored }> {
  const outcome: { removed: number; before?: Stored } = { removed: 0 };
  const collection = view.db.catalog.get(db, name);
  for (const found of collection === undefined ? [] : findTargets(view, collection, target)) {
    if (typeof found === 'symbol') {
      yield found;
      continue;
    }
    view.remove(collection!, found);
    outcome.removed++;
    outcome.before = found;
  }
  return outcome;
}
