import { CommandError } from '../errors.js';
import type { CollectionMeta, IndexMeta } from '../storage/catalog.js';
import { recordsEnd, recordsStart } from '../storage/keys.js';
import { type Doc, isDocument } from '../values/bson.js';
import { valuesEqual } from '../values/compare.js';
import { boundsOf, descending, type FieldBounds, intersect, type Interval } from './bounds.js';
import { type Conjunction, conjunctionOf, implies, type PathCondition } from './conditions.js';
import type { SortKeys } from './sort.js';

/** A range of index keys to read, `start` included, `end` not. */
export interface KeyRange extends Interval {
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
  /** Of the index's first fields. */
  readonly bounds: readonly FieldBounds[];
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
/** What a plan that finds one record for each of its ranges is better by than any that may find more. */
const UNIQUE = 10;

/** The bounds of one field, from the conditions on its path. */
function fieldBounds(index: IndexMeta, field: number, conditions: readonly PathCondition[]): FieldBounds | undefined {
  const usable = conditions
    .filter(({ path }) => path === index.key[field]![0])
    .flatMap((condition) => boundsOf(condition, index.key.length) ?? []);
  const best = usable.find(({ points }) => points) ?? usable[0];
  if (best === undefined || !index.multikey[field]) return best && usable.reduce(intersect);
  // Different elements of an array may satisfy different conditions: only those of one $elemMatch narrow each other.
  return best.group === undefined ? best : usable.filter(({ group }) => group === best.group).reduce(intersect);
}

/** The bounds of an index's first fields, as far as they narrow what is read. */
function allBounds(index: IndexMeta, conditions: readonly PathCondition[]): FieldBounds[] {
  const result: FieldBounds[] = [];
  const rootsWithArrays = new Set<string>();
  const rootsBounded = new Set<string>();
  let combinations = 1;
  for (const [i, [path]] of index.key.entries()) {
    const root = path.split('.', 1)[0]!;
    // Two paths into one array hold for one element in an entry, but may hold for different elements in the filter.
    if ((index.multikey[i] && rootsBounded.has(root)) || rootsWithArrays.has(root)) break;
    const bounds = fieldBounds(index, i, conditions);
    if (bounds === undefined || combinations * bounds.intervals.length > MAX_RANGES) break;
    combinations *= Math.max(1, bounds.intervals.length);
    rootsBounded.add(root);
    if (index.multikey[i]) rootsWithArrays.add(root);
    result.push(bounds);
    if (!bounds.points) break;
  }
  return result;
}

/** How an index gives a sort: whether it is read backwards, and its first field that orders. */
interface Order {
  readonly reverse: boolean;
  readonly from: number;
}

/** Whether the index gives the sort, and how. */
function orderOf(index: IndexMeta, bounds: readonly FieldBounds[], sort: SortKeys): Order | undefined {
  const isPoints = (i: number): boolean => bounds[i]?.points === true;
  const isConstant = (i: number): boolean => isPoints(i) && bounds[i]!.intervals.length === 1;
  const constants = new Set(index.key.filter((_, i) => isConstant(i) && !index.multikey[i]).map(([path]) => path));
  let reverse: boolean | undefined;
  let from: number | undefined;
  let i = 0;
  for (const [path, direction] of sort.filter(([name]) => !constants.has(name))) {
    while (index.key[i]?.[0] !== path && (isConstant(i) || (from === undefined && isPoints(i)))) i++;
    const field = index.key[i];
    if (field?.[0] !== path || index.multikey[i]) return undefined;
    const backwards = field[1] !== direction;
    if (backwards !== (reverse ??= backwards)) return undefined;
    from ??= i;
    i++;
  }
  return { reverse: reverse ?? false, from: from ?? 0 };
}

function rangesOf(index: IndexMeta, bounds: readonly FieldBounds[], orderField: number): KeyRange[] {
  let ranges: KeyRange[] = [{ start: recordsStart(index.id), end: recordsEnd(index.id), orderFrom: 4 }];
  for (const [i, field] of bounds.entries()) {
    const intervals = index.key[i]![1] === 1 ? field.intervals : descending(field);
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

/** What is asked of an index: conditions, which may not be all that the filter demands, and an order. */
interface Demand extends Pick<Conjunction, 'conditions' | 'complete'>, Pick<PlanRequest, 'sort' | 'limited'> {
  /** Whether an index is to be used even where it is of no use. */
  readonly hinted: boolean;
}

function planOf(index: IndexMeta, { conditions, complete, sort, limited, hinted }: Demand): IndexPlan | undefined {
  if (index.partial !== undefined && !implies(conditions, index.partial)) return undefined;
  const bounds = allBounds(index, conditions);
  const leavesOutNull = bounds.some((field) => field.intervals.every(({ start }) => start.compare(NOT_NULL) >= 0));
  if (index.sparse && !leavesOutNull) return undefined;

  const order = sort.length > 0 && !index.cut ? orderOf(index, bounds, sort) : undefined;
  const merge = order !== undefined && bounds.slice(0, order.from).some(({ intervals }) => intervals.length > 1);
  const ranges = bounds.reduce((product, { intervals }) => product * intervals.length, 1);
  const ordered = order !== undefined && (!merge || ranges <= MAX_MERGED_RANGES);
  const plain = !index.cut && !index.multikey.some(Boolean);
  const covered = bounds.reduce((sum, field) => sum + field.conditions, 0);

  let score = 0;
  for (const { points, intervals } of bounds) score += !points ? 0.7 : intervals.length > 1 ? 0.9 : 1;
  if (index.unique && bounds.length === index.key.length && bounds.every(({ points }) => points)) score += UNIQUE;
  if (ordered) score += limited ? 1.1 : 0.95;
  if (score === 0 && !hinted) return undefined;
  return {
    kind: 'index',
    index,
    reverse: ordered && order.reverse,
    sorted: ordered || sort.length === 0,
    merge: merge && ordered,
    exact: complete && plain && bounds.every(({ exact }) => exact) && covered === conditions.length,
    bounds,
    score,
    ranges: rangesOf(index, bounds, order?.from ?? 0),
  };
}

/** The best plan with one of some indexes. */
function bestOf(indexes: readonly IndexMeta[], demand: Demand): IndexPlan | undefined {
  let best: IndexPlan | undefined;
  for (const index of indexes) {
    const plan = planOf(index, demand);
    if (plan === undefined) continue;
    // One record at most: no other index finds fewer.
    if (plan.score >= UNIQUE && plan.ranges.length === 1) return plan;
    if (best === undefined || plan.score > best.score) best = plan;
  }
  return best;
}

/**
 * Chooses how to find a filter's candidates. Whatever the plan, the filter is tested on each candidate.
 *
 * @throws CommandError when a hint names no usable index
 */
export function planQuery(collection: CollectionMeta, { filter, sort, limited, hint }: PlanRequest): Plan {
  const sorted = sort.length === 0 || sort[0]![0] === '$natural';
  const scan = (direction: unknown): Plan => ({ kind: 'scan', reverse: Number(direction) < 0, sorted });
  if (sort[0]?.[0] === '$natural') return scan(sort[0][1]);
  if (isDocument(hint) && Object.hasOwn(hint, '$natural')) return scan(hint['$natural']);

  const { alternatives, ...all } = conjunctionOf(filter);
  const demand = { ...all, sort, limited, hinted: false };
  const indexes = collection.indexes.filter(({ building }) => !building);
  if (hint !== undefined && !valuesEqual(hint, {})) {
    const named = indexes.filter(({ name, key }) => name === hint || valuesEqual(Object.fromEntries(key), hint));
    const plan = bestOf(named, { ...demand, hinted: true });
    if (plan !== undefined) return plan;
    throw new CommandError('BadValue', 'hint provided does not correspond to an existing index that can answer this');
  }
  const best = bestOf(indexes, demand);
  if (best !== undefined && best.bounds.length > 0) return best;
  for (const branches of alternatives) {
    const plans = branches.map((branch) => {
      const conditions = [...all.conditions, ...conjunctionOf(branch).conditions];
      return bestOf(indexes, { ...demand, conditions, complete: false, sort: [] });
    });
    if (plans.every((plan) => plan !== undefined)) return { kind: 'union', plans, sorted };
  }
  return best ?? scan(1);
}
