import * as mingo from 'mingo/operators/accumulator';
import * as mingoWindows from 'mingo/operators/window';
import type { Options } from 'mingo/types';
import { type Doc, isDocument } from '../values/bson.js';
import { compareValues, encodeValue } from '../values/compare.js';
import { isNull, refuseExact, within53Bits } from './operands.js';

/** Takes a group's values one by one; `undefined` stands for a missing one. */
export interface Accumulator {
  add(value: unknown): void;
  result(): unknown;
}

export const hashOf = (value: unknown): string =>
  typeof value === 'string' ? `s${value}` : encodeValue(value).toString('latin1');

/** An accumulator that keeps one state. */
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

/** The accumulators of ours, which keep no documents. */
export const ACCUMULATORS: Record<string, () => Accumulator> = {
  $sum: () =>
    folding(0, (sum, value) => {
      refuseExact('$sum', [value]);
      return typeof value === 'number' ? within53Bits('$sum', sum + value, sum, value) : sum;
    }),
  $count: () => folding(0, (count) => count + 1),
  $avg: () =>
    folding<number[]>(
      [0, 0],
      ([sum = 0, count = 0], value) => {
        refuseExact('$avg', [value]);
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
};

/** What one of these accumulators makes of some values. */
export function accumulated(name: string, values: readonly unknown[]): unknown {
  const accumulator = ACCUMULATORS[name]!();
  for (const value of values) accumulator.add(value);
  return accumulator.result() ?? null;
}

type Operator = (...call: unknown[]) => unknown;

/** Operators of mingo that refuse numbers which they would take for texts, or for nothing. */
function ofDoubles(
  operators: object,
  names: readonly string[],
  about: (call: unknown[]) => [docs: unknown[], argument: unknown],
): Record<string, Operator> {
  const known = operators as Record<string, Operator>;
  const careful = names.map((name): [string, Operator] => [
    name,
    (...call) => {
      const [docs, argument] = about(call);
      const { input = argument, sortBy = {} } = isDocument(argument) ? argument : {};
      const read = [input ?? null, ...Object.keys(sortBy as Doc).map((path) => `$${path}`)];
      refuseExact(name, isNull(argument) ? docs : mingo.$push(docs, read, call.at(-1) as Options).flat(2));
      return known[name]!(...call);
    },
  ]);
  return { ...known, ...Object.fromEntries(careful) };
}

const OF_DOUBLES = [
  ...['$stdDevPop', '$stdDevSamp', '$median', '$percentile', '$covariancePop', '$covarianceSamp'],
  ...['$minN', '$maxN', '$top', '$topN', '$bottom', '$bottomN'],
];
const WINDOWS = ['$expMovingAvg', '$derivative', '$integral', '$linearFill', '$minMaxScaler'];

const overDocuments =
  (name: string): Operator =>
  (...call) => {
    const [docs, expression, options] = call as [unknown[], unknown, Options];
    return accumulated(name, mingo.$push(docs, expression, options));
  };

/** The accumulators as mingo calls them for groups and windows. */
export const accumulatorOperators: Record<string, Operator> = {
  ...ofDoubles(mingo, OF_DOUBLES, ([docs, argument]) => [docs as unknown[], argument]),
  ...Object.fromEntries(['$sum', '$avg', '$min', '$max'].map((name) => [name, overDocuments(name)])),
};

/** mingo's operators of windows. */
export const windowOperators = ofDoubles(mingoWindows, WINDOWS, ([doc, , about]) => [
  [doc],
  (about as { inputExpr: unknown }).inputExpr,
]);
