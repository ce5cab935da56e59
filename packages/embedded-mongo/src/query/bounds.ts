import { inverted, isNotANumber, isRegex, RANK, rankOf, regexOf } from '../values/compare.js';
import { encodeField, fieldLimit, pastPrefix } from '../values/index-key.js';
import type { PathCondition } from './conditions.js';

/** A half-open interval of encoded values, ascending. */
export interface Interval {
  readonly start: Buffer;
  readonly end: Buffer;
}

/** What conditions allow of one field of an index. */
export interface FieldBounds {
  /** Disjoint and ascending; empty when nothing can match. */
  readonly intervals: readonly Interval[];
  /** Whether each interval holds a single value. */
  readonly points: boolean;
  /** Whether a value inside the intervals is certain to satisfy the conditions. */
  readonly exact: boolean;
  /** How many conditions these are. */
  readonly conditions: number;
  /** Of conditions that one array element has to satisfy. */
  readonly group?: object | undefined;
}

type ConditionBounds = Pick<FieldBounds, 'intervals' | 'points' | 'exact'>;

const RANGE_RANKS = new Set<number>([
  ...[RANK.number, RANK.string, RANK.binary, RANK.objectId, RANK.boolean, RANK.date, RANK.timestamp],
]);

function range(operator: string, value: unknown, fieldCount: number): ConditionBounds | undefined {
  const rank = rankOf(value);
  if (rank === RANK.null && (operator === '$gte' || operator === '$lte')) return points([null], fieldCount);
  if (!RANGE_RANKS.has(rank) || isNotANumber(value)) return undefined;
  // Comparisons stay within a type, and no number compares with NaN, which is encoded below -Infinity.
  const first = rank === RANK.number ? encodeField(-Infinity, 1, 1).bytes : Buffer.from([rank]);
  const { bytes, cut } = encodeField(value, 1, fieldCount);
  const past = pastPrefix(bytes);
  const above = { start: operator === '$gt' && !cut ? past : bytes, end: Buffer.from([rank + 1]) };
  const below = { start: first, end: operator === '$lt' && !cut ? bytes : past };
  return { intervals: [operator.startsWith('$gt') ? above : below], points: false, exact: !cut };
}

function points(values: readonly unknown[], fieldCount: number): ConditionBounds | undefined {
  if (values.some((value) => Array.isArray(value) || isRegex(value))) return undefined;
  const keys = values.map((value) => encodeField(value, 1, fieldCount));
  const distinct = new Map(keys.map(({ bytes }) => [bytes.toString('latin1'), bytes]));
  const intervals = [...distinct.values()]
    .sort((a, b) => Buffer.compare(a, b))
    .map((start) => ({ start, end: pastPrefix(start) }));
  return { intervals, points: true, exact: !keys.some(({ cut }) => cut) };
}

/** The literal text that every match of an anchored expression begins with. */
function literalPrefix(pattern: unknown): string {
  const [source, options] = regexOf(pattern);
  if (/[imx]/.test(options) || source.includes('|')) return '';
  // A quantifier may make the character before it optional.
  return /^\^((?:[^\\^$.*+?()[\]{}\0](?![*?{]))+)/u.exec(source)?.[1] ?? '';
}

function regexBounds(pattern: unknown, fieldCount: number): ConditionBounds | undefined {
  const prefix = literalPrefix(pattern);
  if (prefix === '') return undefined;
  const whole = Buffer.concat([Buffer.from([RANK.string]), Buffer.from(prefix, 'utf8')]);
  const start = whole.subarray(0, fieldLimit(fieldCount));
  // A stored regular expression equal to the pattern matches too; it lies outside the strings.
  const regexes = { start: Buffer.from([RANK.regex]), end: Buffer.from([RANK.regex + 1]) };
  return { intervals: [{ start, end: pastPrefix(start) }, regexes], points: false, exact: false };
}

function conditionBounds(operator: string, value: unknown, fieldCount: number): ConditionBounds | undefined {
  if (operator === '$eq') return points([value], fieldCount);
  if (operator === '$in') return Array.isArray(value) ? points(value, fieldCount) : undefined;
  if (operator === '$regex') return regexBounds(value, fieldCount);
  return /^\$[gl]te?$/.test(operator) ? range(operator, value, fieldCount) : undefined;
}

/** The bounds that one condition gives, if it gives any. */
export function boundsOf({ operator, value, group }: PathCondition, fieldCount: number): FieldBounds | undefined {
  const bounds = conditionBounds(operator, value, fieldCount);
  return bounds && { ...bounds, conditions: 1, group };
}

/** The bounds of two conditions on one value. */
export function intersect(a: FieldBounds, b: FieldBounds): FieldBounds {
  const intervals: Interval[] = [];
  for (const x of a.intervals) {
    for (const y of b.intervals) {
      const { start } = Buffer.compare(x.start, y.start) >= 0 ? x : y;
      const { end } = Buffer.compare(x.end, y.end) <= 0 ? x : y;
      if (Buffer.compare(start, end) < 0) intervals.push({ start, end });
    }
  }
  const [points, exact] = [a.points || b.points, a.exact && b.exact];
  return { intervals, points, exact, conditions: a.conditions + b.conditions, group: a.group };
}

/** The intervals of a field as they stand in a key where it descends, ascending as bytes. */
export function descending({ intervals, points: arePoints }: FieldBounds): Interval[] {
  return intervals.toReversed().map(({ start, end }) => {
    // A point's start has to remain its value in full: what follows it in a key is found by its length.
    const last = inverted(start);
    return { start: arePoints ? last : pastPrefix(inverted(end)), end: pastPrefix(last) };
  });
}
