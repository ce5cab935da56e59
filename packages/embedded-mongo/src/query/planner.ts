import { CommandError } from '../errors.js';
import type { CollectionMeta, IndexMeta } from '../storage/catalog.js';
import { recordsStart } from '../storage/keys.js';
import { type Doc, isDocument } from '../values/bson.js';
import { valuesEqual } from '../values/compare.js';
import { pastPrefix } from '../values/index-key.js';
import { boundsOf, type FieldBounds, intersect, inverted } from './bounds.js';
import { conjunctionOf, implies, type PathCondition } from './conditions.js';
import type { SortKeys } from './sort.js';

/** A range of index keys to read, `start` included, `end` not. */
export interface KeyRange {
  readonly start: Buffer;
  readonly end: Buffer;
  /** Bytes of a key before the part that the asked-for order compares. */
  readonly orderFrom: number;
}

/** A plan that reads one index. */
export interface IndexPlan {
  readonly kind: 'index';
  readonly index: IndexMeta;
  /** Ascending, disjoint. */
  readonly ranges: readonly KeyRange[];
  readonly reverse: boolean;
  /** The order comes from the index; with `merge` by interleaving the ranges. */
  readonly sorted: boolean;
  readonly merge: boolean;
  /** Whether the index entries alone decide the filter, each record having one. */
  readonly exact: boolean;
  readonly bounds: readonly (FieldBounds | undefined)[];
  readonly score: number;
}

/** How to find a filter's candidates. */
export type Plan =
  | { readonly kind: 'scan'; readonly reverse: boolean; readonly sorted: boolean }
  | IndexPlan
  | { readonly kind: 'union'; readonly plans: readonly IndexPlan[]; readonly sorted: boolean };

/** What a plan is for. */
export interface PlanRequest {
  readonly filter: Doc;
  readonly sort: SortKeys;
  readonly limited: boolean;
  readonly hint?: unknown;
}

const MAX_RANGES = 1000;
const MAX_MERGED_RANGES = 200;
const NOT_NULL = Buffer.from([4]);

const rootOf = (path: string): string => path.split('.', 1)[0]!;

/** The bounds of one field, from the conditions on its path. */
function fieldBounds(
  index: IndexMeta,
  position: number,
  conditions: readonly PathCondition[],
): FieldBounds | undefined {
  const path = index.key[position]![0];
  const usable = conditions
    .filter((condition) => condition.path === path)
    .map((condition) => ({ condition, bounds: boundsOf(condition, index.key.length) }))
    .filter((entry): entry is { condition: PathCondition; bounds: FieldBounds } => entry.bounds !== undefined);
  if (usable.length === 0) return undefined;
  if (!index.multikey[position]) return usable.map(({ bounds }) => bounds).reduce(intersect);
  // Different elements of an array may satisfy different conditions: only those of one $elemMatch narrow each other.
  const best = usable.reduce((a, b) => (b.bounds.points && !a.bounds.points ? b : a));
  const group = best.condition.group;
  if (group === undefined) return { ...best.bounds, exact: false };
  const together = usable.filter(({ condition }) => condition.group === group).map(({ bounds }) => bounds);
  return { ...together.reduce(intersect), exact: false };
}

function allBounds(index: IndexMeta, conditions: readonly PathCondition[]): (FieldBounds | undefined)[] {
  const result: (FieldBounds | undefined)[] = [];
  const rootsWithArrays = new Set<string>();
  const rootsBounded = new Set<string>();
  let combinations = 1;
  for (const [i, [path]] of index.key.entries()) {
    const root = rootOf(path);
    const multikey = index.multikey[i] ?? false;
    // Two paths into one array hold for one element in an entry, but may hold for different elements in the filter.
    const shared = (multikey && rootsBounded.has(root)) || rootsWithArrays.has(root);
    const bounds = shared ? undefined : fieldBounds(index, i, conditions);
    if (bounds === undefined || combinations * bounds.intervals.length > MAX_RANGES) break;
    combinations *= Math.max(1, bounds.intervals.length);
    rootsBounded.add(root);
    if (multikey) rootsWithArrays.add(root);
    result.push(bounds);
    if (!bounds.points) break;
  }
  return result;
}

/** Whether the index gives the sort: the direction to read in, and the first field that orders. */
function orderOf(
  index: IndexMeta,
  bounds: readonly (FieldBounds | undefined)[],
  sort: SortKeys,
): { reverse: boolean; from: number } | undefined {
  if (index.cut) return undefined;
  const isConstant = (i: number): boolean => bounds[i]?.points === true && bounds[i].intervals.length === 1;
  const isPoints = (i: number): boolean => bounds[i]?.points === true;
  const constantPaths = new Set(index.key.filter((_, i) => isConstant(i) && !index.multikey[i]).map(([path]) => path));
  let reverse: boolean | undefined;
  let from: number | undefined;
  let i = 0;
  for (const [path, direction] of sort) {
    if (constantPaths.has(path)) continue;
    while (i < index.key.length && index.key[i]![0] !== path && (isConstant(i) || (from === undefined && isPoints(i))))
      i++;
    const field = index.key[i];
    if (field === undefined || field[0] !== path || index.multikey[i]) return undefined;
    const backwards = field[1] !== direction;
    if (reverse !== undefined && reverse !== backwards) return undefined;
    reverse = backwards;
    from ??= i;
    i++;
  }
  return { reverse: reverse ?? false, from: from ?? 0 };
}

function rangesOf(index: IndexMeta, bounds: readonly (FieldBounds | undefined)[], orderField: number): KeyRange[] {
  const prefix = recordsStart(index.id);
  let ranges: KeyRange[] = [{ start: prefix, end: pastPrefix(prefix), orderFrom: 4 }];
  for (const [i, field] of bounds.entries()) {
    if (field === undefined) break;
    const intervals = index.key[i]![1] === 1 ? field.intervals : inverted(field);
    // All fields before this one are points, so a range's start is the full prefix of its keys.
    ranges = ranges.flatMap((range) =>
      intervals.map(({ start, end }) => ({
        start: Buffer.concat([range.start, start]),
        end: Buffer.concat([range.start, end]),
        orderFrom: i < orderField ? range.start.length + start.length : range.orderFrom,
      })),
    );
  }
  return ranges;
}

/** A plan before it is chosen: its ranges are not laid out yet. */
type Draft = Omit<IndexPlan, 'ranges'> & { readonly orderField: number };

function finished({ orderField, ...plan }: Draft): IndexPlan {
  return { ...plan, ranges: rangesOf(plan.index, plan.bounds, orderField) };
}

function bestOf<P extends Pick<Draft, 'score'>>(plans: readonly P[]): P | undefined {
  return plans.reduce<P | undefined>((a, b) => (a === undefined || b.score > a.score ? b : a), undefined);
}

function draftPlan(
  index: IndexMeta,
  conditions: readonly PathCondition[],
  complete: boolean,
  request: PlanRequest,
): Draft | undefined {
  if (index.partial !== undefined && !implies(conditions, index.partial)) return undefined;
  const bounds = allBounds(index, conditions);
  const bounded = bounds.length;
  const leavesOutNull = bounds.some((field) =>
    field?.intervals.every(({ start }) => Buffer.compare(start, NOT_NULL) >= 0),
  );
  if (index.sparse && !leavesOutNull) return undefined;

  const order = request.sort.length > 0 ? orderOf(index, bounds, request.sort) : undefined;
  const spread = bounds.slice(0, order?.from ?? 0).some((field) => field!.intervals.length > 1);
  const ranges = bounds.reduce((product, field) => product * field!.intervals.length, 1);
  const merge = spread && ranges > 1;
  const ordered = order !== undefined && (!merge || ranges <= MAX_MERGED_RANGES);
  const used = index.key.slice(0, bounded).map(([path]) => path);
  const exact =
    complete &&
    !index.cut &&
    !index.multikey.some(Boolean) &&
    bounds.every((field) => field?.exact === true) &&
    conditions.every(
      (condition) => used.includes(condition.path) && boundsOf(condition, index.key.length) !== undefined,
    );

  let score = 0;
  for (const field of bounds) score += !field!.points ? 0.7 : field!.intervals.length > 1 ? 0.9 : 1;
  if (index.unique && bounded === index.key.length && bounds.every((field) => field?.points)) score += 10;
  if (ordered) score += request.limited ? 1.1 : 0.95;
  return {
    kind: 'index',
    index,
    orderField: order?.from ?? 0,
    reverse: ordered && order.reverse,
    sorted: ordered || request.sort.length === 0,
    merge: merge && ordered,
    exact,
    bounds,
    score,
  };
}

function hinted(usable: readonly IndexMeta[], hint: unknown): IndexMeta | 'forward' | 'backward' | undefined {
  if (hint === undefined || (isDocument(hint) && Object.keys(hint).length === 0)) return undefined;
  if (isDocument(hint) && Object.hasOwn(hint, '$natural')) return Number(hint['$natural']) < 0 ? 'backward' : 'forward';
  const found = usable.find(
    ({ name, key }) => name === hint || (isDocument(hint) && valuesEqual(Object.fromEntries(key), hint)),
  );
  if (found === undefined) {
    throw new CommandError(
      'BadValue',
      'error processing query: hint provided does not correspond to an existing index',
    );
  }
  return found;
}

/** Whether the sort is the collection's own order. */
function naturalOrder(sort: SortKeys): 1 | -1 | undefined {
  return sort.length === 1 && sort[0]![0] === '$natural' ? sort[0]![1] : undefined;
}

/**
 * Chooses how to find a filter's candidates. Whatever the plan, the filter is tested on each candidate.
 *
 * @throws CommandError when a hint names no usable index
 */
export function planQuery(collection: CollectionMeta, request: PlanRequest): Plan {
  const natural = naturalOrder(request.sort);
  if (natural !== undefined) return { kind: 'scan', reverse: natural === -1, sorted: true };
  const scan: Plan = { kind: 'scan', reverse: false, sorted: request.sort.length === 0 };
  const usable = collection.indexes.filter(({ building }) => !building);
  const hint = hinted(usable, request.hint);
  if (hint === 'forward' || hint === 'backward') return { ...scan, reverse: hint === 'backward' };

  const { conditions, alternatives, complete } = conjunctionOf(request.filter);
  if (hint !== undefined) {
    const plan = draftPlan(hint, conditions, complete, request);
    if (plan === undefined)
      throw new CommandError('BadValue', `the hinted index ${hint.name} cannot answer this query`);
    return finished(plan);
  }
  const plans = usable
    .map((index) => draftPlan(index, conditions, complete, request))
    .filter((plan): plan is Draft => plan !== undefined && plan.score > 0);
  const best = bestOf(plans);
  if (best !== undefined && best.bounds.length > 0) return finished(best);
  return unionPlan(usable, conditions, alternatives, request) ?? (best === undefined ? scan : finished(best));
}

/** One index plan for each branch of an `$or`, if every branch has one. */
function unionPlan(
  usable: readonly IndexMeta[],
  conditions: readonly PathCondition[],
  alternatives: readonly (readonly Doc[])[],
  request: PlanRequest,
): Plan | undefined {
  for (const branches of alternatives) {
    const plans = branches.map((branch) => {
      const inner = conjunctionOf(branch);
      const drafts = usable
        .map((index) => draftPlan(index, [...conditions, ...inner.conditions], false, { ...request, sort: [] }))
        .filter((plan): plan is Draft => plan !== undefined && plan.bounds.length > 0);
      return bestOf(drafts);
    });
    if (plans.every((plan): plan is Draft => plan !== undefined)) {
      return { kind: 'union', plans: plans.map(finished), sorted: request.sort.length === 0 };
    }
  }
  return undefined;
}
