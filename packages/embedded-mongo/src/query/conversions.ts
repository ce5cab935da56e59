import { BSONType, ObjectId } from 'bson';
import { evalExpr } from 'mingo/core';
import { CommandError, notImplemented } from '../errors.js';
import { isDocument } from '../values/bson.js';
import { compareValues, RANK, rankOf } from '../values/compare.js';
import { type Expression, isNull, isNumber, operator, refuseExact } from './operands.js';
import { TYPES } from './operators.js';

/** The name of a value's type; of a plain number the smallest that holds it. */
export function typeName(value: unknown): string {
  if (value === undefined) return 'missing';
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return 'double';
  return Object.keys(TYPES).find((name) => name !== 'double' && TYPES[name]!(value)) ?? 'undefined';
}

const failed = (value: unknown, to: string): CommandError =>
  new CommandError('ConversionFailure', `Failed to convert ${typeName(value)} to ${to} in $convert`);

const INTEGER = /^[+-]?\d+$/;
const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

function numberOf(value: unknown, to: string, text: RegExp): number {
  refuseExact(`the conversion to ${to}`, [value]);
  const isText = typeof value === 'string' && text.test(value);
  const isTime = value instanceof Date && to !== 'int';
  if (isText || isTime || typeof value === 'number' || typeof value === 'boolean') return Number(value);
  throw failed(value, to);
}

function whole(value: unknown, to: string, bits: number): number {
  const number = Math.trunc(numberOf(value, to, INTEGER));
  if (!(number >= -(2 ** (bits - 1)) && number < 2 ** (bits - 1))) throw failed(value, to);
  if (!Number.isSafeInteger(number)) throw notImplemented(`the conversion to ${to} past 2^53`);
  return number;
}

const CONVERTERS: Record<string, (value: unknown) => unknown> = {
  int: (value) => whole(value, 'int', 32),
  long: (value) => whole(value, 'long', 64),
  double: (value) => numberOf(value, 'double', DECIMAL),
  bool: (value) => (isNumber(value) ? compareValues(value, 0) !== 0 : value !== false),
  string(value) {
    if (value instanceof Date) return value.toISOString();
    if (rankOf(value) === RANK.objectId || isNumber(value) || typeof value === 'boolean') return String(value);
    if (typeof value !== 'string') throw failed(value, 'string');
    return value;
  },
  objectId(value) {
    if (rankOf(value) === RANK.objectId) return value;
    if (typeof value === 'string' && /^[0-9a-f]{24}$/i.test(value)) return new ObjectId(value);
    throw failed(value, 'objectId');
  },
  date(value) {
    if (rankOf(value) === RANK.objectId) return (value as ObjectId).getTimestamp();
    refuseExact('the conversion to date', [value]);
    const isKnown = typeof value === 'string' || typeof value === 'number' || value instanceof Date;
    // Without a zone a time is UTC's to MongoDB, and the machine's own to JavaScript.
    const date = new Date(/\dT[\d:.]+$/.test(String(value)) ? `${String(value)}Z` : (value as Date));
    if (!isKnown || Number.isNaN(date.getTime())) throw failed(value, 'date');
    return date;
  },
  decimal() {
    throw notImplemented('the conversion to decimal');
  },
};

function converted(value: unknown, to: string): unknown {
  if (!Object.hasOwn(CONVERTERS, to)) throw new CommandError('BadValue', `Unknown type name: ${to}`);
  return isNull(value) ? null : CONVERTERS[to]!(value);
}

const $convert: Expression = (doc, argument, options) => {
  const { input, to, onError, onNull, ...others } = isDocument(argument) ? argument : {};
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new CommandError('FailedToParse', `$convert found an unknown argument: ${unknown}`);
  const value = evalExpr(doc, input, options);
  if (isNull(value)) return evalExpr(doc, onNull ?? null, options);
  const type = evalExpr(doc, to, options);
  const name = Object.entries(BSONType).find(([, code]) => code === type)?.[0] ?? String(type);
  try {
    return converted(value, name);
  } catch (error) {
    const isHandled = onError !== undefined && error instanceof CommandError && error.codeName === 'ConversionFailure';
    if (!isHandled) throw error;
    return evalExpr(doc, onError, options);
  }
};

/** Conversions of values and questions about their types. */
export const conversions: Record<string, Expression> = {
  $convert,
  ...Object.fromEntries(
    Object.keys(CONVERTERS).map((to) => {
      const name = `$to${to[0]!.toUpperCase()}${to.slice(1)}`;
      return [name, operator(name, [1, 1], (value) => converted(value, to))];
    }),
  ),
  $type: operator('$type', [1, 1], typeName),
  $isNumber: operator('$isNumber', [1, 1], isNumber),
};
