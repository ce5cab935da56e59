import { Decimal128, type Double, Int32, Long, Double as DoubleClass } from 'bson';
import { CommandError } from '../errors.js';
import { bsonType } from '../values/bson.js';
import { toPlain } from '../values/compare.js';
import {
  addDecimals,
  type Decimal,
  decimalOf,
  decimalOfDouble,
  multiplyDecimals,
  toDecimal128,
} from '../values/decimal.js';

/** A plain number as a decimal: a double with its 15 digits; undefined for Infinity and NaN. */
export const decimalOfPlain = (value: unknown): Decimal | undefined => exactly(typed(value));

const isTyped = (value: unknown): value is Int32 | Long | Double =>
  ['Int32', 'Long', 'Double'].includes(bsonType(value) ?? '');

/** Whether a typed value is a number. */
export function isNumeric(value: unknown): boolean {
  return isTyped(value) || bsonType(value) === 'Decimal128';
}

function toBigInt(value: Int32 | Long): bigint {
  return value instanceof Int32 || bsonType(value) === 'Int32' ? BigInt((value as Int32).value) : value.toBigInt();
}

const toNumber = (value: Int32 | Long | Double): number => Number(value.valueOf());

/** One operation in the three kinds of numbers. */
export interface Arithmetic {
  readonly integers: (a: bigint, b: bigint) => bigint;
  readonly doubles: (a: number, b: number) => number;
  readonly decimals: (a: Decimal, b: Decimal) => Decimal;
}

function exactly(value: unknown): Decimal | undefined {
  if (!isTyped(value)) return decimalOf(value as Decimal128);
  return bsonType(value) === 'Double' ? decimalOfDouble(toNumber(value)) : decimalOf(toBigInt(value as Int32 | Long));
}

/**
 * Arithmetic with MongoDB's result types: a decimal makes a decimal, else a double makes a double, else a long makes a long,
 * and an int stays an int until it does not fit.
 *
 * @throws CommandError when a 64-bit integer overflows
 */
function combine(a: unknown, b: unknown, { integers, doubles, decimals }: Arithmetic): unknown {
  if (!isTyped(a) || !isTyped(b)) {
    const [left, right] = [exactly(a), exactly(b)];
    if (left !== undefined && right !== undefined) return toDecimal128(decimals(left, right));
    // Infinity and NaN behave as those of doubles do; a finite operand counts by its sign alone.
    const sign = (value: unknown, exact?: Decimal): number =>
      exact === undefined ? Number(String(value)) : Number(exact.coefficient > 0n) - Number(exact.coefficient < 0n);
    return Decimal128.fromString(String(doubles(sign(a, left), sign(b, right))));
  }
  if (bsonType(a) === 'Double' || bsonType(b) === 'Double') return new DoubleClass(doubles(toNumber(a), toNumber(b)));
  const result = integers(toBigInt(a as Int32 | Long), toBigInt(b as Int32 | Long));
  if (bsonType(a) === 'Int32' && bsonType(b) === 'Int32' && BigInt.asIntN(32, result) === result) {
    return new Int32(Number(result));
  }
  if (BigInt.asIntN(64, result) !== result) {
    throw new CommandError('BadValue', 'Failed to apply the operation to the current value: integer overflow');
  }
  return Long.fromBigInt(result);
}

export const ADD: Arithmetic = { integers: (x, y) => x + y, doubles: (x, y) => x + y, decimals: addDecimals };
export const MULTIPLY: Arithmetic = {
  integers: (x, y) => x * y,
  doubles: (x, y) => x * y,
  decimals: multiplyDecimals,
};

/** The sum of two typed numbers. */
export const add = (a: unknown, b: unknown): unknown => combine(a, b, ADD);

/** The product of two typed numbers. */
export const multiply = (a: unknown, b: unknown): unknown => combine(a, b, MULTIPLY);

/** `$bit` on two typed integers. */
export function bitwise(operation: string, a: unknown, b: unknown): unknown {
  if (![a, b].every((value) => bsonType(value) === 'Int32' || bsonType(value) === 'Long')) {
    throw new CommandError('BadValue', 'The $bit modifier needs integers');
  }
  const apply = BITWISE[operation];
  if (apply === undefined) {
    throw new CommandError('BadValue', `The $bit modifier only supports 'and', 'or', and 'xor', not '${operation}'`);
  }
  const result = apply(toBigInt(a as Int32 | Long), toBigInt(b as Int32 | Long));
  return [a, b].every((value) => bsonType(value) === 'Int32') ? new Int32(Number(result)) : Long.fromBigInt(result);
}

const BITWISE: Record<string, (a: bigint, b: bigint) => bigint> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

/** Zero of a number's own type. */
export function zeroLike(value: unknown): unknown {
  return multiply(value, new Int32(0));
}

/** Whether a plain value is a number. */
export function isNumber(value: unknown): boolean {
  return typeof value === 'number' || isNumeric(value);
}

function typed(value: unknown): unknown {
  if (typeof value !== 'number') return value;
  return Number.isSafeInteger(value) ? Long.fromNumber(value) : new DoubleClass(value);
}

/** An operation on two plain numbers: exact for whole ones and decimals; what is past 64 bits becomes a double. */
export function calculated(operation: Arithmetic, a: unknown, b: unknown): unknown {
  if (typeof a === 'number' && typeof b === 'number') {
    const result = operation.doubles(a, b);
    if (Number.isSafeInteger(result) || !Number.isSafeInteger(a) || !Number.isSafeInteger(b)) return result;
  }
  try {
    return toPlain(combine(typed(a), typed(b), operation));
  } catch {
    return operation.doubles(Number(String(a)), Number(String(b)));
  }
}
