import { demand } from '../errors.js';
import { parseSort } from '../query/sort.js';
import type { CommandContext } from '../server/context.js';
import { documentOption, flag } from '../server/options.js';
import type { Stored, View } from '../storage/view.js';
import { type Updated, Updater, type UpdateSpec } from '../update/apply.js';
import { decodeTyped, type Doc } from '../values/bson.js';
import { changeTargets, ensureCollection, type Place, type Target, type WriteSteps } from './writing.js';

/** An update or a deletion, as any of the commands that have one give it. */
export interface Statement extends Target, UpdateSpec {
  readonly upsert?: boolean;
}

/** What a command calls the parts of a statement. */
export interface PartNames {
  readonly filter: string;
  readonly update: string;
}

/** Reads a statement of a command, as its bytes and plain. */
export function statementOf({ command }: CommandContext, bytes: Buffer, item: Doc, names: PartNames): Statement {
  const typed = decodeTyped(bytes);
  return {
    filter: documentOption(item, names.filter),
    typedFilter: documentOption(typed, names.filter),
    update: typed[names.update],
    arrayFilters: typed['arrayFilters'],
    variables: documentOption(command, 'let'),
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

/** Carries out an update. */
export function* updateSteps(view: View, place: Place, statement: Statement): WriteSteps<Outcome> {
  const { multi, sort = [], upsert } = statement;
  const updater = new Updater(statement);
  const mayRun = !multi || (!updater.isReplacement && sort.length === 0);
  demand(mayRun, 'FailedToParse', 'an update with multi=true takes neither a replacement nor a sort');
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
