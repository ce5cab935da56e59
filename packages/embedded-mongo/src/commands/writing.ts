import { randomUUID } from 'node:crypto';
import { compileFilter } from '../query/filter.js';
import { planQuery } from '../query/planner.js';
import { type Breather, PAUSE } from '../query/pause.js';
import { type Search, searchSteps, stillMatching } from '../query/scan.js';
import { sortBy, type SortKeys } from '../query/sort.js';
import type { CommandContext } from '../server/context.js';
import type { Progress } from '../server/sessions.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { Database } from '../storage/database.js';
import type { Stored, View } from '../storage/view.js';
import type { Doc } from '../values/bson.js';

/** The collection, made if it is not there. Inside `Database.write`. */
export function ensureCollection(db: Database, dbName: string, name: string): CollectionMeta {
  const existing = db.catalog.get(dbName, name);
  if (existing !== undefined) return existing;
  const [id, index] = [db.catalog.allocateId(), db.catalog.allocateId()];
  const common = { unique: true, sparse: false, multikey: [false], cut: false };
  const indexes = [{ id: index, name: '_id_', key: [['_id', 1] as const], ...common }];
  return db.catalog.put({ id, db: dbName, name, uuid: randomUUID(), indexes });
}

/** From here on a work writes nothing until it says `INSIDE`: it needs no write transaction. */
const OUTSIDE = Symbol('outside');
/** From here on a work needs a write transaction. */
const INSIDE = Symbol('inside');
/** Asks whether the slice's time is over, without an end of the slice. */
const ASK = Symbol('ask');

/**
 * A work that writes, in slices: at a `PAUSE` its write transaction may end, so that others write, before it goes on in another.
 * What it knows of records it has to look at again after that. Each step is answered by whether the slice's time is over.
 */
export type WriteSteps<T> = Generator<typeof PAUSE | typeof OUTSIDE | typeof INSIDE | typeof ASK, T, boolean>;

/** Milliseconds that one slice may hold the writer. */
const SLICE_MS = 4;

/** Documents that are always changed in one slice: a small bulk is one step. */
const AT_LEAST = 20;

type Step<T> = ReturnType<WriteSteps<T>['next']>;

/**
 * Runs a writing work slice by slice.
 *
 * @param write carries out a slice: in a write transaction, or for a multi-document transaction just so
 */
async function runSlices<T>(
  steps: WriteSteps<T>,
  breather: Breather,
  write: (slice: () => Step<T>) => Promise<Step<T>> | Step<T>,
): Promise<T> {
  const slice = (): Step<T> => {
    const since = performance.now();
    for (let count = 0, isOver = false; ;) {
      const step = steps.next(isOver);
      isOver = performance.now() - since > SLICE_MS;
      if (step.done || step.value === OUTSIDE || step.value === INSIDE) return step;
      if (step.value === PAUSE && ++count >= AT_LEAST && isOver) return step;
    }
  };
  try {
    for (let inside = true; ;) {
      const step: Step<T> = inside ? await write(slice) : steps.next(true);
      if (step.done) return step.value;
      if (step.value !== PAUSE) inside = step.value === INSIDE;
      await breather.pause();
    }
  } finally {
    steps.return(undefined as T);
  }
}

/** Runs a writing work of the server's own. */
export function runWork<T>(db: Database, steps: WriteSteps<T>, breather: Breather): Promise<T> {
  return runSlices(steps, breather, (slice) => db.write(slice, false));
}

/**
 * Runs a write command: in its session's transaction, or in writes of its own. A repeat of a retryable write is answered by
 * what the first came to, or goes on where the server was ended.
 *
 * @param begin makes the work; what it notes in `progress` is kept with each slice
 */
export async function runWrite(
  context: CommandContext,
  begin: (view: View, progress: Progress) => WriteSteps<void>,
): Promise<Progress> {
  const { services, session, view, inTransaction, journaled, breather } = context;
  const { db, sessions } = services;
  const retryable = session?.number === undefined || inTransaction ? undefined : session;
  const once = async (): Promise<Progress> => {
    const progress: Progress = { next: 0, counts: {}, results: [], errors: [] };
    const steps = (function* (): WriteSteps<void> {
      if (retryable !== undefined) Object.assign(progress, sessions.kept(retryable));
      yield* begin(view, progress);
    })();
    const write = (slice: () => Step<void>): Promise<Step<void>> =>
      db.write(() => {
        const step = slice();
        if (retryable !== undefined) sessions.keep(retryable, { progress });
        return step;
      }, false);
    await runSlices(steps, breather, inTransaction ? (slice) => slice() : write);
    return progress;
  };
  const progress = await (retryable === undefined ? once() : sessions.once(retryable, once));
  if (journaled && !inTransaction) await db.flushed();
  return progress;
}

/** A collection by its names. */
export interface Place {
  readonly db: string;
  readonly name: string;
}

/** What a write looks for. */
export interface Target {
  readonly filter: Doc;
  /** Whether it is about all that match, or the first. */
  readonly multi: boolean;
  readonly sort?: SortKeys;
  readonly variables?: Doc;
  readonly hint?: unknown;
}

/** Searches outside of the write after which a statement whose target others keep taking looks for it inside. */
const MAX_SEARCHES = 10;

/**
 * The search of a write, inside its write transaction.
 *
 * @param isShort whether to give it up, without a result, when the slice's time is over
 */
function* searchInside(
  view: View,
  collection: CollectionMeta,
  search: Search,
  isShort: boolean,
): WriteSteps<number[] | undefined> {
  const records: number[] = [];
  for (const step of searchSteps(view, collection, search)) {
    if (step !== PAUSE) records.push(step.record);
    else if ((yield ASK) && isShort) return undefined;
  }
  return records;
}

/** A long search, outside of the write: what others changed meanwhile is looked at again inside. */
function* searchOutside(view: View, collection: CollectionMeta, search: Search): WriteSteps<number[] | undefined> {
  const { log } = view.db;
  const moment = {};
  yield OUTSIDE;
  log.open(moment);
  try {
    const records: number[] = [];
    for (const step of searchSteps(view, collection, search)) {
      if (step === PAUSE) yield PAUSE;
      else records.push(step.record);
    }
    yield INSIDE;
    if (search.limit === 0) return records;
    const still = (record: number): Stored[] =>
      [stillMatching(view, collection, record, search)].filter((stored) => stored !== undefined);
    const found = records.flatMap(still);
    // What was found is gone: the next best was not looked for.
    if (found.length < records.length) return undefined;
    const changed = [...log.since(moment, collection.id).keys()].filter((record) => !records.includes(record));
    const all = sortBy([...found, ...changed.flatMap(still)], ({ doc }) => doc, search.sort);
    return all.slice(0, search.limit).map(({ record }) => record);
  } finally {
    log.close(moment);
  }
}

/**
 * Changes the records that a write is about, each as it is in the write transaction of the moment. A long search is done
 * before the write, letting other work run: inside, it would hold up everybody.
 */
export function* changeTargets(
  view: View,
  { db, name }: Place,
  { filter, multi, sort = [], variables, hint }: Target,
  change: (collection: CollectionMeta, found: Stored) => void,
): WriteSteps<void> {
  const collection = view.db.catalog.get(db, name);
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
  let records = yield* searchInside(view, collection, search, true);
  for (let tried = 0; records === undefined; tried++) {
    records =
      tried < MAX_SEARCHES
        ? yield* searchOutside(view, collection, search)
        : yield* searchInside(view, collection, search, false);
  }
  for (const record of records) {
    const stored = stillMatching(view, collection, record, search);
    if (stored !== undefined) change(collection, stored);
    yield PAUSE;
  }
}
