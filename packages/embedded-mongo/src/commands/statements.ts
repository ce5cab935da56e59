import { ObjectId } from 'bson';
import { CommandError } from '../errors.js';
import { parseSort } from '../query/sort.js';
import type { CommandContext } from '../server/context.js';
import { documentOption, flag } from '../server/options.js';
import type { Stored, View } from '../storage/view.js';
import { type Updated, Updater } from '../update/apply.js';
import { type Doc, decodePlain, decodeTyped, encode, isDocument } from '../values/bson.js';
import { isRegex } from '../values/compare.js';
import { changeTargets, ensureCollection, type Place, type Target, type WriteSteps } from './writing.js';

/** @throws CommandError InvalidBSON */
export function decoded(bytes: Buffer): Doc {
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

/** An update or a deletion, as any of the commands that have one give it. */
export interface Statement extends Target {
  /** The filter as `decodeTyped` gives it. */
  readonly typedFilter: Doc;
  /** Typed; nothing for a deletion. */
  readonly update?: unknown;
  readonly arrayFilters?: unknown;
  readonly upsert?: boolean;
}

/** What a command calls the parts of a statement. */
export interface PartNames {
  readonly filter: string;
  readonly update: string;
  /** Variables besides those of the command's `let`. */
  readonly constants?: string;
}

/** Reads a statement of a command, as its bytes and plain. */
export function statementOf({ command }: CommandContext, bytes: Buffer, item: Doc, names: PartNames): Statement {
  const typed = decodeTyped(bytes);
  return {
    filter: documentOption(item, names.filter),
    typedFilter: documentOption(typed, names.filter),
    update: typed[names.update],
    arrayFilters: typed['arrayFilters'],
    variables: { ...documentOption(command, 'let'), ...documentOption(item, names.constants ?? '') },
    multi: flag(item, 'multi') || item['limit'] === 0,
    upsert: flag(item, 'upsert'),
    sort: parseSort(item['sort']),
    hint: item['hint'],
  };
}

/** What a statement did; `before` and `after` of the last document that it changed. */
export interface Outcome {
  n: number;
  modified: number;
  upserted?: { readonly _id: unknown };
  before?: Stored;
  after?: Updated;
}

const isReplacement = (update: unknown): boolean =>
  isDocument(update) && !Object.keys(update).some((key) => key.startsWith('$'));

/** Carries out an update. */
export function* updateSteps(view: View, place: Place, statement: Statement): WriteSteps<Outcome> {
  const { update, arrayFilters, multi, sort = [], upsert } = statement;
  if (!isDocument(update) && !Array.isArray(update)) {
    throw new CommandError('FailedToParse', 'The update must be a document or a pipeline');
  }
  if (multi && (isReplacement(update) || sort.length > 0)) {
    throw new CommandError('FailedToParse', 'an update with multi=true takes neither a replacement nor a sort');
  }
  const updater = new Updater({
    ...statement,
    update: update as Doc | Doc[],
    arrayFilters: (arrayFilters ?? []) as unknown[],
  });
  const outcome: Outcome = { n: 0, modified: 0 };
  yield* changeTargets(view, place, statement, (collection, found) => {
    const next = updater.apply(found);
    outcome.n++;
    Object.assign(outcome, { before: found, after: next });
    if (next.bytes.equals(found.bytes)) return;
    view.update(collection, found, next.bytes, next.doc);
    outcome.modified++;
  });
  if (outcome.n > 0 || !upsert) return outcome;
  const made = updater.insert();
  view.db.atomic(() => view.insert(ensureCollection(view.db, place.db, place.name), made.bytes, made.doc));
  return { n: 1, modified: 0, upserted: { _id: decodeTyped(made.bytes)['_id'] }, after: made };
}

/** Carries out a deletion. */
export function* deleteSteps(view: View, place: Place, target: Target): WriteSteps<Outcome> {
  const outcome: Outcome = { n: 0, modified: 0 };
  yield* changeTargets(view, place, target, (collection, found) => {
    view.remove(collection, found);
    outcome.n++;
    outcome.before = found;
  });
  return outcome;
}
