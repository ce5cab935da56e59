import { randomUUID } from 'node:crypto';
import { CommandError } from '../errors.js';
import { compileFilter } from '../query/filter.js';
import { planQuery } from '../query/planner.js';
import { type Breather, PAUSE } from '../query/pause.js';
import { type Search, searchSteps, stillMatching } from '../query/scan.js';
import { sortBy, type SortKeys } from '../query/sort.js';
import { type CommandContext, isJournaled } from '../server/context.js';
import { flag } from '../server/options.js';
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

/**
 * A work that writes, in slices: at a `PAUSE` its write transaction may end, so that others write, before it goes on in another.
 * What it knows of records it has to look at again after that.
 */
export type WriteSteps<T> = Generator<typeof PAUSE | typeof OUTSIDE | typeof INSIDE, T>;

/** Milliseconds that one slice may hold the writer. */
const SLICE_MS = 4;

/** Documents that are always changed in one slice: a small bulk is one step. */
const AT_LEAST = 20;

const isOver = (since: number): boolean => performance.now() - since > SLICE_MS;

/**
 * Runs a writing work slice by slice.
 *
 * @param inSlice carries out a slice: in a write transaction, or for a multi-document transaction just so
 * @param ended called at the end of each slice, in its write transaction
 */
async function runSlices<T>(
  steps: WriteSteps<T>,
  inSlice: (slice: () => void) => Promise<void> | void,
  breather: Breather,
  ended: (result: { value: T } | undefined) => void = () => undefined,
): Promise<T> {
  let last: IteratorResult<typeof PAUSE | typeof OUTSIDE | typeof INSIDE, T> | undefined;
  const advance = (): void => {
    const since = performance.now();
    let count = 0;
    do last = steps.next();
    while (!last.done && last.value === PAUSE && (++count < AT_LEAST || !isOver(since)));
  };
  const slice = (): void => {
    advance();
    ended(last!.done ? last : undefined);
  };
  try {
    for (let inside = true; ;) {
      if (inside) await inSlice(slice);
      else advance();
      const { done, value } = last!;
      if (done) return value;
      if (value !== PAUSE) inside = value === INSIDE;
      await breather.pause();
    }
  } finally {
    steps.return(undefined as T);
  }
}

/** Runs a writing work of the server's own. */
export function runWork<T>(db: Database, steps: WriteSteps<T>, breather: Breather): Promise<T> {
  return runSlices(steps, (slice) => db.write(slice, false), breather);
}

/**
 * Runs a write command: in its session's transaction, or in writes of its own. A repeat of a retryable write is answered by
 * the first reply, or goes on where the server was ended.
 *
 * @param begin makes the work; what it notes in `progress` is kept with each slice
 */
export async function runWrite(
  context: CommandContext,
  begin: (view: View, progress: Progress) => WriteSteps<Doc>,
): Promise<Doc> {
  const { services, session, view, inTransaction, command, breather } = context;
  const { db, sessions } = services;
  const progress: Progress = { next: 0, counts: {}, results: [], errors: [] };
  if (inTransaction) return runSlices(begin(view, progress), (slice) => slice(), breather);
  const once = async (): Promise<Doc> => {
    const steps = (function* (): WriteSteps<Doc> {
      const kept = session?.number === undefined ? undefined : sessions.kept(session);
      if (kept?.reply !== undefined) return kept.reply;
      Object.assign(progress, kept?.progress);
      return yield* begin(view, progress);
    })();
    return runSlices(
      steps,
      (slice) => db.write(slice, false),
      breather,
      (result) => {
        if (session?.number !== undefined) sessions.keep(session, result ? { reply: result.value } : { progress });
      },
    );
  };
  const reply = await (session?.number === undefined ? once() : sessions.once(session, once));
  if (isJournaled(command)) await db.flushed();
  return reply;
}

/** The collection that a transaction's write is to create if need be: at once and for good. */
export async function collectionForWrite(context: CommandContext, dbName: string, name: string): Promise<void> {
  const { db } = context.services;
  if (!context.inTransaction || db.catalog.get(dbName, name) !== undefined) return;
  await db.write(() => ensureCollection(db, dbName, name), false);
}

/** What a write looks for. */
export interface Target {
  readonly filter: Doc;
  readonly sort: SortKeys;
  /** 0 for no limit. */
  readonly limit: number;
  readonly variables?: Doc;
  readonly hint?: unknown;
}

/** Searches outside of the write after which a statement whose target others keep taking looks for it inside. */
const MAX_SEARCHES = 10;

/** The search of a write, inside its write transaction; given up there when it is a long one. */
function searchInside(view: View, collection: CollectionMeta, search: Search, budget: number): number[] | undefined {
  const since = performance.now();
  const records: number[] = [];
  for (const step of searchSteps(view, collection, search)) {
    if (step !== PAUSE) records.push(step.record);
    else if (performance.now() - since > budget) return undefined;
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
 * The records that a write is about, each as it is in the write transaction of the moment. A long search is done before the
 * write, letting other work run: inside, it would hold up everybody.
 */
export function* findTargets(view: View, collection: CollectionMeta, target: Target) {
  const plan = planQuery(collection, { ...target, limited: target.limit > 0 });
  const matches = compileFilter(target.filter, target.variables);
  const search: Search = { plan, matches, sort: target.sort, skip: 0, limit: target.limit };
  if (view.isolated) {
    yield* searchSteps(view, collection, search);
    return;
  }
  let records = searchInside(view, collection, search, SLICE_MS);
  for (let tried = 0; records === undefined; tried++) {
    records =
      tried < MAX_SEARCHES
        ? yield* searchOutside(view, collection, search)
        : searchInside(view, collection, search, Infinity);
  }
  for (const record of records) {
    const stored = stillMatching(view, collection, record, search);
    if (stored !== undefined) yield stored;
    yield PAUSE;
  }
}

/** What the statements of a bulk did, as MongoDB's write commands answer it. */
function bulkReply({ counts, results, errors }: Progress): Doc {
  const upserted = results.length > 0 ? { upserted: results } : {};
  return { ...counts, ...upserted, ...(errors.length > 0 ? { writeErrors: errors } : {}), ok: 1 };
}

/**
 * Runs the statements of a bulk: successes stay, failures are listed; an ordered one ends with the first failure.
 *
 * @param counts what is counted, from 0
 */
export function runBulk<T>(
  context: CommandContext,
  statements: readonly T[],
  counts: Record<string, number>,
  run: (view: View, progress: Progress, statement: T, index: number) => WriteSteps<void> | void,
  replyOf = bulkReply,
): Promise<Doc> {
  const ordered = flag(context.command, 'ordered', true);
  return runWrite(context, function* (view, progress) {
    progress.counts = { ...counts, ...progress.counts };
    while (progress.next < statements.length) {
      const index = progress.next;
      try {
        yield* run(view, progress, statements[index]!, index) ?? [];
        progress.next++;
      } catch (error) {
        // Any failure ends a transaction.
        if (context.inTransaction || !(error instanceof CommandError)) throw error;
        progress.errors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
        progress.next = ordered ? statements.length : index + 1;
      }
      yield PAUSE;
    }
    return replyOf(progress);
  });
}
