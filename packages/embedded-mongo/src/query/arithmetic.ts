import { type Decimal128, Long } from 'bson';
import { evalExpr } from 'mingo/core';
import * as mingo from 'mingo/operators/expression';
import { CommandError, type ErrorName, notImplemented } from '../errors.js';
import { ADD, type Arithmetic, calculated, decimalOfPlain, isNumber, MULTIPLY } from '../update/numbers.js';
import { bsonType } from '../values/bson.js';
import { compareValues, toPlain } from '../values/compare.js';
import {
  addDecimals,
  decimalOf,
  divideDecimals,
  exactDecimal,
  remainderOf,
  type Rounding,
  roundedAt,
  toDecimal128,
} from '../values/decimal.js';
import type { Expression } from './expressions.js';
import { typeName } from './conversions.js';

const SUBTRACT: Arithmetic = {
  integers: (x, y) => x - y,
  doubles: (x, y) => x - y,
  decimals: (x, y) => addDecimals(x, { ...y, coefficient: -y.coefficient }),
};
const REMAINDER: Arithmetic = { integers: (x, y) => x % y, doubles: (x, y) => x % y, decimals: remainderOf };

const isDecimal = (value: unknown): boolean => bsonType(value) === 'Decimal128';
const isNull = (value: unknown): boolean => value === null || value === undefined;
const isZero = (value: unknown): boolean => compareValues(value, 0) === 0;
const toNumber = (value: unknown): number => Number(String(value));

/** A number divided by another that is not 0: a decimal where one of them is, else a double. */
export function quotient(a: unknown, b: unknown): unknown {
  if (!isDecimal(a) && !isDecimal(b)) return toNumber(a) / toNumber(b);
  const [left, right] = [decimalOfPlain(a), decimalOfPlain(b)];
  if (left !== undefined && right !== undefined) return toDecimal128(divideDecimals(left, right));
  return calculated({ ...MULTIPLY, doubles: (x, y) => x / y }, a, b);
}

/** The operands of an expression; undefined when one of them is null. */
function operands(doc: unknown, argument: unknown, options: Parameters<Expression>[2]): unknown[] | undefined {
  const list = (Array.isArray(argument) ? argument : [argument]) as unknown[];
  const values = list.map((operand) => evalExpr(doc, operand, options));
  return values.some(isNull) ? undefined : values;
}

/** An operator on numbers, null where an operand is. */
function onNumbers(
  name: string,
  [least, most]: readonly [number, number],
  code: ErrorName,
  run: (...values: unknown[]) => unknown,
): Expression {
  return (doc, argument, options) => {
    const count = Array.isArray(argument) ? argument.length : 1;
    if (count < least || count > most) {
      throw new CommandError('Location16020', `Expression ${name} takes ${least} arguments. ${count} were passed in.`);
    }
    const values = operands(doc, argument, options);
    if (values === undefined) return null;
    const other = values.find((value) => !isNumber(value));
    if (other !== undefined) {
      throw new CommandError(code, `${name} only supports numeric types, not ${typeName(other)}`);
    }
    return run(...values);
  };
}

const wrongType = (name: string, value: unknown): CommandError =>
  new CommandError('TypeMismatch', `${name} only supports numeric or date types, not ${typeName(value)}`);

/** Whole milliseconds added to a date. */
const moved = (date: Date, by: unknown): Date => new Date(date.getTime() + Math.round(toNumber(by)));

const $add: Expression = (doc, argument, options) => {
  const values = operands(doc, argument, options);
  if (values === undefined) return null;
  let date: Date | undefined;
  let sum: unknown = 0;
  for (const value of values) {
    if (value instanceof Date) {
      if (date !== undefined) throw new CommandError('Location16612', 'only one date allowed in an $add expression');
      date = value;
    } else if (isNumber(value)) sum = calculated(ADD, sum, value);
    else throw wrongType('$add', value);
  }
  return date === undefined ? sum : moved(date, sum);
};

const $subtract: Expression = (doc, argument, options) => {
  const values = operands(doc, argument, options);
  if (values === undefined) return null;
  const [a, b] = values;
  if (values.length !== 2) throw new CommandError('Location16020', 'Expression $subtract takes exactly 2 arguments.');
  if (isNumber(a) && isNumber(b)) return calculated(SUBTRACT, a, b);
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (a instanceof Date && isNumber(b)) return moved(a, -toNumber(b));
  throw wrongType('$subtract', a instanceof Date ? b : a);
};

function rounded(value: unknown, place: unknown, rounding: Rounding): unknown {
  const at = toNumber(place);
  if (!Number.isInteger(at) || at < -20 || at > 100) {
    throw new CommandError('Location51083', 'a precision has to be a whole number from -20 to 100');
  }
  if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && at >= 0)) return value;
    const { coefficient, exponent } = roundedAt(exactDecimal(value), at, rounding);
    return Number(`${coefficient}e${exponent}`);
  }
  const exact = isDecimal(value) ? decimalOf(value as Decimal128) : decimalOf((value as Long).toBigInt());
  if (exact === undefined) return value;
  const result = roundedAt(exact, at, rounding);
  if (isDecimal(value)) return toDecimal128(result);
  return toPlain(Long.fromBigInt(result.coefficient * 10n ** BigInt(result.exponent)));
}

const rounding = (name: string, how: Rounding, most: number): Expression =>
  onNumbers(name, [1, most], 'Location51081', (value, place = 0) => rounded(value, place, how));

const whole = (name: string, value: unknown): bigint => {
  if (bsonType(value) === 'Long') return (value as Long).toBigInt();
  if (Number.isSafeInteger(value)) return BigInt(value as number);
  throw new CommandError('TypeMismatch', `${name} only supports int and long operands.`);
};

const bits = (name: string, start: bigint, run: (a: bigint, b: bigint) => bigint): Expression =>
  onNumbers(name, [1, Infinity], 'TypeMismatch', (...values) =>
    toPlain(Long.fromBigInt(values.reduce<bigint>((a, b) => run(a, whole(name, b)), start))),
  );

/** Functions that mingo calculates with doubles. */
const OF_DOUBLES = [
  ...['$exp', '$ln', '$log', '$log10', '$pow', '$sqrt', '$sigmoid', '$sin', '$cos', '$tan', '$asin', '$acos', '$atan'],
  ...['$atan2', '$sinh', '$cosh', '$tanh', '$asinh', '$acosh', '$atanh', '$degreesToRadians', '$radiansToDegrees'],
] as const;

/** Keeps decimals from functions that would take them for doubles or for nothing. */
const ofDoubles = (name: (typeof OF_DOUBLES)[number]): Expression => {
  const run = mingo[name] as Expression;
  return (doc, argument, options) => {
    const values = operands(doc, argument, options);
    if (values === undefined) return null;
    if (values.some(isDecimal)) throw notImplemented(`${name} of Decimal128`);
    const plain = values.map((value) => ({ $literal: bsonType(value) === 'Long' ? toNumber(value) : value }));
    const result = run(doc, Array.isArray(argument) ? plain : plain[0], options);
    if (name === '$pow' && Number.isInteger(result) && !Number.isSafeInteger(result)) {
      if (values.every((value) => Number.isInteger(toNumber(value)))) {
        const exact = whole(name, values[0]) ** whole(name, values[1]);
        if (BigInt.asIntN(64, exact) === exact) return Long.fromBigInt(exact);
      }
    }
    return result;
  };
};

/** The values that `$sum` and its like look at: of a single array its elements. */
function listed(doc: unknown, argument: unknown, options: Parameters<Expression>[2]): unknown[] {
  if (Array.isArray(argument)) return argument.map((operand) => evalExpr(doc, operand, options));
  const value = evalExpr(doc, argument, options);
  return Array.isArray(value) ? value : [value];
}

const extreme =
  (sign: 1 | -1): Expression =>
  (doc, argument, options) =>
    listed(doc, argument, options)
      .filter((value) => !isNull(value))
      .reduce<unknown>((a, b) => (a === null || sign * compareValues(b, a) > 0 ? b : a), null);

const sumOf = (values: readonly unknown[]): unknown =>
  values.reduce<unknown>((sum, value) => calculated(ADD, sum, value), 0);

/** Arithmetic with MongoDB's kinds of numbers. */
export const arithmetic: Record<string, Expression> = {
  $add,
  $subtract,
  $multiply: onNumbers('$multiply', [0, Infinity], 'TypeMismatch', (...values) =>
    values.reduce((a, b) => calculated(MULTIPLY, a, b), 1),
  ),
  $divide: onNumbers('$divide', [2, 2], 'Location16609', (a, b) => {
    if (isZero(b)) throw new CommandError('Location16608', "can't $divide by zero");
    return quotient(a, b);
  }),
  $mod: onNumbers('$mod', [2, 2], 'Location16611', (a, b) => {
    if (isZero(b)) throw new CommandError('Location16610', "can't $mod by zero");
    return calculated(REMAINDER, a, b);
  }),
  $abs: onNumbers('$abs', [1, 1], 'Location28765', (value) =>
    compareValues(value, 0) < 0 ? calculated(SUBTRACT, 0, value) : value,
  ),
  $ceil: rounding('$ceil', 'ceil', 1),
  $floor: rounding('$floor', 'floor', 1),
  $round: rounding('$round', 'even', 2),
  $trunc: rounding('$trunc', 'trunc', 2),
  $bitAnd: bits('$bitAnd', -1n, (a, b) => a & b),
  $bitOr: bits('$bitOr', 0n, (a, b) => a | b),
  $bitXor: bits('$bitXor', 0n, (a, b) => a ^ b),
  $bitNot: onNumbers('$bitNot', [1, 1], 'TypeMismatch', (value) => toPlain(Long.fromBigInt(~whole('$bitNot', value)))),
  $sum: (doc, argument, options) => sumOf(listed(doc, argument, options).filter(isNumber)),
  $avg: (doc, argument, options) => {
    const numbers = listed(doc, argument, options).filter(isNumber);
    return numbers.length === 0 ? null : quotient(sumOf(numbers), numbers.length);
  },
  $min: extreme(-1),
  $max: extreme(1),
  ...Object.fromEntries(OF_DOUBLES.map((name) => [name, ofDoubles(name)])),
};
