import { Decimal128, Double, Int32, Long } from 'bson';
import { CommandError } from '../errors.js';
import { bsonType } from '../values/bson.js';
import {
  addDecimals,
  type Decimal,
  decimalOf,
  decimalOfDouble,
  multiplyDecimals,
  toDecimal128,
} from '../values/decimal.js';

/** One operation in the three kinds of numbers. */
interface Arithmetic {
  readonly integers: (a: bigint, b: bigint) => bigint;
  readonly doubles: (a: number, b: number) => number;
  readonly decimals: (a: Decimal, b: Decimal) => Decimal;
}

/** Whether a typed value is a number. */
export function isNumeric(value: unknown): boolean {
  return ['Int32', 'Long', 'Double', 'Decimal128'].includes(bsonType(value) ?? '');
}

const toBigInt = (value: unknown): bigint => BigInt(String(value));

const toNumber = (value: unknown): number => Number((value as Int32 | Long | Double).valueOf());

/** A number as decimal arithmetic takes it; undefined for Infinity and NaN. */
function decimalFrom(value: unknown): Decimal | undefined {
  if (bsonType(value) === 'Double') return decimalOfDouble(toNumber(value));
  return decimalOf(bsonType(value) === 'Decimal128' ? (value as Decimal128) : toBigInt(value));
}

/**
 * Arithmetic with MongoDB's result types: a decimal makes a decimal, else a double makes a double, else a long makes a long,
 * and an int stays an int until it does not fit.
 *
 * @throws CommandError when a 64-bit integer overflows
 */
function combine(a: unknown, b: unknown, { integers, doubles, decimals }: Arithmetic): unknown {
  const types = [bsonType(a), bsonType(b)];
  if (types.includes('Decimal128')) {
    const [left, right] = [decimalFrom(a), decimalFrom(b)];
    if (left !== undefined && right !== undefined) return toDecimal128(decimals(left, right));
    // Infinity and NaN behave as those of doubles do; a finite operand counts by its sign alone.
    const asDouble = (value: unknown, exact?: Decimal): number =>
      exact === undefined ? Number(String(value)) : Math.sign(Number(exact.coefficient));
    return Decimal128.fromString(String(doubles(asDouble(a, left), asDouble(b, right))));
  }
  if (types.includes('Double')) return new Double(doubles(toNumber(a), toNumber(b)));
  const result = integers(toBigInt(a), toBigInt(b));
  if (!types.includes('Long') && BigInt.asIntN(32, result) === result) return new Int32(Number(result));
  if (BigInt.asIntN(64, result) === result) return Long.fromBigInt(result);
  throw new CommandError('BadValue', 'Failed to apply the operation to the current value: integer overflow');
}

const ADD: Arithmetic = { integers: (x, y) => x + y, doubles: (x, y) => x + y, decimals: addDecimals };
const MULTIPLY: Arithmetic = { integers: (x, y) => x * y, doubles: (x, y) => x * y, decimals: multiplyDecimals };

/** The sum of two typed numbers. */
export const add = (a: unknown, b: unknown): unknown => combine(a, b, ADD);

/** The product of two typed numbers. */
export const multiply = (a: unknown, b: unknown): unknown => combine(a, b, MULTIPLY);
