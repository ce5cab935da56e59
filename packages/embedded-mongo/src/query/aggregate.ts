import { assert } from '../errors.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { Database } from '../storage/database.js';
import type { View } from '../storage/view.js';
import { type Doc, encode, isDocument } from '../values/bson.js';
import { asCommandError, checkExpression, compileFilter } from './filter.js';
import { rejectUnsupported } from './unsupported.js';
import { type KeyRange, planQuery } from './planner.js';
import { checkProjection } from './projection.js';
import { type Yielder, type DocSteps, flatMap, PAUSE, yielding } from './pause.js';
import { type PipelineContext, runStages, STAGE_NAMES, wholeNumber } from './pipeline.js';
import { isMatch, type ScanStats, type Search, searchSteps, storeOf } from './scan.js';
import { parseSort } from './sort.js';

/** Validates a pipeline and its nested pipelines. */
export function checkPipeline(pipeline: unknown): asserts pipeline is Doc[] {
  assert(Array.isArray(pipeline), 'TypeMismatch', "'pipeline' must be specified as an array");
  for (const stage of pipeline) {
    const [name, ...more] = isDocument(stage) ? Object.keys(stage) : [];
    const isOne = name !== undefined && more.length === 0;
    assert(isOne, 'FailedToParse', 'A pipeline stage specification object must contain exactly one field.');
    assert(name !== '$out', 'Location40601', `${name} can only be the final stage in the pipeline`);
    rejectUnsupported(name);
    assert(STAGE_NAMES.has(name), 'Location40324', `Unrecognized pipeline stage name: '${name}'`);
    const argument = (stage as Doc)[name];
    if (name === '$match') {
      assert(isDocument(argument), 'BadValue', 'the match filter must be an expression in an object');
      compileFilter(argument);
    } else if (name === '$lookup') {
      const { pipeline: inner, ...others } = isDocument(argument) ? argument : {};
      if (inner !== undefined) checkPipeline(inner);
      checkExpression(others);
    } else {
      checkExpression(argument);
      if (name === '$project' && isDocument(argument)) checkProjection(argument);
    }
  }
}

/** The collection and context of an aggregation. */
export interface AggregateSource {
  readonly view: View;
  readonly db: string;
  readonly collection: string;
  readonly variables: Doc;
  readonly hint?: unknown;
  readonly yielder: Yielder;
}

/** A pipeline split into an indexed search and the stages after it. */
export interface SplitPipeline {
  readonly collection: CollectionMeta | undefined;
  /** Undefined when the collection does not exist. */
  readonly search: Search | undefined;
  /** The filter of the search. */
  readonly filter: Doc;
  /** The stages after the search. */
  readonly rest: readonly Doc[];
}

/** Turns the leading `$match`, `$sort`, `$skip` and `$limit` of a pipeline into a search. @throws CommandError */
export function splitPipeline(source: AggregateSource, pipeline: readonly Doc[]): SplitPipeline {
  const rest = [...pipeline];
  const taken = (stage: string): unknown[] => (rest[0]?.[stage] === undefined ? [] : [rest.shift()![stage]]);
  const filters: unknown[] = [];
  for (; rest[0]?.['$match'] !== undefined;) filters.push(...taken('$match'));
  const [sort = []] = taken('$sort').map(parseSort);
  for (; rest[0]?.['$match'] !== undefined;) filters.push(...taken('$match'));
  const [skip = 0] = taken('$skip').map((count) => wholeNumber('$skip', count, 0));
  const [limit = 0] = taken('$limit').map((count) => wholeNumber('$limit', count, 1));
  const filter = (filters.length > 1 ? { $and: filters } : (filters[0] ?? {})) as Doc;
  const collection = source.view.db.catalog.get(source.db, source.collection);
  const matches = compileFilter(filter, source.variables);
  const plan = collection && planQuery(collection, { filter, sort, limited: limit > 0, hint: source.hint });
  return { collection, search: plan && { plan, matches, sort, skip, limit }, filter, rest };
}

function* pipelineSteps(source: AggregateSource, split: SplitPipeline, stats?: ScanStats): DocSteps {
  const { collection, search } = split;
  // A filter that follows a limit selects records, too: they are decoded only if it finds them.
  const [{ $match: filter } = {}, ...others] = split.rest;
  const rest = filter === undefined ? split.rest : others;
  const matches = compileFilter((filter ?? {}) as Doc, source.variables);
  const found = search === undefined ? [] : searchSteps(source.view, collection!, search, stats);
  const read: PipelineContext['read'] = (name, stages, inner) => {
    const there = { ...source, collection: name, hint: undefined, variables: { ...source.variables, ...inner } };
    return pipelineSteps(there, splitPipeline(there, stages));
  };
  yield* runStages(
    flatMap(found, (record) => (isMatch(matches, record) ? [record.doc] : [])),
    rest,
    { variables: source.variables, read },
  );
}

/** The group of a driver's countDocuments: `{ _id: constant, n: { $sum: 1 } }`. */
function countGroup(rest: readonly Doc[]): { id: unknown; field: string } | undefined {
  const group = rest.length === 1 ? rest[0]!['$group'] : undefined;
  if (!isDocument(group)) return undefined;
  const [field, ...more] = Object.keys(group).filter((name) => name !== '_id');
  const { _id: id } = group;
  const sum = field === undefined ? undefined : group[field];
  const isCount = more.length === 0 && isDocument(sum) && Object.keys(sum).length === 1 && sum['$sum'] === 1;
  return isCount && (id === null || typeof id === 'number') ? { id, field: field! } : undefined;
}

/** Runs a pipeline and yields its documents as BSON bytes, letting other work run in between. */
export async function* aggregate(
  source: AggregateSource,
  pipeline: readonly Doc[],
  stats?: ScanStats,
): AsyncGenerator<Buffer> {
  const { view, yielder } = source;
  const split = splitPipeline(source, pipeline);
  const { collection, search, rest } = split;
  const count = countGroup(rest);
  if (search !== undefined && count !== undefined) {
    const total = await countMatches(view, collection!, search, yielder, stats);
    if (total > 0) yield encode({ _id: count.id, [count.field]: total });
  } else if (search !== undefined && rest.length === 0) {
    for await (const { bytes } of yielding(searchSteps(view, collection!, search, stats), yielder)) yield bytes;
  } else {
    try {
      for await (const doc of yielding(pipelineSteps(source, split, stats), yielder)) yield encode(doc);
    } catch (error) {
      throw asCommandError(error);
    }
  }
}

const FIRST_COUNTED = 64;

/** Counts the keys of a range up to `most`, in growing steps: lmdb's own count ignores a limit. */
function countKeys(store: Database['index'], { start, end }: KeyRange, most: number): number {
  for (let count = 0; ;) {
    const step = Math.min(most - count, Math.max(count, FIRST_COUNTED));
    const [last] = step > 0 ? store.getKeys({ start, end, offset: step - 1, limit: 1 }) : [];
    if (last === undefined) return step > 0 ? count + store.getKeysCount({ start, end }) : count;
    count += step;
    start = Buffer.concat([last, Buffer.from([0])]);
  }
}

/** Counts a search's matches, from the index keys alone where they suffice. */
export async function countMatches(
  view: View,
  collection: CollectionMeta,
  search: Search,
  yielder: Yielder,
  stats: ScanStats = { keys: 0, docs: 0 },
): Promise<number> {
  const { plan, skip, limit } = search;
  const [{ index, ranges, exact, distinct }, ...others] = plan.scans;
  const isCount = exact && others.length === 0 && !view.isolated;
  if (isCount && distinct) {
    const end = limit > 0 ? skip + limit : Infinity;
    const total = ranges.reduce((sum, range) => sum + countKeys(storeOf(view.db, index), range, end - sum), 0);
    if (index !== undefined) stats.keys += total;
    return Math.max(0, total - skip);
  }
  let count = 0;
  for (const step of searchSteps(view, collection, { ...search, sort: [], isCount }, stats)) {
    if (step === PAUSE) await yielder.pause();
    else count++;
  }
  return count;
}
