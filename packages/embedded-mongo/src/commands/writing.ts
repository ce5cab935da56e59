import { randomUUID } from 'node:crypto';
import { CommandError } from '../errors.js';
import { compileFilter } from '../query/filter.js';
import { planQuery } from '../query/planner.js';
import { Breather, PAUSE } from '../query/pause.js';
import { type Search, searchNow, searchSteps, stillMatching } from '../query/scan.js';
import type { SortKeys } from '../query/sort.js';
import { type CommandContext, isJournaled } from '../server/context.js';
import type { CollectionMeta, IndexMeta } from '../storage/catalog.js';
import type { Database } from '../storage/database.js';
import type { Stored, View } from '../storage/view.js';
import type { Doc } from '../values/bson.js';

/** A collection's `_id` index. */
function idIndex(id: number): IndexMeta {
  return { id, name: '_id_', key: [['_id', 1]], unique: true, sparse: false, multikey: [false], cut: false };
}

/** The collection, made if it is not there. Inside `Database.write`. */
export function ensureCollection(db: Database, dbName: string, name: string): CollectionMeta {
  const existing = db.catalog.get(dbName, name);
  if (existing !== undefined) return existing;
  const id = db.catalog.allocateId();
  return db.catalog.put({
    id,
    db: dbName,
    name,
    uuid: randomUUID(),
    indexes: [idIndex(db.catalog.allocateId())],
  });
}

/**
 * Runs a write command: in its session's transaction, or in a write of its own, which answers a repeat of a retryable write
 * by the first reply and waits for the disk as the write concern asks.
 */
export async function runWrite(context: CommandContext, run: (view: View) => Doc): Promise<Doc> {
  const { services, session, view, inTransaction, command } = context;
  if (inTransaction) return run(view);
  const retryable = session?.number === undefined ? undefined : session;
  return services.db.write(() => {
    const previous = retryable === undefined ? undefined : services.sessions.previousReply(retryable);
    if (previous !== undefined) return previous;
    const reply = run(services.base);
    if (retryable !== undefined) services.sessions.keepReply(retryable, reply);
    return reply;
  }, isJournaled(command));
}

/** The collection that a write is to create if need be; a transaction's write creates it at once and for good. */
export async function collectionForWrite(context: CommandContext, name: string): Promise<void> {
  const { services, dbName, inTransaction } = context;
  if (!inTransaction || services.db.catalog.get(dbName, name) !== undefined) return;
  await services.db.write(() => ensureCollection(services.db, dbName, name), false);
}

/** What a write looks for. */
export interface Target {
  readonly filter: Doc;
  readonly sort: SortKeys;
  readonly limit: number;
  readonly variables?: Doc;
  readonly hint?: unknown;
}

function searchFor(collection: CollectionMeta, target: Target): Search {
  const plan = planQuery(collection, { ...target, limited: target.limit > 0 });
  const matches = compileFilter(target.filter, target.variables);
  return { plan, matches, sort: target.sort, skip: 0, limit: target.limit };
}

/**
 * Looks for a write's records before it begins, letting other work run meanwhile: inside the write, which nothing
 * interrupts, a long search would hold up everybody.
 *
 * @returns the records found; undefined where the search is a short one, or sees a transaction's own writes
 */
export async function searchAhead(
  context: CommandContext,
  name: string,
  target: Target,
): Promise<number[] | undefined> {
  const { services, dbName, inTransaction } = context;
  const collection = inTransaction ? undefined : services.db.catalog.get(dbName, name);
  if (collection === undefined) return undefined;
  const search = searchFor(collection, target);
  if (search.plan.kind === 'index' && search.plan.index.unique && search.plan.bounds.every((field) => field?.points)) {
    return undefined;
  }
  const breather = new Breather();
  const records: number[] = [];
  let isLong = false;
  for (const step of searchSteps(services.base, collection, search)) {
    if (step === PAUSE) {
      isLong = true;
      await breather.pause();
    } else records.push(step.record);
  }
  return isLong ? records : undefined;
}

/**
 * The records that a write is about.
 *
 * @param ahead what {@link searchAhead} found; looked at again, since others may have changed them
 */
export function findTargets(
  view: View,
  collection: CollectionMeta,
  target: Target,
  ahead?: readonly number[],
): Stored[] {
  const search = searchFor(collection, target);
  if (ahead === undefined) return searchNow(view, collection, search);
  const found = stillMatching(view, collection, ahead, search);
  // The one that was found is gone or changed: another may match.
  return ahead.length > 0 && found.length < Math.min(ahead.length, target.limit)
    ? searchNow(view, collection, search)
    : found;
}

/** The outcome of the items of a bulk write: successes stay, failures are listed. */
export class BulkOutcome {
  readonly errors: Doc[] = [];

  constructor(private readonly inTransaction: boolean) {}

  /**
   * Runs one item.
   *
   * @returns whether the bulk goes on
   * @throws CommandError in a transaction, which any failure ends
   */
  attempt(index: number, ordered: boolean, run: () => void): boolean {
    try {
      run();
      return true;
    } catch (error) {
      if (this.inTransaction || !(error instanceof CommandError)) throw error;
      this.errors.push({ index, code: error.code, errmsg: error.message, ...error.extra });
      return !ordered;
    }
  }

  /** The errors as part of a reply. */
  reply(): Doc {
    return this.errors.length > 0 ? { writeErrors: this.errors } : {};
  }
}
