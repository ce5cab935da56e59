import { type Double, Int32, Long, Double as DoubleClass } from 'bson';
import { CommandError, notImplemented } from '../errors.js';
import { bsonType } from '../values/bson.js';

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

/**
 * Arithmetic with MongoDB's result types: a double makes a double, otherwise a long makes a long, and an int stays an int
 * until it does not fit.
 *
 * @throws CommandError when a 64-bit integer overflows, or for Decimal128
 */
function combine(
  a: unknown,
  b: unknown,
  integers: (a: bigint, b: bigint) => bigint,
  doubles: (a: number, b: number) => number,
): unknown {
  if (!isTyped(a) || !isTyped(b)) throw notImplemented('arithmetic with Decimal128');
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

/** The sum of two typed numbers. */
export function add(a: unknown, b: unknown): unknown {
  return combine(
    a,
    b,
    (x, y) => x + y,
    (x, y) => x + y,
  );
}

/** The product of two typed numbers. */
export function multiply(a: unknown, b: unknown): unknown {
  return combine(
    a,
    b,
    (x, y) => x * y,
    (x, y) => x * y,
  );
}

/** `$bit` on two typed integers. */
export function bitwise(operation: string, a: unknown, b: unknown): unknown {
  if (![a, b].every((value) => bsonType(value) === 'Int32' || bsonType(value) === 'Long')) {
    throw new CommandError('BadValue', 'The $bit modifier needs integers');
  }
  const never = (): number => NaN;
  switch (operation) {
    case 'and':
      return combine(a, b, (x, y) => x & y, never);
    case 'or':
      return combine(a, b, (x, y) => x | y, never);
    case 'xor':
      return combine(a, b, (x, y) => x ^ y, never);
    default:
      throw new CommandError('BadValue', `The $bit modifier only supports 'and', 'or', and 'xor', not '${operation}'`);
  }
}

/** Zero of a number's own type. */
export function zeroLike(value: unknown): unknown {
  return multiply(value, new Int32(0));
}
