import { demand } from '../errors.js';
import type { CollectionMeta } from '../storage/catalog.js';
import type { View } from '../storage/view.js';
import { type Doc, encode, isDocument } from '../values/bson.js';
import { asCommandError, checkExpression, compileFilter } from './filter.js';
import { refuseNotDone } from './not-done.js';
import { planQuery } from './planner.js';
import { checkProjection } from './projection.js';
import { type Breather, type DocSteps, each, gently } from './pause.js';
import { type PipelineContext, runStages, STAGE_NAMES, wholeNumber } from './pipeline.js';
import { type ScanStats, type Search, searchSteps } from './scan.js';
import { parseSort, type SortKeys } from './sort.js';

/** Refuses what a pipeline may not hold, nested pipelines included. */
export function checkPipeline(pipeline: unknown): asserts pipeline is Doc[] {
  demand(Array.isArray(pipeline), 'TypeMismatch', "'pipeline' must be specified as an array");
  for (const stage of pipeline) {
    const [name, ...more] = isDocument(stage) ? Object.keys(stage) : [];
    const isOne = name !== undefined && more.length === 0;
    demand(isOne, 'FailedToParse', 'A pipeline stage specification object must contain exactly one field.');
    const isOutput = name === '$out' || name === '$merge';
    demand(!isOutput, 'Location40601', `${name} can only be the final stage in the pipeline`);
    refuseNotDone(name);
    demand(STAGE_NAMES.has(name), 'Location40324', `Unrecognized pipeline stage name: '${name}'`);
    const argument = (stage as Doc)[name];
    if (name === '$match') {
      demand(isDocument(argument), 'BadValue', 'the match filter must be an expression in an object');
      compileFilter(argument);
    } else if (name === '$facet' && isDocument(argument)) {
      Object.values(argument).forEach((inner) => checkPipeline(inner));
    } else if (name === '$lookup' || name === '$unionWith') {
      const { pipeline: inner, ...others } = isDocument(argument) ? argument : {};
      if (inner !== undefined) checkPipeline(inner);
      checkExpression(others);
    } else {
      checkExpression(argument);
      if (name === '$project' && isDocument(argument)) checkProjection(argument);
    }
  }
}

/** A pipeline whose beginning a search of the collection can do. */
export interface SplitPipeline {
  readonly filter: Doc;
  readonly sort: SortKeys;
  readonly skip: number;
  readonly limit: number;
  readonly rest: readonly Doc[];
}

/** Takes the leading `$match`, `$sort`, `$skip` and `$limit` off a pipeline. */
export function splitPipeline(pipeline: readonly Doc[]): SplitPipeline {
  const filters: Doc[] = [];
  let sort: SortKeys = [];
  let skip = 0;
  let limit = 0;
  let at = 0;
  for (; pipeline[at]?.['$match'] !== undefined; at++) filters.push(pipeline[at]!['$match'] as Doc);
  if (pipeline[at]?.['$sort'] !== undefined) sort = parseSort(pipeline[at++]!['$sort']);
  for (; pipeline[at]?.['$match'] !== undefined; at++) filters.push(pipeline[at]!['$match'] as Doc);
  if (pipeline[at]?.['$skip'] !== undefined) skip = wholeNumber('$skip', pipeline[at++]!['$skip'], 0);
  if (pipeline[at]?.['$limit'] !== undefined) limit = wholeNumber('$limit', pipeline[at++]!['$limit'], 1);
  const filter = filters.length === 1 ? filters[0]! : filters.length === 0 ? {} : { $and: filters };
  return { filter, sort, skip, limit, rest: pipeline.slice(at) };
}

/** Where an aggregation runs. */
export interface AggregateSource {
  readonly view: View;
  readonly db: string;
  readonly collection: string;
  readonly variables: Doc;
  readonly hint?: unknown;
  readonly breather: Breather;
}

/** The search that does a pipeline's beginning; undefined when there is no such collection. */
export function pipelineSearch(source: AggregateSource, split: SplitPipeline): Search | undefined {
  const { filter, sort, skip, limit } = split;
  const meta = metaOf(source);
  if (meta === undefined) return undefined;
  const plan = planQuery(meta, { filter, sort, limited: limit > 0, hint: source.hint });
  return { plan, matches: compileFilter(filter, source.variables), sort, skip, limit };
}

const metaOf = ({ view, db, collection }: AggregateSource): CollectionMeta | undefined =>
  view.db.catalog.get(db, collection);

/** Runs a pipeline in steps. */
function* pipelineSteps(source: AggregateSource, pipeline: readonly Doc[], stats?: ScanStats): DocSteps {
  const { view, variables } = source;
  const split = splitPipeline(pipeline);
  const request = pipelineSearch(source, split);
  const found = request === undefined ? [] : searchSteps(view, metaOf(source)!, request, stats);
  const docs = each(found, ({ doc }) => [doc]);
  const read: PipelineContext['read'] = (collection, stages, inner) =>
    pipelineSteps({ ...source, collection, hint: undefined, variables: { ...variables, ...inner } }, stages);
  yield* split.rest.length === 0 ? docs : runStages(docs, split.rest, { variables, read });
}

/** The single group that a driver's countDocuments asks for: `{ _id: constant, n: { $sum: 1 } }`. */
function countGroup(rest: readonly Doc[]): { id: unknown; field: string } | undefined {
  const group = rest.length === 1 ? rest[0]!['$group'] : undefined;
  if (!isDocument(group)) return undefined;
  const [field, ...more] = Object.keys(group).filter((name) => name !== '_id');
  const { _id: id } = group;
  const sum = field === undefined ? undefined : group[field];
  const isCount = more.length === 0 && isDocument(sum) && Object.keys(sum).length === 1 && sum['$sum'] === 1;
  return isCount && (id === null || typeof id === 'number') ? { id, field: field! } : undefined;
}

/** Runs a pipeline, giving the documents as BSON bytes and letting other work run in between. */
export async function* aggregate(
  source: AggregateSource,
  pipeline: readonly Doc[],
  stats?: ScanStats,
): AsyncGenerator<Buffer> {
  const { view, breather } = source;
  const split = splitPipeline(pipeline);
  const request = pipelineSearch(source, split);
  const count = countGroup(split.rest);
  if (request !== undefined && count !== undefined) {
    const total = await countMatches(view, metaOf(source)!, request, split.filter, breather, stats);
    if (total > 0) yield encode({ _id: count.id, [count.field]: total });
  } else if (request !== undefined && split.rest.length === 0) {
    for await (const { bytes } of gently(searchSteps(view, metaOf(source)!, request, stats), breather)) yield bytes;
  } else {
    try {
      for await (const doc of gently(pipelineSteps(source, pipeline, stats), breather)) yield encode(doc);
    } catch (error) {
      throw asCommandError(error);
    }
  }
}

/** Counts a search's matches: from the index alone where that is exact. */
export async function countMatches(
  view: View,
  collection: CollectionMeta,
  request: Search,
  filter: Doc,
  breather: Breather,
  stats: ScanStats = { keys: 0, docs: 0 },
): Promise<number> {
  const { plan, skip, limit } = request;
  let total: number | undefined;
  if (!view.isolated) {
    if (Object.keys(filter).length === 0 && plan.kind === 'scan') total = view.db.countAll(collection);
    else if (plan.kind === 'index' && plan.exact) {
      total = plan.ranges.reduce((sum, range) => sum + view.db.index.getKeysCount(range), 0);
      stats.keys += total;
    }
  }
  if (total !== undefined) {
    const after = Math.max(0, total - skip);
    return limit > 0 ? Math.min(limit, after) : after;
  }
  let count = 0;
  const matches = gently(searchSteps(view, collection, { ...request, sort: [] }, stats), breather);
  while (!(await matches.next()).done) count++;
  return count;
}
