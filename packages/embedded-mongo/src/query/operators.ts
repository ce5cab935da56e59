import { BSONType } from 'bson';
import { assert, CommandError } from '../errors.js';
import { bsonType, isOperatorDocument } from '../values/bson.js';
import { compareValues, encodeValue, isNotANumber, isRegex, RANK, rankOf, valuesEqual } from '../values/compare.js';
import { patternOf } from '../values/pattern.js';

/** A test of a value at a path; `MISSING` counts as null. */
export type ValueTest = (value: unknown) => boolean;

/** A regular expression equals a stored one here; only `$regex`, `$in` and `{ field: /x/ }` apply it to strings. */
function equalityTest(expected: unknown): ValueTest {
  return (value) => valuesEqual(value, expected);
}

function patternTest(expected: unknown): ValueTest {
  const pattern = patternOf(expected as object);
  return (value) => (typeof value === 'string' ? pattern.test(value) : isRegex(value) && valuesEqual(value, expected));
}

/** @throws CommandError when the operand is not an array */
export function listOf(operator: string, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new CommandError('BadValue', `${operator} needs an array`);
  return value;
}

const hashOf = (value: unknown): string => encodeValue(value).toString('latin1');
const isPlain = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

function membershipTest(operator: string, argument: unknown): ValueTest {
  const values = listOf(operator, argument);
  if (values.some(isOperatorDocument)) throw new CommandError('BadValue', `cannot nest $ under ${operator}`);
  const [patterns, others] = [values.filter(isRegex).map(patternTest), values.filter((value) => !isRegex(value))];
  const plain = new Set(others.filter(isPlain));
  const hashes = new Set(others.map(hashOf));
  const ranks = new Set(others.map(rankOf));
  // Strings and numbers, the common case, need no encoding; a listed Decimal128 or Long may equal them too.
  const ranksBeyondPlain = new Set(others.filter((value) => !isPlain(value)).map(rankOf));
  const isAmong: ValueTest = (value) =>
    plain.has(value) || ((isPlain(value) ? ranksBeyondPlain : ranks).has(rankOf(value)) && hashes.has(hashOf(value)));
  return (value) => isAmong(value) || patterns.some((test) => test(value));
}

function comparisonTest(bound: unknown, accepts: (order: number) => boolean): ValueTest {
  assert(!isRegex(bound), 'BadValue', 'A comparison takes no regular expression');
  const rank = rankOf(bound);
  const ofAnyType = rank === RANK.minKey || rank === RANK.maxKey;
  const isNaNBound = isNotANumber(bound);
  return (value) =>
    (ofAnyType || rankOf(value) === rank) && isNotANumber(value) === isNaNBound && accepts(compareValues(value, bound));
}

const isInt32 = (value: unknown): boolean => typeof value === 'number' && (value | 0) === value;

// Plain documents do not distinguish 5 from 5.0: whole numbers of 32 bits are ints, larger ones long and double.
/** Type tests by type name. */
const TYPES: Record<string, ValueTest> = {
  int: isInt32,
  long: (value) => bsonType(value) === 'Long' || (Number.isInteger(value) && !isInt32(value)),
  decimal: (value) => bsonType(value) === 'Decimal128',
  ...Object.fromEntries(
    Object.entries(RANK).map(([name, rank]): [string, ValueTest] => [name, (value) => rankOf(value) === rank]),
  ),
  null: (value) => value === null,
  double: (value) => typeof value === 'number' && !isInt32(value),
};

/** The name of a value's type; for a plain number, the smallest type that holds it. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return 'double';
  return Object.keys(TYPES).find((name) => TYPES[name]!(value)) ?? 'undefined';
}

function typeTest(expected: unknown): ValueTest {
  const tests = (Array.isArray(expected) ? expected : [expected]).map((type: unknown) => {
    const name = Object.entries(BSONType).find(([, code]) => code === type)?.[0] ?? String(type);
    if (!Object.hasOwn(TYPES, name)) throw new CommandError('BadValue', `Unknown type name alias: ${name}`);
    return TYPES[name]!;
  });
  return (value) => tests.some((test) => test(value));
}

function remainderTest(operand: unknown): ValueTest {
  const [divisor, remainder] = listOf('$mod', operand).map((part) => Math.trunc(Number(part)));
  if (!divisor || remainder === undefined) throw new CommandError('BadValue', 'malformed mod, needs two numbers');
  return (value) => {
    if (typeof value === 'number') return Math.trunc(value) % divisor === remainder;
    // Integer part of a 64-bit integer or decimal, digit for digit.
    const [whole] = rankOf(value) === RANK.number ? (/^-?\d+(?![\dE])/.exec(String(value)) ?? []) : [];
    return whole !== undefined && Number(BigInt(whole) % BigInt(divisor)) === remainder;
  };
}

/** Operators that test values one by one, array elements included. Each throws CommandError for an invalid operand. */
export const VALUE_OPERATORS: Record<string, (operand: unknown) => ValueTest> = {
  $eq: equalityTest,
  $regex: patternTest,
  $in: (operand) => membershipTest('$in', operand),
  $nin: (operand) => membershipTest('$nin', operand),
  $gt: (operand) => comparisonTest(operand, (order) => order > 0),
  $gte: (operand) => comparisonTest(operand, (order) => order >= 0),
  $lt: (operand) => comparisonTest(operand, (order) => order < 0),
  $lte: (operand) => comparisonTest(operand, (order) => order <= 0),
  $type: typeTest,
  $mod: remainderTest,
};
