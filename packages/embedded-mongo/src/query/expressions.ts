import { evalExpr } from 'mingo/core';
import * as mingo from 'mingo/operators/expression';
import type { Options } from 'mingo/types';
import { assert, type CommandError, type ErrorName, notImplemented } from '../errors.js';
import { type Doc, isDocument } from '../values/bson.js';
import { compareValues, encodeValue, isRegex, RANK, rankOf, valuesEqual } from '../values/compare.js';
import { patternOf, regexFrom } from '../values/pattern.js';
import { typeName } from './operators.js';

const isNull = (value: unknown): boolean => value === null || value === undefined;
/** The truth of an expression's result. */
export const isTrue = (value: unknown): boolean => !isNull(value) && value !== false && !valuesEqual(value, 0);
const isNumber = (value: unknown): boolean => rankOf(value) === RANK.number;

const inexact = (name: string): CommandError =>
  notImplemented(`${name} of Decimal128 and of 64-bit integers past 2^53`);

/** Pipelines calculate with doubles. @throws CommandError NotImplemented for numbers that are not doubles */
function rejectExact(name: string, values: readonly unknown[]): void {
  if (values.some((value) => isNumber(value) && typeof value !== 'number')) throw inexact(name);
}

/** Checks the result of two numbers. @throws CommandError NotImplemented for an integer that a double cannot hold */
function within53Bits(name: string, result: number, a: number, b: number): number {
  const isLong = Number.isInteger(result) && !Number.isSafeInteger(result) && Math.abs(result) < 2 ** 63;
  if (isLong && Number.isSafeInteger(a) && Number.isSafeInteger(b)) throw inexact(name);
  return result;
}

/** Accumulates a group's values; `undefined` means a missing value. */
export interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

export const hashOf = (value: unknown): string =>
  typeof value === 'string' ? `s${value}` : encodeValue(value).toString('latin1');

/** An accumulator that folds values into one state. */
function folding<S>(
  start: S,
  step: (state: S, value: unknown) => S,
  result: (state: S) => unknown = (state) => state,
): Accumulator {
  let state = start;
  return { add: (value) => void (state = step(state, value)), result: () => result(state) };
}

const extreme = (sign: 1 | -1): Accumulator =>
  folding<unknown>(null, (found, value) =>
    isNull(value) || (found !== null && sign * compareValues(value, found) <= 0) ? found : value,
  );

/** The accumulators; they retain no documents. */
export const ACCUMULATORS: Record<string, () => Accumulator> = {
  $sum: () =>
    folding(0, (sum, value) => {
      rejectExact('$sum', [value]);
      return typeof value === 'number' ? within53Bits('$sum', sum + value, sum, value) : sum;
    }),
  $count: () => folding(0, (count) => count + 1),
  $avg: () =>
    folding<number[]>(
      [0, 0],
      ([sum = 0, count = 0], value) => {
        rejectExact('$avg', [value]);
        return typeof value === 'number' ? [sum + value, count + 1] : [sum, count];
      },
      ([sum = 0, count = 0]) => (count === 0 ? null : sum / count),
    ),
  $min: () => extreme(-1),
  $max: () => extreme(1),
  $first: () => folding<unknown>(undefined, (first, value) => (first === undefined ? (value ?? null) : first)),
  $last: () => folding<unknown>(null, (_last, value) => value ?? null),
  $push: () =>
    folding<unknown[]>([], (list, value) => {
      if (value !== undefined) list.push(value);
      return list;
    }),
  $addToSet: () =>
    folding(
      new Map<string, unknown>(),
      (set, value) => (value === undefined || set.has(hashOf(value)) ? set : set.set(hashOf(value), value)),
      (set) => [...set.values()],
    ),
  $mergeObjects: () => folding({}, (merged, value) => (isDocument(value) ? { ...merged, ...value } : merged)),
};

/** Applies an accumulator to values. */
function accumulated(name: string, values: readonly unknown[]): unknown {
  const accumulator = ACCUMULATORS[name]!();
  for (const value of values) accumulator.add(value);
  return accumulator.result() ?? null;
}

/** Accumulators that also apply to lists, where mingo's differ from MongoDB's. */
const LIST_ACCUMULATORS = ['$sum', '$avg', '$min', '$max'];

/** An expression operator as mingo calls it. */
type Expression = (doc: unknown, argument: unknown, options: Options) => unknown;

type Arity = readonly [min: number, max: number];

/** An operator with a fixed range of operands; a single operand need not be in an array. */
function operator(name: string, [min, max]: Arity, run: (...operands: unknown[]) => unknown): Expression {
  return (doc, argument, options) => {
    const operands = Array.isArray(argument) ? (argument as unknown[]) : [argument];
    const isInRange = operands.length >= min && operands.length <= max;
    assert(isInRange, 'Location16020', `${name} takes ${min} to ${max} arguments, not ${operands.length}`);
    return run(...operands.map((operand) => evalExpr(doc, operand, options)));
  };
}

/** A missing value ranks between MinKey and null; in filters and sorts it compares as null. */
const operandRank = (value: unknown): number => (value === undefined ? RANK.null - 1 : rankOf(value));

const compareOperands = (a: unknown, b: unknown): number =>
  a === undefined || b === undefined ? operandRank(a) - operandRank(b) : compareValues(a, b);

const comparison = (name: string, result: (order: number) => unknown): Expression =>
  operator(name, [2, 2], (left, right) => result(compareOperands(left, right)));

const isDate = (value: unknown): boolean => value instanceof Date;

const WITH_DATES = new Set(['$add', '$subtract']);

/** Arithmetic with doubles: null if any operand is null, error `code` if one is not a number. */
function arithmetic(name: string, arity: Arity, code: ErrorName, run: (...numbers: number[]) => number): Expression {
  return operator(name, arity, (...values) => {
    if (values.some(isNull)) return null;
    const other = values.find((value) => !isNumber(value) && !(WITH_DATES.has(name) && isDate(value)));
    assert(other === undefined, code, `${name} only supports numeric types, not ${typeName(other)}`);
    rejectExact(name, values);
    const result = run(...(values as number[]));
    // A date and numbers give a date; two dates give the time between them.
    return values.filter(isDate).length === 1 ? new Date(Math.round(result)) : result;
  });
}

/** mingo's regular expression operators with MongoDB's patterns and options. */
const regexOperator =
  (run: Expression, missing: unknown): Expression =>
  (doc, argument, options) => {
    const { input, regex, options: flags } = isDocument(argument) ? argument : {};
    const [text, pattern, ownFlags] = [input, regex, flags].map((part) => evalExpr(doc, part ?? null, options));
    if (isNull(text) || isNull(pattern)) return missing;
    assert(typeof text === 'string', 'Location51104', "the 'input' has to be a string");
    const own = isRegex(pattern) && isNull(ownFlags) ? (pattern as object) : regexFrom(pattern, ownFlags ?? undefined);
    return run(doc, { input: { $literal: text }, regex: patternOf(own) }, options);
  };

/** An accumulator over its operands, or over the elements of a single list. */
const listAccumulator =
  (name: string): Expression =>
  (doc, argument, options) => {
    const value = evalExpr(doc, argument, options);
    return accumulated(name, Array.isArray(value) ? value : [value]);
  };

/** mingo's operator without the arguments for which its result differs from MongoDB's. */
const refusing =
  (what: string, run: unknown, differs: (argument: Doc) => boolean): Expression =>
  (doc, argument, options) => {
    if (isDocument(argument) && differs(argument)) throw notImplemented(what);
    return (run as Expression)(doc, argument, options);
  };

const caseOperator = (name: string, run: (text: string) => string): Expression =>
  operator(name, [1, 1], (value) => {
    assert(isNull(value) || typeof value === 'string', 'NotImplemented', `${name} of a value that is not a string`);
    return isNull(value) ? '' : run(value as string);
  });

/** Operators whose comparison, arithmetic or validation differs from mingo's. */
export const expressionOperators: Record<string, Expression> = {
  $abs: arithmetic('$abs', [1, 1], 'Location28765', Math.abs),
  $ceil: arithmetic('$ceil', [1, 1], 'Location28765', Math.ceil),
  $floor: arithmetic('$floor', [1, 1], 'Location28765', Math.floor),
  $add: arithmetic('$add', [0, Infinity], 'TypeMismatch', (...values) => {
    assert(values.filter(isDate).length < 2, 'Location16612', 'only one date allowed in an $add expression');
    return values.map(Number).reduce((a, b) => within53Bits('$add', a + b, a, b), 0);
  }),
  $subtract: arithmetic('$subtract', [2, 2], 'TypeMismatch', (a, b) => {
    assert(isDate(a) || !isDate(b), 'TypeMismatch', "can't $subtract a date from a number");
    return within53Bits('$subtract', Number(a) - Number(b), Number(a), Number(b));
  }),
  $multiply: arithmetic('$multiply', [0, Infinity], 'TypeMismatch', (...values) =>
    values.reduce((a, b) => within53Bits('$multiply', a * b, a, b), 1),
  ),
  $divide: arithmetic('$divide', [2, 2], 'Location16609', (a, b) => {
    assert(b !== 0, 'Location16608', "can't $divide by zero");
    return a / b;
  }),
  $mod: arithmetic('$mod', [2, 2], 'Location16611', (a, b) => {
    assert(b !== 0, 'Location16610', "can't $mod by zero");
    return a % b;
  }),
  $not: operator('$not', [1, 1], (value) => !isTrue(value)),
  $type: operator('$type', [1, 1], typeName),
  $toLower: caseOperator('$toLower', (text) => text.toLowerCase()),
  $toUpper: caseOperator('$toUpper', (text) => text.toUpperCase()),
  $size: operator('$size', [1, 1], (list) => {
    assert(Array.isArray(list), 'Location17124', `The argument to $size must be an array, not ${typeName(list)}`);
    return list.length;
  }),
  $dateTrunc: refusing('a time zone or weeks in $dateTrunc', mingo.$dateTrunc, ({ timezone, unit }) =>
    /[$"]|week/.test(`${JSON.stringify(timezone) ?? ''}${String(unit)}`),
  ),
  $dateToString: refusing('%G and %U in $dateToString', mingo.$dateToString, ({ format }) =>
    /%[GU]|^\$|\[object/.test(String(format)),
  ),
  $isNumber: operator('$isNumber', [1, 1], isNumber),
  ...Object.fromEntries(LIST_ACCUMULATORS.map((name) => [name, listAccumulator(name)])),
  $cmp: comparison('$cmp', Math.sign),
  $eq: comparison('$eq', (order) => order === 0),
  $ne: comparison('$ne', (order) => order !== 0),
  $gt: comparison('$gt', (order) => order > 0),
  $gte: comparison('$gte', (order) => order >= 0),
  $lt: comparison('$lt', (order) => order < 0),
  $lte: comparison('$lte', (order) => order <= 0),
  $in: operator('$in', [2, 2], (value, list) => {
    assert(Array.isArray(list), 'Location40081', '$in requires an array as a second argument');
    return list.some((item) => compareOperands(item ?? null, value) === 0);
  }),
  $map: (doc, argument, options) => {
    const list = (mingo.$map as Expression)(doc, argument, options);
    return Array.isArray(list) ? list.map((item: unknown) => item ?? null) : list;
  },
  $getField: (doc, argument, options) => {
    const { field, input = '$$CURRENT' } = isDocument(argument) && 'field' in argument ? argument : { field: argument };
    const [name, from] = [evalExpr(doc, field, options), evalExpr(doc, input, options)];
    return isDocument(from) ? from[String(name)] : from === null ? null : undefined;
  },
  $regexMatch: regexOperator(mingo.$regexMatch as Expression, false),
  $regexFind: regexOperator(mingo.$regexFind as Expression, null),
  $regexFindAll: regexOperator(mingo.$regexFindAll as Expression, []),
};
