import type { Options } from 'mingo/types';
import * as mingo from 'mingo/operators/accumulator';
import * as mingoWindows from 'mingo/operators/window';
import { notImplemented } from '../errors.js';
import { ADD, calculated, isNumber } from '../update/numbers.js';
import { compareValues } from '../values/compare.js';
import { encodeValue } from '../values/index-key.js';
import { isDocument } from '../values/bson.js';
import { quotient } from './arithmetic.js';

/** Takes a group's values one by one; `undefined` stands for a missing one. */
export interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

export const hashOf = (value: unknown): string =>
  typeof value === 'string' ? `s${value}` : encodeValue(value).toString('latin1');

function best(sign: 1 | -1): Accumulator {
  let found: unknown = null;
  return {
    add(value) {
      if (value === undefined || value === null) return;
      if (found === null || sign * compareValues(value, found) > 0) found = value;
    },
    result: () => found,
  };
}

/** The accumulators of ours, which keep no documents. */
export const ACCUMULATORS: Record<string, () => Accumulator> = {
  $sum: () => {
    let sum: unknown = 0;
    return {
      add: (value) => {
        if (isNumber(value)) sum = calculated(ADD, sum, value);
      },
      result: () => sum,
    };
  },
  $count: () => {
    let count = 0;
    return { add: () => count++, result: () => count };
  },
  $avg: () => {
    let sum: unknown = 0;
    let count = 0;
    return {
      add: (value) => {
        if (!isNumber(value)) return;
        sum = calculated(ADD, sum, value);
        count++;
      },
      result: () => (count === 0 ? null : quotient(sum, count)),
    };
  },
  $min: () => best(-1),
  $max: () => best(1),
  $first: () => {
    let first: unknown;
    let seen = false;
    return {
      add: (value) => {
        if (!seen) first = value;
        seen = true;
      },
      result: () => first ?? null,
    };
  },
  $last: () => {
    let last: unknown;
    return { add: (value) => (last = value), result: () => last ?? null };
  },
  $push: () => {
    const list: unknown[] = [];
    return { add: (value) => value !== undefined && list.push(value), result: () => list };
  },
  $addToSet: () => {
    const set = new Map<string, unknown>();
    return {
      add: (value) => {
        if (value !== undefined && !set.has(hashOf(value))) set.set(hashOf(value), value);
      },
      result: () => [...set.values()],
    };
  },
};

type Collected = (docs: unknown[], expression: unknown, options: Options) => unknown;

/** The accumulators above over all documents of a window. */
const ours: [string, Collected][] = ['$sum', '$avg', '$min', '$max'].map((name) => [
  name,
  (docs, expression, options) => {
    const accumulator = ACCUMULATORS[name]!();
    for (const value of mingo.$push(docs, expression, options)) accumulator.add(value);
    return accumulator.result();
  },
]);

const isExact = (value: unknown): boolean => isNumber(value) && typeof value !== 'number';

/** Keeps decimals and long integers from what would take them for texts, or for nothing. */
function refused(name: string, docs: unknown[], argument: unknown, options: Options): void {
  const { input, sortBy } = isDocument(argument) ? argument : {};
  const paths = isDocument(sortBy) ? Object.keys(sortBy).map((path) => `$${path}`) : [];
  for (const expression of [isDocument(argument) && 'input' in argument ? input : argument, ...paths]) {
    const values = mingo.$push(docs, expression ?? null, options);
    if (values.flat().some(isExact)) throw notImplemented(`${name} of Decimal128 and of 64-bit integers past 2^53`);
  }
}

const OF_DOUBLES = [
  ...['$stdDevPop', '$stdDevSamp', '$median', '$percentile', '$covariancePop', '$covarianceSamp'],
  ...['$minN', '$maxN', '$top', '$topN', '$bottom', '$bottomN'],
] as const;
const WINDOWS = ['$expMovingAvg', '$derivative', '$integral', '$linearFill', '$minMaxScaler'] as const;

/** mingo's accumulators as they are called for groups and windows. */
export const accumulatorOperators = {
  ...mingo,
  ...Object.fromEntries(ours),
  ...Object.fromEntries(
    OF_DOUBLES.map((name) => [
      name,
      (docs: unknown[], argument: unknown, options: Options): unknown => {
        refused(name, docs, argument, options);
        return (mingo as unknown as Record<string, Collected>)[name]!(docs, argument, options);
      },
    ]),
  ),
};

type Windowed = (doc: unknown, docs: unknown[], about: { inputExpr: unknown }, options: Options) => unknown;

/** mingo's operators of windows. */
export const windowOperators = {
  ...mingoWindows,
  ...Object.fromEntries(
    WINDOWS.map((name) => [
      name,
      (doc: unknown, docs: unknown[], about: { inputExpr: unknown }, options: Options): unknown => {
        refused(name, [doc], about.inputExpr, options);
        return (mingoWindows as unknown as Record<string, Windowed>)[name]!(doc, docs, about, options);
      },
    ]),
  ),
};
