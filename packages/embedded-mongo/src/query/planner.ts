import { CommandError } from '../errors.js';
import type { CollectionMeta, IndexMeta } from '../storage/catalog.js';
import { rangeOf } from '../storage/keys.js';
import { type Doc, isDocument } from '../values/bson.js';
import { valuesEqual } from '../values/compare.js';
import {
  allBounds,
  type Conjunction,
  conjunctionOf,
  descending,
  type FieldBounds,
  implies,
  isOrdinary,
} from './conditions.js';
import type { SortKeys } from './sort.js';

/** A key range, `start` inclusive, `end` exclusive. */
export interface KeyRange {
  readonly start: Buffer;
  readonly end: Buffer;
  /** Length of the key prefix before the fields that order the result. */
  readonly orderFrom: number;
}

/** A scan of an index or of a collection's records. */
export interface Scan {
  /** Undefined for a scan of records. */
  readonly index?: IndexMeta;
  /** Ascending and disjoint. */
  readonly ranges: readonly KeyRange[];
  readonly reverse: boolean;
  /** Whether the ranges are merged in sort order. */
  readonly merge: boolean;
  /** Whether the ranges' keys are sorted by what follows the value of their last bounded field. */
  readonly keySorted: boolean;
  /** Whether the keys alone decide the filter. */
  readonly exact: boolean;
  /** Whether a record has one key in the ranges at most. */
  readonly distinct: boolean;
}

/** How to find a filter's candidates: one or more scans in sequence. */
export interface Plan {
  readonly scans: readonly [Scan, ...Scan[]];
  /** Whether the scans return records in the requested order. */
  readonly sorted: boolean;
}

/** A candidate index scan; its ranges are made when it is chosen. */
interface Candidate extends Omit<Scan, 'ranges'> {
  readonly index: IndexMeta;
  readonly sorted: boolean;
  /** Bounds of the index's leading fields. */
  readonly bounds: readonly FieldBounds[];
  /** The first field that orders the result. */
  readonly orderField: number;
  readonly rangeCount: number;
  readonly score: number;
}

type IndexScan = Candidate & Scan;

/** The query to plan. */
export interface PlanRequest {
  readonly filter: Doc;
  readonly sort: SortKeys;
  readonly limited: boolean;
  readonly hint?: unknown;
}

const MAX_MERGED_RANGES = 200;
const NOT_NULL = Buffer.from([4]);
/** Score bonus of a plan with at most one record per range. */
const UNIQUE = 10;
/**
 * Scores of an index field by its bounds, and of a sort. What narrows the scan outweighs a sort, except a range that is open at one
 * end: it may contain nearly everything, and a limited scan in order ends early.
 */
const SCORE = { point: 1, points: 0.9, range: 0.7, limitedSort: 0.65, halfOpenRange: 0.6, sort: 0.5 };

function scoreOf({ points, intervals, conditions }: FieldBounds): number {
  if (points) return intervals.length > 1 ? SCORE.points : SCORE.point;
  const isHalfOpen = conditions.length === 1 && /^\$[gl]te?$/.test(conditions[0]!.operator);
  return isHalfOpen ? SCORE.halfOpenRange : SCORE.range;
}

/** How an index provides a sort: its direction, and the first ordering field. */
interface Order {
  readonly reverse: boolean;
  readonly from: number;
}

/** How the index provides the sort; undefined when it does not. */
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

/** Whether a field is bound to one ordinary value: a document has at most one such key, also if the field is an array. */
function isEquality(field: FieldBounds | undefined): boolean {
  return (
    field?.conditions.length === 1 &&
    field.conditions.every(({ operator, value }) => operator === '$eq' && isOrdinary(value))
  );
}

/** Whether a field is bound to texts with one beginning. */
const isPrefix = (field: FieldBounds | undefined): boolean =>
  field?.conditions.length === 1 && field.conditions[0]!.operator === '$regex';

/**
 * How the keys of ranges of texts can be sorted although the ranges are not in order: the sort is by the fields behind these texts.
 * Undefined when it is not.
 */
function keyOrderOf(index: IndexMeta, bounds: readonly FieldBounds[], sort: SortKeys): Order | undefined {
  const from = bounds.length;
  const [, last] = index.key[from - 1] ?? [];
  if (last !== 1 || !isPrefix(bounds.at(-1)) || index.key.length !== from + sort.length) return undefined;
  const directions = sort.map(([path, direction], i) => {
    const field = index.key[from + i];
    return field?.[0] === path && !index.multikey[from + i] ? field[1] * direction : 0;
  });
  const [first = 0] = directions;
  return first !== 0 && new Set(directions).size === 1 ? { reverse: first === -1, from: from - 1 } : undefined;
}

/** All keys of an index or collection. */
const fullRange = (id: number): KeyRange => ({ ...rangeOf(id), orderFrom: 4 });

function rangesOf(index: IndexMeta, bounds: readonly FieldBounds[], orderField: number): KeyRange[] {
  let ranges: KeyRange[] = [fullRange(index.id)];
  for (const [i, field] of bounds.entries()) {
    const intervals = index.key[i]![1] === 1 ? field.intervals : descending(field);
    // All fields before this one are points, so a range's start is its complete key prefix.
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

/** The conditions (possibly not the whole filter) and order to serve. */
interface ScanRequest extends Pick<Conjunction, 'conditions' | 'complete'>, Pick<PlanRequest, 'sort' | 'limited'> {
  /** Whether to use the index even if it narrows nothing. */
  readonly hinted: boolean;
}

function planOf(index: IndexMeta, { conditions, complete, sort, limited, hinted }: ScanRequest): Candidate | undefined {
  if (index.partial !== undefined && !implies(conditions, index.partial)) return undefined;
  const bounds = allBounds(index, conditions);
  const leavesOutNull = bounds.some((field) => field.intervals.every(({ start }) => start.compare(NOT_NULL) >= 0));
  if (index.sparse && !leavesOutNull) return undefined;

  const order = sort.length > 0 && !index.cut ? orderOf(index, bounds, sort) : undefined;
  const keyOrder = sort.length > 0 && !index.cut && !order ? keyOrderOf(index, bounds, sort) : undefined;
  const merge = order !== undefined && bounds.slice(0, order.from).some(({ intervals }) => intervals.length > 1);
  const rangeCount = bounds.reduce((product, { intervals }) => product * intervals.length, 1);
  const ordered = order !== undefined && (!merge || rangeCount <= MAX_MERGED_RANGES);
  const distinct = index.multikey.every((is, i) => !is || isEquality(bounds[i]));
  const decided = index.multikey.every((is, i) => !is || isEquality(bounds[i]) || isPrefix(bounds[i]));
  const covered = bounds.flatMap((field) => field.conditions).length;

  let score = 0;
  for (const field of bounds) score += scoreOf(field);
  if (index.unique && bounds.length === index.key.length && bounds.every(({ points }) => points)) score += UNIQUE;
  if (ordered) score += limited ? SCORE.limitedSort : SCORE.sort;
  if (score === 0 && !hinted) return undefined;
  return {
    index,
    reverse: ordered ? order.reverse : (keyOrder?.reverse ?? false),
    keySorted: keyOrder !== undefined,
    distinct,
    sorted: ordered || sort.length === 0,
    merge: merge && ordered,
    exact: complete && !index.cut && decided && bounds.every(({ exact }) => exact) && covered === conditions.length,
    bounds,
    orderField: (order ?? keyOrder)?.from ?? 0,
    rangeCount,
    score,
  };
}

/** The best scan among the indexes. */
function bestOf(indexes: readonly IndexMeta[], scanRequest: ScanRequest): IndexScan | undefined {
  let best: Candidate | undefined;
  for (const index of indexes) {
    const plan = planOf(index, scanRequest);
    if (plan === undefined) continue;
    // At most one record: no other index can do better.
    const isOne = plan.score >= UNIQUE && plan.rangeCount === 1;
    if (isOne || best === undefined || plan.score > best.score) best = plan;
    if (isOne) break;
  }
  return best && { ...best, ranges: rangesOf(best.index, best.bounds, best.orderField) };
}

/**
 * Chooses how to find a filter's candidates. The filter is tested on each candidate in any case.
 *
 * @throws CommandError when a hint names no usable index
 */
export function planQuery(collection: CollectionMeta, { filter, sort, limited, hint }: PlanRequest): Plan {
  const sorted = sort.length === 0 || sort[0]![0] === '$natural';
  const { alternatives, ...all } = conjunctionOf(filter);
  const collectionScan = (direction: unknown): Plan => {
    const exact = all.complete && all.conditions.length === 0;
    const scan = { ranges: [fullRange(collection.id)], reverse: Number(direction) < 0, exact };
    return { scans: [{ ...scan, merge: false, keySorted: false, distinct: true }], sorted };
  };
  if (sort[0]?.[0] === '$natural') return collectionScan(sort[0][1]);
  if (isDocument(hint) && Object.hasOwn(hint, '$natural')) return collectionScan(hint['$natural']);

  const scanRequest = { ...all, sort, limited, hinted: false };
  const indexes = collection.indexes.filter(({ building }) => !building);
  if (hint !== undefined && !valuesEqual(hint, {})) {
    const named = indexes.filter(({ name, key }) => name === hint || valuesEqual(Object.fromEntries(key), hint));
    const scan = bestOf(named, { ...scanRequest, hinted: true });
    if (scan !== undefined) return { scans: [scan], sorted: scan.sorted };
    throw new CommandError('BadValue', 'hint provided does not correspond to an existing index that can answer this');
  }
  const best = bestOf(indexes, scanRequest);
  if (best !== undefined && best.bounds.length > 0) return { scans: [best], sorted: best.sorted };
  for (const branches of alternatives) {
    const [first, ...others] = branches.map((branch) => {
      const conditions = [...all.conditions, ...conjunctionOf(branch).conditions];
      return bestOf(indexes, { ...scanRequest, conditions, complete: false, sort: [] });
    });
    if (first !== undefined && others.every((scan) => scan !== undefined)) {
      return { scans: [first, ...others], sorted };
    }
  }
  return best === undefined ? collectionScan(1) : { scans: [best], sorted: best.sorted };
}
