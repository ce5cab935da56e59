import { CommandError } from '../errors.js';
import { bsonType, type Doc, isDocument, isOperatorDocument } from '../values/bson.js';
import { compareValues, isNotANumber, isRegex, RANK, rankOf, valuesEqual } from '../values/compare.js';
import { bitsTest } from './bits.js';
import { MISSING, visitPath, visitValues } from '../values/paths.js';
import { patternOf } from '../values/pattern.js';

/** A compiled condition on a document. */
export type Predicate = (doc: Doc) => boolean;

/** How mingo compiles one query operator. */
export type QueryOperator<Options> = (selector: string, value: unknown, options: Options) => Predicate;

/** Compiles a filter; handed in because the operators with a filter inside need the whole set. */
export type FilterCompiler<Options> = (filter: Doc, options: Options) => Predicate;

const isNull = (value: unknown): boolean => value === null || value === undefined;

function equals(leaf: unknown, value: unknown): boolean {
  return leaf === MISSING ? isNull(value) : valuesEqual(leaf, value);
}

function regexTest(value: unknown): ((leaf: unknown) => boolean) | undefined {
  if (!isRegex(value)) return undefined;
  const pattern = patternOf(value as object);
  return (leaf) => (typeof leaf === 'string' ? pattern.test(leaf) : isRegex(leaf) && valuesEqual(leaf, value));
}

function equalityTest(value: unknown): (leaf: unknown) => boolean {
  return regexTest(value) ?? ((leaf) => equals(leaf, value));
}

function hashable(value: unknown): string | undefined {
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'number') return `n${value === 0 ? 0 : value}`;
  return bsonType(value) === 'ObjectId' ? `o${String(value)}` : undefined;
}

function listOf(operator: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new CommandError('BadValue', `${operator} needs an array`);
  return value;
}

function membershipTest(operator: string, values: unknown): (leaf: unknown) => boolean {
  const hashed = new Set<string>();
  const others: ((leaf: unknown) => boolean)[] = [];
  for (const value of listOf(operator, values)) {
    if (isOperatorDocument(value)) throw new CommandError('BadValue', `cannot nest $ under ${operator}`);
    const hash = hashable(value);
    if (hash === undefined) others.push(equalityTest(value));
    else hashed.add(hash);
  }
  // Classes of numbers (Long) may equal a hashed number; they are rare and are compared one by one.
  const numbers = (values as unknown[]).filter((value) => typeof value === 'number');
  return (leaf) => {
    const hash = hashable(leaf);
    if (hash !== undefined && hashed.has(hash)) return true;
    if (bsonType(leaf) !== undefined && rankOf(leaf) === RANK.number && numbers.some((n) => valuesEqual(leaf, n))) {
      return true;
    }
    return others.some((test) => test(leaf));
  };
}

function comparisonTest(value: unknown, accept: (order: number) => boolean): (leaf: unknown) => boolean {
  const rank = rankOf(value);
  const isNaNBound = isNotANumber(value);
  return (leaf) => {
    const actual = leaf === MISSING ? null : leaf;
    if (rank !== RANK.min && rank !== RANK.max && rankOf(actual) !== rank) return false;
    if (isNotANumber(actual) !== isNaNBound) return false;
    return accept(compareValues(actual, value));
  };
}

const TYPE_NAMES: Record<string, number> = {
  double: 1,
  string: 2,
  object: 3,
  array: 4,
  binData: 5,
  undefined: 6,
  objectId: 7,
  bool: 8,
  date: 9,
  null: 10,
  regex: 11,
  dbPointer: 12,
  javascript: 13,
  symbol: 14,
  int: 16,
  timestamp: 17,
  long: 18,
  decimal: 19,
  minKey: -1,
  maxKey: 127,
};

function isInt32(value: number): boolean {
  return Number.isInteger(value) && value >= -0x80000000 && value <= 0x7fffffff;
}

// Plain documents no longer tell 5 from 5.0: a whole number of 32 bits counts as int, one beyond as long and as double.
function hasType(value: unknown, type: number): boolean {
  const rank = rankOf(value);
  switch (type) {
    case 1:
      return typeof value === 'number' && !isInt32(value);
    case 16:
      return typeof value === 'number' && isInt32(value);
    case 18:
      return bsonType(value) === 'Long' || (typeof value === 'number' && Number.isInteger(value) && !isInt32(value));
    case 19:
      return bsonType(value) === 'Decimal128';
    case 10:
      return value === null;
    default:
      return rank === RANK_OF_TYPE[type];
  }
}

const RANK_OF_TYPE: Record<number, number> = {
  2: RANK.string,
  3: RANK.object,
  4: RANK.array,
  5: RANK.binary,
  7: RANK.objectId,
  8: RANK.boolean,
  9: RANK.date,
  11: RANK.regex,
  13: RANK.code,
  17: RANK.timestamp,
  [-1]: RANK.min,
  127: RANK.max,
};

function typeTest(value: unknown): (leaf: unknown) => boolean {
  const types = (Array.isArray(value) ? value : [value]).flatMap((name: unknown) => {
    if (name === 'number') return [1, 16, 18, 19];
    const code = typeof name === 'string' ? TYPE_NAMES[name] : (name as number);
    if (code === undefined || !Object.values(TYPE_NAMES).includes(code)) {
      throw new CommandError('BadValue', `Unknown type name alias: ${String(name)}`);
    }
    return [code];
  });
  return (leaf) => leaf !== MISSING && types.some((type) => hasType(leaf, type));
}

/** Tests one array element against an `$elemMatch` condition: on its fields, or on the element itself. */
export function elementTest<Options>(
  condition: unknown,
  options: Options,
  compile: FilterCompiler<Options>,
): (element: unknown) => boolean {
  if (!isDocument(condition)) throw new CommandError('BadValue', '$elemMatch needs an Object');
  const [first] = Object.keys(condition);
  if (first !== undefined && first.startsWith('$') && !['$and', '$or', '$nor', '$expr'].includes(first)) {
    const test = compile({ v: condition }, options);
    // Wrapped in an array, an element that is itself an array is compared as one value.
    return (element) => test({ v: Array.isArray(element) ? [element] : element });
  }
  const test = compile(condition, options);
  return (element) => isDocument(element) && test(element);
}

/** MongoDB's meaning of the query operators for which mingo's differs; `compile` compiles a whole filter. */
export function queryOperators<Options>(compile: FilterCompiler<Options>): Record<string, QueryOperator<Options>> {
  const onValues =
    (make: (value: unknown) => (leaf: unknown) => boolean): QueryOperator<Options> =>
    (selector, value) => {
      const parts = selector.split('.');
      const test = make(value);
      return (doc) => visitValues(doc, parts, test);
    };
  const not =
    (operator: QueryOperator<Options>): QueryOperator<Options> =>
    (selector, value, options) => {
      const test = operator(selector, value, options);
      return (doc) => !test(doc);
    };
  const $eq = onValues(equalityTest);
  const $in = onValues((value) => membershipTest('$in', value));

  const elemMatch: QueryOperator<Options> = (selector, value, options) => {
    const parts = selector.split('.');
    const test = elementTest(value, options, compile);
    return (doc) => visitPath(doc, parts, (leaf) => Array.isArray(leaf) && leaf.some(test));
  };

  return {
    $eq,
    $ne: not($eq),
    $in,
    $nin: not(onValues((value) => membershipTest('$nin', value))),
    $gt: onValues((value) => comparisonTest(value, (order) => order > 0)),
    $gte: onValues((value) => comparisonTest(value, (order) => order >= 0)),
    $lt: onValues((value) => comparisonTest(value, (order) => order < 0)),
    $lte: onValues((value) => comparisonTest(value, (order) => order <= 0)),
    $type: onValues(typeTest),
    $elemMatch: elemMatch,
    $exists: (selector, value) => {
      const parts = selector.split('.');
      const wanted = Boolean(value);
      return (doc) => visitPath(doc, parts, (leaf) => leaf !== MISSING) === wanted;
    },
    // What `$regex` and `$options` come to, under a name that mingo leaves alone and no client may use.
    $_regex: $eq,
    $mod: onValues((value) => {
      const [divisor, remainder] = listOf('$mod', value).map((part) => Math.trunc(Number(part)));
      if (!divisor || remainder === undefined) throw new CommandError('BadValue', 'malformed mod, needs two numbers');
      return (leaf) => {
        if (typeof leaf === 'number') return Math.trunc(leaf) % divisor === remainder;
        // A 64-bit integer or a decimal: its whole part, digit for digit.
        const [whole] = rankOf(leaf) === RANK.number ? (/^-?\d+(?![\dE])/.exec(String(leaf)) ?? []) : [];
        return whole !== undefined && Number(BigInt(whole) % BigInt(divisor)) === remainder;
      };
    }),
    $bitsAllSet: onValues((mask) => bitsTest('$bitsAllSet', mask, true, true)),
    $bitsAnySet: onValues((mask) => bitsTest('$bitsAnySet', mask, true, false)),
    $bitsAllClear: onValues((mask) => bitsTest('$bitsAllClear', mask, false, true)),
    $bitsAnyClear: onValues((mask) => bitsTest('$bitsAnyClear', mask, false, false)),
    $size: (selector, value) => {
      const parts = selector.split('.');
      if (!Number.isInteger(value) || Number(value) < 0) {
        throw new CommandError('BadValue', `Failed to parse $size. Expected a whole number, got: ${String(value)}`);
      }
      return (doc) => visitPath(doc, parts, (leaf) => Array.isArray(leaf) && leaf.length === value);
    },
    $all: (selector, value, options) => {
      const tests = listOf('$all', value).map((item) =>
        isDocument(item) && Object.hasOwn(item, '$elemMatch')
          ? elemMatch(selector, item['$elemMatch'], options)
          : $eq(selector, item, options),
      );
      return (doc) => tests.length > 0 && tests.every((test) => test(doc));
    },
  };
}
