import { assert } from '../errors.js';
import { compileFilter } from '../query/filter.js';
import { collect, Yielder, flatMap, yielding, PAUSE, type Steps } from '../query/pause.js';
import { planQuery } from '../query/planner.js';
import { type Search, searchSteps, stillMatching } from '../query/scan.js';
import { sortBy, type SortKeys } from '../query/sort.js';
import type { CommandContext } from '../server/command.js';
import type { Progress } from '../server/sessions.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { Database } from '../storage/database.js';
import type { Content } from '../storage/records.js';
import { baseView, type StoredRecord, type View } from '../storage/view.js';
import { Updater, type UpdateSpec } from '../update/apply.js';
import { decodeTyped } from '../values/bson.js';

/**
 * A write operation in slices. At a `PAUSE` its write transaction may end, so that other writes run, and continue in a
 * new one. When it yields a search, the search runs without a write transaction and its record ids are returned. After
 * either, the operation has to read records again.
 */
export type WriteSteps<T> = Generator<typeof PAUSE | Steps<number>, T, readonly number[] | undefined>;

/** Minimum documents per slice: a small bulk is atomic. */
const MIN_SLICE_DOCUMENTS = 20;

/**
 * Runs a write operation slice by slice.
 *
 * @param onSliceEnd runs at the end of each slice, inside its write transaction
 */
async function runWriteSteps<T>(
  db: Database,
  steps: WriteSteps<T>,
  yielder: Yielder,
  onSliceEnd?: () => void,
): Promise<T> {
  let found: readonly number[] | undefined;
  const slice = (): ReturnType<typeof steps.next> => {
    for (let count = 1; ; count++) {
      const step = steps.next(found);
      const isOver = count >= MIN_SLICE_DOCUMENTS && db.isSliceOver;
      if (!step.done && step.value === PAUSE && !isOver) continue;
      onSliceEnd?.();
      return step;
    }
  };
  try {
    for (;;) {
      const step = await db.write(slice, false);
      if (step.done) return step.value;
      if (step.value !== PAUSE) found = await collect(yielding(step.value, yielder));
      await yielder.pause();
    }
  } finally {
    steps.return(undefined as T);
  }
}

/**
 * Runs a write command in its session's transaction, or in its own writes. A retried write returns the first attempt's
 * result, or continues where a crashed server stopped.
 *
 * @param begin starts the operation; its changes to `progress` are stored with each slice
 */
export async function runWrite(
  context: CommandContext,
  begin: (progress: Progress) => WriteSteps<void>,
): Promise<Progress> {
  const { db, sessions, session, view, journaled, yielder } = context;
  const counts = { nInserted: 0, nMatched: 0, nModified: 0, nUpserted: 0, nDeleted: 0 };
  const progress: Progress = { next: 0, counts, results: [], errors: [] };
  if (view.isolated) {
    for (const _ of begin(progress)) await yielder.pause();
    return progress;
  }
  const retryable = session?.number === undefined ? undefined : session;
  const once = async (): Promise<Progress> => {
    const steps = function* (): WriteSteps<void> {
      if (retryable !== undefined) Object.assign(progress, sessions.storedProgress(retryable));
      yield* begin(progress);
    };
    await runWriteSteps(db, steps(), yielder, () => retryable && sessions.storeReply(retryable, { work: progress }));
    return progress;
  };
  const done = await (retryable === undefined ? once() : sessions.once(retryable, once));
  if (journaled) await db.flushed();
  return done;
}

/** A collection's database and name. */
export interface Namespace {
  readonly db: string;
  readonly name: string;
}

/** An update or deletion, from any command. */
export interface Statement extends UpdateSpec {
  /** Whether it applies to all matches or to the first. */
  readonly multi: boolean;
  readonly upsert?: boolean;
  readonly sort?: SortKeys;
  readonly hint?: unknown;
}

/** Searches outside the write before a contended statement searches inside it. */
const MAX_SEARCHES = 10;

/**
 * Searches inside the write transaction.
 *
 * @param isShort whether to stop and return undefined when the slice is over
 */
function searchInside(view: View, collection: CollectionMeta, search: Search, isShort: boolean): number[] | undefined {
  const records: number[] = [];
  for (const step of searchSteps(view, collection, search)) {
    if (step !== PAUSE) records.push(step.record);
    else if (isShort && view.db.isSliceOver) return undefined;
  }
  return records;
}

/**
 * Runs a long search outside the write transaction, then rechecks the records that changed meanwhile. Returns undefined
 * when the match is gone, because the search did not look for the next best.
 */
function* searchOutside(
  view: View,
  collection: CollectionMeta,
  search: Search,
): WriteSteps<readonly number[] | undefined> {
  const { log } = view.db;
  const snapshot = {};
  log.open(snapshot);
  try {
    const records = (yield flatMap(searchSteps(view, collection, search), ({ record }) => [record]))!;
    if (search.limit === 0) return records;
    const still = (record: number): StoredRecord[] => {
      const stored = stillMatching(view, collection, record, search);
      return stored === undefined ? [] : [stored];
    };
    const found = records.flatMap(still);
    if (found.length < records.length) return undefined;
    const changed = [...log.since(snapshot, collection.id).keys()].filter((record) => !records.includes(record));
    const all = sortBy([...found, ...changed.flatMap(still)], ({ doc }) => doc, search.sort);
    return all.slice(0, search.limit).map(({ record }) => record);
  } finally {
    log.close(snapshot);
  }
}

/**
 * Changes the matching records, each in its current version. A long search runs outside the write transaction, because
 * inside it would block all other writes.
 */
function* changeTargets(
  view: View,
  namespace: Namespace,
  { filter, multi, sort = [], variables, hint }: Statement,
  change: (collection: CollectionMeta, found: StoredRecord) => void,
): WriteSteps<void> {
  const collection = view.db.catalog.get(namespace.db, namespace.name);
  if (collection === undefined) return;
  const plan = planQuery(collection, { filter, sort, limited: !multi, hint });
  const search: Search = { plan, matches: compileFilter(filter, variables), sort, skip: 0, limit: multi ? 0 : 1 };
  if (view.isolated) {
    for (const step of searchSteps(view, collection, search)) {
      if (step === PAUSE) yield PAUSE;
      else change(collection, step);
    }
    return;
  }
  let records: readonly number[] | undefined = searchInside(view, collection, search, true);
  for (let tried = 0; records === undefined; tried++) {
    const isLast = tried === MAX_SEARCHES;
    records = isLast ? searchInside(view, collection, search, false) : yield* searchOutside(view, collection, search);
  }
  for (const record of records) {
    const stored = stillMatching(view, collection, record, search);
    if (stored !== undefined) change(collection, stored);
    yield PAUSE;
  }
}

/** A statement's result; `before` and `after` describe the last changed document. */
export interface Outcome {
  n: number;
  modified: number;
  upserted?: { readonly _id: unknown };
  before?: StoredRecord;
  after?: Content;
}

/** Runs an update. */
export function* updateSteps(view: View, namespace: Namespace, statement: Statement): WriteSteps<Outcome> {
  const { multi, sort = [], upsert } = statement;
  const updater = new Updater(statement);
  const mayRun = !multi || (!updater.isReplacement && sort.length === 0);
  assert(mayRun, 'FailedToParse', 'an update with multi=true takes neither a replacement nor a sort');
  const outcome: Outcome = { n: 0, modified: 0 };
  yield* changeTargets(view, namespace, statement, (collection, found) => {
    const next = updater.apply(found);
    outcome.n++;
    Object.assign(outcome, { before: found, after: next });
    if (next.bytes.equals(found.bytes)) return;
    view.put(collection, found, next);
    outcome.modified++;
  });
  if (outcome.n > 0 || !upsert) return outcome;
  const made = updater.insert();
  view.db.atomic(() => view.put(view.db.catalog.ensure(namespace.db, namespace.name), undefined, made));
  return { n: 1, modified: 0, upserted: { _id: decodeTyped(made.bytes)['_id'] }, after: made };
}

/** Runs a deletion. */
export function* deleteSteps(view: View, namespace: Namespace, statement: Statement): WriteSteps<Outcome> {
  const outcome: Outcome = { n: 0, modified: 0 };
  yield* changeTargets(view, namespace, statement, (collection, found) => {
    view.put(collection, found, undefined);
    outcome.n++;
    outcome.before = found;
  });
  return outcome;
}

/** Deletes expired documents, for every TTL index. */
export async function sweepExpired(db: Database, now = Date.now()): Promise<void> {
  for (const collection of db.catalog.list()) {
    for (const { expireAfterSeconds, key, partial } of collection.indexes) {
      if (expireAfterSeconds === undefined) continue;
      const expired = { [key[0]![0]]: { $lt: new Date(now - expireAfterSeconds * 1000) } };
      // Repeats the partial expression so that the planner can use the index.
      const filter = partial === undefined ? expired : { $and: [expired, partial] };
      const statement: Statement = { filter, typedFilter: {}, multi: true };
      await runWriteSteps(db, deleteSteps(baseView(db), collection, statement), new Yielder());
    }
  }
}
