import { Decimal128, Long, ObjectId } from 'bson';
import * as mingo from 'mingo/operators/expression';
import { evalExpr } from 'mingo/core';
import { CommandError } from '../errors.js';
import { isNumber } from '../update/numbers.js';
import { bsonType, isDocument } from '../values/bson.js';
import { compareValues, RANK, rankOf, toPlain } from '../values/compare.js';
import { decimalOf, decimalOfDouble, toDecimal128 } from '../values/decimal.js';
import type { Expression } from './expressions.js';

const TYPES: Record<number, string> = {
  ...{ [RANK.min]: 'minKey', [RANK.null]: 'null', [RANK.string]: 'string', [RANK.object]: 'object' },
  ...{ [RANK.array]: 'array', [RANK.binary]: 'binData', [RANK.objectId]: 'objectId', [RANK.boolean]: 'bool' },
  ...{ [RANK.date]: 'date', [RANK.timestamp]: 'timestamp', [RANK.regex]: 'regex', [RANK.code]: 'javascript' },
  [RANK.max]: 'maxKey',
};
const NUMBERS: Record<string, string> = { Decimal128: 'decimal', Long: 'long' };

/** The name of a value's type; of a plain number the smallest that holds it. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'missing';
  if (rankOf(value) !== RANK.number) return TYPES[rankOf(value)] ?? 'undefined';
  const own = NUMBERS[bsonType(value) ?? ''];
  if (own !== undefined) return own;
  if (!Number.isSafeInteger(value)) return 'double';
  return Math.abs(Number(value)) > 0x7fffffff ? 'long' : 'int';
}

const failed = (value: unknown, to: string, why = ''): CommandError =>
  new CommandError('ConversionFailure', `Failed to convert ${typeName(value)} to ${to} in $convert${why}`);

const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$|^[+-]?(inf(inity)?|nan)$/i;

/** Any number cut to a whole one. */
function wholeOf(value: unknown, to: string): bigint {
  if (typeof value === 'boolean') return BigInt(value);
  if (value instanceof Date && to === 'long') return BigInt(value.getTime());
  if (typeof value === 'string' && INTEGER.test(value)) return BigInt(value);
  if (bsonType(value) === 'Long') return (value as Long).toBigInt();
  if (typeof value === 'number' && Number.isFinite(value)) return BigInt(Math.trunc(value));
  const exact = bsonType(value) === 'Decimal128' ? decimalOf(value as Decimal128) : undefined;
  if (exact === undefined) throw failed(value, to);
  const { coefficient, exponent } = exact;
  return exponent >= 0 ? coefficient * 10n ** BigInt(exponent) : coefficient / 10n ** BigInt(-exponent);
}

function within(whole: bigint, bits: number, value: unknown, to: string): unknown {
  if (BigInt.asIntN(bits, whole) !== whole) throw failed(value, to, ': the value is out of range');
  return toPlain(Long.fromBigInt(whole));
}

function decimal(value: unknown): Decimal128 {
  if (bsonType(value) === 'Decimal128') return value as Decimal128;
  if (typeof value === 'string' && DECIMAL.test(value)) return Decimal128.fromStringWithRounding(value);
  if (typeof value === 'number' && !Number.isInteger(value)) {
    const exact = decimalOfDouble(value);
    return exact === undefined ? Decimal128.fromString(String(value)) : toDecimal128(exact);
  }
  return toDecimal128({ coefficient: wholeOf(value, value instanceof Date ? 'long' : 'decimal'), exponent: 0 });
}

function double(value: unknown): number {
  if (typeof value === 'string' && !DECIMAL.test(value)) throw failed(value, 'double');
  if (!isNumber(value) && typeof value !== 'string' && typeof value !== 'boolean' && !(value instanceof Date)) {
    throw failed(value, 'double');
  }
  return Number(
    value instanceof Date || typeof value === 'boolean' ? value : String(value).replace(/inf$/i, 'Infinity'),
  );
}

function text(value: unknown): string {
  if (value instanceof Date) return value.toISOString();
  const rank = rankOf(value);
  if (rank === RANK.objectId) return (value as ObjectId).toHexString();
  if (rank === RANK.number || rank === RANK.string || rank === RANK.boolean) return String(value);
  throw failed(value, 'string');
}

const CONVERTERS: Record<string, (value: unknown) => unknown> = {
  int: (value) => within(wholeOf(value, 'int'), 32, value, 'int'),
  long: (value) => within(wholeOf(value, 'long'), 64, value, 'long'),
  double,
  decimal,
  string: text,
  bool: (value) => (isNumber(value) ? compareValues(value, 0) !== 0 : value !== false),
  objectId(value) {
    if (rankOf(value) === RANK.objectId) return value;
    if (typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value)) return new ObjectId(value);
    throw failed(value, 'objectId');
  },
};

const CODES: Record<number, string> = {
  1: 'double',
  2: 'string',
  7: 'objectId',
  8: 'bool',
  9: 'date',
  16: 'int',
  18: 'long',
  19: 'decimal',
};

const toDate: Expression = (doc, value, options) => {
  if (rankOf(value) === RANK.objectId) return (value as ObjectId).getTimestamp();
  if (isNumber(value)) return new Date(Number(wholeOf(value, 'date')));
  return mingo.$toDate(doc as never, { $literal: value }, options);
};

const converter =
  (to: string): Expression =>
  (doc, argument, options) => {
    const [given] = Array.isArray(argument) && argument.length === 1 ? (argument as unknown[]) : [argument];
    const value = evalExpr(doc, given, options);
    if (value === null || value === undefined) return null;
    return to === 'date' ? toDate(doc, value, options) : CONVERTERS[to]!(value);
  };

/** The operators that look at types and change them. */
export const conversions: Record<string, Expression> = {
  $toInt: converter('int'),
  $toLong: converter('long'),
  $toDouble: converter('double'),
  $toDecimal: converter('decimal'),
  $toString: converter('string'),
  $toBool: converter('bool'),
  $toObjectId: converter('objectId'),
  $toDate: converter('date'),
  $type: (doc, argument, options) => typeName(evalExpr(doc, Array.isArray(argument) ? argument[0] : argument, options)),
  $isNumber: (doc, argument, options) =>
    isNumber(evalExpr(doc, Array.isArray(argument) ? argument[0] : argument, options)),
  $convert: (doc, argument, options) => {
    const { input, to, onError, onNull, ...others } = isDocument(argument) ? argument : {};
    const unknown = Object.keys(others)[0];
    if (unknown !== undefined)
      throw new CommandError('FailedToParse', `$convert found an unknown argument: ${unknown}`);
    const value = evalExpr(doc, input ?? null, options);
    if (value === null || value === undefined) return evalExpr(doc, onNull ?? null, options);
    const type = evalExpr(doc, to, options);
    const name = CODES[Number(type)] ?? String(type);
    if (name !== 'date' && !Object.hasOwn(CONVERTERS, name)) {
      throw new CommandError('BadValue', `Unknown type name: ${String(type)}`);
    }
    try {
      return converter(name)(doc, { $literal: value }, options);
    } catch (error) {
      if (onError === undefined) throw error;
      return evalExpr(doc, onError, options);
    }
  },
};
