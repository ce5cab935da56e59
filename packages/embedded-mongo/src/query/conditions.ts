import type { IndexMeta } from '../storage/catalog.js';
import { type Doc, isDocument, isOperatorDocument } from '../values/bson.js';
import { inverted, isNotANumber, isRegex, RANK, rankOf, regexOf, valuesEqual } from '../values/compare.js';
import { encodeField, fieldLimit, pastPrefix } from '../values/index-key.js';
import { compileFilter, type Condition, conditionsOf, isAboutElement } from './filter.js';

export interface PathCondition extends Condition {
  /** Conditions of one group must hold for the same array element. */
  readonly group?: object | undefined;
}

/** A filter as a conjunction, as far as the planner can use it. */
export interface Conjunction {
  readonly conditions: readonly PathCondition[];
  /** The branches of each `$or`. */
  readonly alternatives: readonly (readonly Doc[])[];
  /** Whether the conditions represent the filter completely and exactly. */
  readonly complete: boolean;
}

/** Prefixes a filter's fields with a path. */
function fieldsBelow(path: string, filter: Doc): Doc {
  const fields = Object.entries(filter).filter(([name]) => !name.startsWith('$'));
  return Object.fromEntries(fields.map(([name, value]) => [`${path}.${name}`, value]));
}

/** Splits a filter into its conditions. @throws CommandError when it is malformed */
export function conjunctionOf(filter: Doc): Conjunction {
  const conditions: PathCondition[] = [];
  const alternatives: Doc[][] = [];
  let complete = true;

  const visit = (part: Doc, group?: object): void => {
    for (const condition of conditionsOf(part)) {
      const { path, operator, value } = condition;
      switch (operator) {
        case '$and':
        case '$or': {
          const branches = value as Doc[];
          if (operator === '$or' && branches.length > 1) {
            alternatives.push(branches);
            break;
          }
          branches.forEach((branch) => visit(branch));
          continue;
        }
        case '$elemMatch':
          if (isDocument(value) && isAboutElement(value)) visit({ [path]: value }, {});
          else if (isDocument(value)) visit(fieldsBelow(path, value));
          break;
        case '$all': {
          const first: unknown = Array.isArray(value) ? value[0] : undefined;
          if (first !== undefined && !isOperatorDocument(first) && !isRegex(first)) {
            conditions.push({ path, operator: '$eq', value: first });
          }
          break;
        }
        case '$nor':
        case '$expr':
          break;
        default:
          conditions.push({ ...condition, group });
          continue;
      }
      complete = false;
    }
  };
  visit(filter);
  return { conditions, alternatives, complete };
}

const MATCHING_MISSING = new Set<number>([RANK.null, RANK.minKey, RANK.maxKey]);

/** Whether a comparison with this value excludes null and missing fields. */
export const isOrdinary = (value: unknown): boolean => !MATCHING_MISSING.has(rankOf(value));

/** A function that calculates each result once and keeps it as long as its argument. */
function keptWith<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const kept = new WeakMap<K, V>();
  return (key) => {
    if (!kept.has(key)) kept.set(key, make(key));
    return kept.get(key)!;
  };
}

const requirementsOf = keptWith(conjunctionOf);
const testOf = keptWith(({ operator, value }: PathCondition) => compileFilter({ v: { [operator]: value } }));

/** Whether a query condition implies a condition of a partial index. */
function impliesCondition(have: PathCondition, required: PathCondition): boolean {
  if (have.path !== required.path) return false;
  if (have.operator === required.operator && valuesEqual(have.value, required.value)) return true;
  const test = testOf(required);
  const holds = (value: unknown): boolean =>
    isOrdinary(value) && !Array.isArray(value) && !isRegex(value) && test({ v: value });
  if (have.operator === '$eq') return holds(have.value);
  if (have.operator === '$in') return Array.isArray(have.value) && have.value.every(holds);
  if (!/^\$[gl]te?$/.test(have.operator)) return false;
  if (required.operator === '$exists') return isOrdinary(have.value) && Boolean(required.value);
  return have.operator.slice(0, 3) === required.operator.slice(0, 3) && holds(have.value);
}

/** Whether the query's conditions imply a partialFilterExpression. */
export function implies(conditions: readonly PathCondition[], partial: Doc): boolean {
  const required = requirementsOf(partial);
  return (
    required.complete &&
    required.conditions.every((want) =>
      conditions.some((have) => have.group === undefined && impliesCondition(have, want)),
    )
  );
}

/** A half-open interval of encoded values, ascending. */
interface Interval {
  readonly start: Buffer;
  readonly end: Buffer;
}

/** The values of an index field that a condition allows. */
interface Bounds {
  /** Disjoint and ascending; empty when nothing can match. */
  readonly intervals: readonly Interval[];
  /** Whether each interval contains a single value. */
  readonly points: boolean;
  /** Whether every value in the intervals satisfies the condition. */
  readonly exact: boolean;
}

/** The bounds that several conditions allow. */
export interface FieldBounds extends Bounds {
  readonly conditions: readonly PathCondition[];
}

const RANGE_RANKS = new Set<number>([
  ...[RANK.number, RANK.string, RANK.binData, RANK.objectId, RANK.bool, RANK.date, RANK.timestamp],
]);

function range(operator: string, value: unknown, fieldCount: number): Bounds | undefined {
  const rank = rankOf(value);
  if (rank === RANK.null && (operator === '$gte' || operator === '$lte')) return points([null], fieldCount);
  if (!RANGE_RANKS.has(rank) || isNotANumber(value)) return undefined;
  // Comparisons stay within a type. NaN, encoded below -Infinity, compares with no number.
  const first = rank === RANK.number ? encodeField(-Infinity, 1, 1).bytes : Buffer.from([rank]);
  const { bytes, cut } = encodeField(value, 1, fieldCount);
  const past = pastPrefix(bytes);
  const above = { start: operator === '$gt' && !cut ? past : bytes, end: Buffer.from([rank + 1]) };
  const below = { start: first, end: operator === '$lt' && !cut ? bytes : past };
  return { intervals: [operator.startsWith('$gt') ? above : below], points: false, exact: !cut };
}

function points(values: readonly unknown[], fieldCount: number): Bounds | undefined {
  if (values.some((value) => Array.isArray(value) || isRegex(value))) return undefined;
  const keys = values.map((value) => encodeField(value, 1, fieldCount));
  const distinct = new Map(keys.map(({ bytes }) => [bytes.toString('latin1'), bytes]));
  const intervals = [...distinct.values()]
    .sort((a, b) => Buffer.compare(a, b))
    .map((start) => ({ start, end: pastPrefix(start) }));
  return { intervals, points: true, exact: !keys.some(({ cut }) => cut) };
}

/** The literal prefix of every match of an anchored pattern, and whether it is the whole pattern. */
function literalPrefix(pattern: unknown): { prefix: string; isWhole: boolean } {
  const [source, options] = regexOf(pattern);
  if (/[imx]/.test(options) || source.includes('|')) return { prefix: '', isWhole: false };
  // A quantifier may make the character before it optional.
  const [found = '', literal = ''] = /^\^((?:(?:[^\\^$.*+?()[\]{}\0]|\\[+.*?#-])(?![*?{]))+)/u.exec(source) ?? [];
  return { prefix: literal.replaceAll('\\', ''), isWhole: found === source };
}

function regexBounds(pattern: unknown, fieldCount: number): Bounds | undefined {
  const { prefix, isWhole } = literalPrefix(pattern);
  if (prefix === '') return undefined;
  const whole = Buffer.concat([Buffer.from([RANK.string]), Buffer.from(prefix, 'utf8')]);
  const start = whole.subarray(0, fieldLimit(fieldCount));
  // A stored regular expression equal to the pattern also matches; it sorts outside the strings.
  const { bytes: equal, cut } = encodeField(pattern, 1, fieldCount);
  const intervals = [start, equal].map((first) => ({ start: first, end: pastPrefix(first) }));
  return { intervals, points: false, exact: isWhole && start.length === whole.length && !cut };
}

/** The bounds of one condition, if it has any. */
function boundsOf({ operator, value }: PathCondition, fieldCount: number): Bounds | undefined {
  if (operator === '$eq') return points([value], fieldCount);
  if (operator === '$in') return Array.isArray(value) ? points(value, fieldCount) : undefined;
  if (operator === '$regex') return regexBounds(value, fieldCount);
  return /^\$[gl]te?$/.test(operator) ? range(operator, value, fieldCount) : undefined;
}

/** The bounds of a condition by the number of an index's fields: most indexes of a collection begin with the same ones. */
const boundsByFieldCount = keptWith<PathCondition, Map<number, readonly FieldBounds[]>>(() => new Map());

/** The bounds of a condition, none or one. */
function keptBounds(condition: PathCondition, fieldCount: number): readonly FieldBounds[] {
  const kept = boundsByFieldCount(condition);
  let found = kept.get(fieldCount);
  if (found === undefined) {
    const bounds = boundsOf(condition, fieldCount);
    kept.set(fieldCount, (found = bounds === undefined ? [] : [{ ...bounds, conditions: [condition] }]));
  }
  return found;
}

/** The bounds that satisfy both conditions. */
function intersect(a: FieldBounds, b: FieldBounds): FieldBounds {
  const intervals: Interval[] = [];
  for (const x of a.intervals) {
    for (const y of b.intervals) {
      const { start } = Buffer.compare(x.start, y.start) >= 0 ? x : y;
      const { end } = Buffer.compare(x.end, y.end) <= 0 ? x : y;
      if (Buffer.compare(start, end) < 0) intervals.push({ start, end });
    }
  }
  const [points, exact] = [a.points || b.points, a.exact && b.exact];
  return { intervals, points, exact, conditions: [...a.conditions, ...b.conditions] };
}

/** A field's intervals in a descending key, in ascending byte order. */
export function descending({ intervals, points: arePoints }: FieldBounds): Interval[] {
  return intervals.toReversed().map(({ start, end }) => {
    // A point's start must stay its full value: its length locates what follows in the key.
    const last = inverted(start);
    return { start: arePoints ? last : pastPrefix(inverted(end)), end: pastPrefix(last) };
  });
}

const MAX_RANGES = 1000;

function fieldBounds(index: IndexMeta, field: number, conditions: readonly PathCondition[]): FieldBounds | undefined {
  const usable = conditions.flatMap((condition) =>
    condition.path === index.key[field]![0] ? keptBounds(condition, index.key.length) : [],
  );
  const best = usable.find(({ points }) => points) ?? usable[0];
  if (best === undefined || !index.multikey[field]) return best && usable.reduce(intersect);
  // Different array elements may satisfy different conditions: only conditions of one $elemMatch can be intersected.
  const [{ group }] = best.conditions as [PathCondition];
  return group === undefined ? best : usable.filter((other) => other.conditions[0]!.group === group).reduce(intersect);
}

/** The bounds of an index's leading fields, as far as they narrow the scan. */
export function allBounds(index: IndexMeta, conditions: readonly PathCondition[]): FieldBounds[] {
  const result: FieldBounds[] = [];
  let combinations = 1;
  for (const [i, [path]] of index.key.entries()) {
    // An index entry holds both paths for the same array element; the filter may match them in different elements.
    const root = path.split('.', 1)[0]!;
    const isShared = (other: string, j: number): unknown =>
      other.split('.', 1)[0] === root && (index.multikey[i] || index.multikey[j]);
    if (index.key.slice(0, i).some(([other], j) => isShared(other, j))) break;
    const bounds = fieldBounds(index, i, conditions);
    if (bounds === undefined || combinations * bounds.intervals.length > MAX_RANGES) break;
    combinations *= Math.max(1, bounds.intervals.length);
    result.push(bounds);
    if (!bounds.points) break;
  }
  return result;
}
