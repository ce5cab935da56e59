import * as mingo from 'mingo/operators/accumulator';
import * as windows from 'mingo/operators/window';
import type { Options } from 'mingo/types';
import { type CommandError, notImplemented } from '../errors.js';
import { isDocument } from '../values/bson.js';
import { compareValues, encodeValue, RANK, rankOf } from '../values/compare.js';

export const isNull = (value: unknown): boolean => value === null || value === undefined;
export const isNumber = (value: unknown): boolean => rankOf(value) === RANK.number;

const inexact = (name: string): CommandError =>
  notImplemented(`${name} of Decimal128 and of 64-bit integers past 2^53`);

/** Pipelines calculate with doubles. @throws CommandError NotImplemented for numbers that are none */
export function refuseExact(name: string, values: readonly unknown[]): void {
  if (values.some((value) => isNumber(value) && typeof value !== 'number')) throw inexact(name);
}

/** What two numbers come to. @throws CommandError NotImplemented for a 64-bit integer that a double cannot hold */
export function within53Bits(name: string, result: number, a: number, b: number): number {
  const isLong = Number.isInteger(result) && !Number.isSafeInteger(result) && Math.abs(result) < 2 ** 63;
  if (isLong && Number.isSafeInteger(a) && Number.isSafeInteger(b)) throw inexact(name);
  return result;
}

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

/** The accumulators, which keep no documents. */
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
  $mergeObjects: () => folding({}, (merged, value) => (isDocument(value) ? { ...merged, ...value } : merged)),
};

/** What one of these accumulators makes of some values. */
export function accumulated(name: string, values: readonly unknown[]): unknown {
  const accumulator = ACCUMULATORS[name]!();
  for (const value of values) accumulator.add(value);
  return accumulator.result() ?? null;
}

const overDocuments =
  (name: string) =>
  (docs: unknown[], expression: unknown, options: Options): unknown =>
    accumulated(name, mingo.$push(docs, expression, options));

/** The accumulators as mingo calls them for windows. */
export const accumulatorOperators = {
  ...mingo,
  ...Object.fromEntries(['$sum', '$avg', '$min', '$max'].map((name) => [name, overDocuments(name)])),
};

type WindowOperator = typeof windows.$derivative;

/** Operators of windows that calculate with doubles. */
const OF_DOUBLES = ['$expMovingAvg', '$derivative', '$integral', '$linearFill', '$minMaxScaler'] as const;

/** One of mingo's operators, that refuses numbers which it would take for texts, or for nothing. */
const careful =
  (name: (typeof OF_DOUBLES)[number]): WindowOperator =>
  (doc, docs, about, options) => {
    const { input = about.inputExpr } = isDocument(about.inputExpr) ? about.inputExpr : {};
    refuseExact(name, mingo.$push([doc], input, options));
    return windows[name](doc, docs, about, options);
  };

/** mingo's operators of windows. */
export const windowOperators = { ...windows, ...Object.fromEntries(OF_DOUBLES.map((name) => [name, careful(name)])) };
