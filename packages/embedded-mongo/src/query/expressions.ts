import { evalExpr } from 'mingo/core';
import * as mingo from 'mingo/operators/expression';
import type { Options } from 'mingo/types';
import { CommandError } from '../errors.js';
import { isDocument } from '../values/bson.js';
import { compareValues, isRegex, valuesEqual } from '../values/compare.js';
import { encodeValue } from '../values/index-key.js';
import { patternOf, regexFrom } from '../values/pattern.js';
import { arithmetic } from './arithmetic.js';
import { conversions } from './conversions.js';
import { sortArray } from './sort.js';

/** An operator of expressions as mingo calls it. */
export type Expression = (doc: unknown, argument: unknown, options: Options) => unknown;

/** An operator of some operands, of which one alone need not stand in an array. */
function operator(name: string, least: number, most: number, run: (...operands: unknown[]) => unknown): Expression {
  return (doc, argument, options) => {
    const given = Array.isArray(argument) ? (argument as unknown[]) : [argument];
    if (given.length < least || given.length > most) {
      const count = least === most ? `exactly ${least}` : `${least} to ${most}`;
      throw new CommandError(
        'Location16020',
        `Expression ${name} takes ${count} arguments. ${given.length} were passed in.`,
      );
    }
    return run(...given.map((operand) => evalExpr(doc, operand, options)));
  };
}

const comparison = (name: string, result: (order: number) => unknown): Expression =>
  operator(name, 2, 2, (left, right) => result(compareValues(left, right)));

const hashOf = (value: unknown): string => encodeValue(value).toString('latin1');
const isNull = (value: unknown): boolean => value === null || value === undefined;

/** An operator on sets; a null operand makes null. */
function setOperator(name: string, least: number, run: (...sets: Map<string, unknown>[]) => unknown): Expression {
  return operator(name, least, name === '$setUnion' || name === '$setIntersection' ? Infinity : 2, (...operands) => {
    if (operands.some(isNull) && !name.startsWith('$setEq') && !name.startsWith('$setIs')) return null;
    return run(
      ...operands.map((operand) => {
        if (!Array.isArray(operand)) throw new CommandError('Location17040', `All operands of ${name} must be arrays`);
        return new Map(operand.map((value: unknown) => [hashOf(value), value]));
      }),
    );
  });
}

/** mingo's search, with MongoDB's meaning of patterns and options. */
const regexOperator =
  (run: Expression, missing: unknown): Expression =>
  (doc, argument, options) => {
    const { input, regex, options: flags } = isDocument(argument) ? argument : {};
    const [text, pattern, given] = [input, regex, flags].map((part) => evalExpr(doc, part ?? null, options));
    if (isNull(text) || isNull(pattern)) return missing;
    if (typeof text !== 'string') throw new CommandError('Location51104', "the 'input' has to be a string");
    const own = isRegex(pattern) && isNull(given) ? (pattern as object) : regexFrom(pattern, given ?? undefined);
    return run(doc, { input: { $literal: text }, regex: patternOf(own) }, options);
  };

/** Operators that compare by BSON's order and equality, which mingo's do not. */
export const expressionOperators: Record<string, Expression> = {
  ...arithmetic,
  ...conversions,
  $cmp: comparison('$cmp', Math.sign),
  $eq: comparison('$eq', (order) => order === 0),
  $ne: comparison('$ne', (order) => order !== 0),
  $gt: comparison('$gt', (order) => order > 0),
  $gte: comparison('$gte', (order) => order >= 0),
  $lt: comparison('$lt', (order) => order < 0),
  $lte: comparison('$lte', (order) => order <= 0),
  $in: operator('$in', 2, 2, (value, list) => {
    if (!Array.isArray(list)) throw new CommandError('Location40081', '$in requires an array as a second argument');
    return list.some((item) => valuesEqual(item, value));
  }),
  $indexOfArray: operator('$indexOfArray', 2, 4, (list, value, from = 0, to = Infinity) => {
    if (isNull(list)) return null;
    if (!Array.isArray(list)) throw new CommandError('Location40090', '$indexOfArray requires an array');
    return list.findIndex((item, i) => i >= Number(from) && i < Number(to) && valuesEqual(item, value));
  }),
  $setEquals: setOperator('$setEquals', 2, (a, b) => a.size === b.size && [...a.keys()].every((key) => b.has(key))),
  $setIsSubset: setOperator('$setIsSubset', 2, (a, b) => [...a.keys()].every((key) => b.has(key))),
  $setUnion: setOperator('$setUnion', 1, (...sets) =>
    sortArray([...new Map(sets.flatMap((set) => [...set])).values()], 1),
  ),
  $setIntersection: setOperator('$setIntersection', 1, (first, ...others) =>
    sortArray(
      [...first].filter(([key]) => others.every((set) => set.has(key))).map(([, value]) => value),
      1,
    ),
  ),
  $setDifference: setOperator('$setDifference', 2, (a, b) =>
    [...a].filter(([key]) => !b.has(key)).map(([, value]) => value),
  ),
  $sortArray: (doc, argument, options) => {
    const { input, sortBy } = isDocument(argument) ? argument : {};
    const list = evalExpr(doc, input ?? null, options);
    if (isNull(list)) return null;
    if (!Array.isArray(list))
      throw new CommandError('Location2942504', 'The input argument to $sortArray must be an array');
    return sortArray(list, sortBy);
  },
  $regexMatch: regexOperator(mingo.$regexMatch as Expression, false),
  $regexFind: regexOperator(mingo.$regexFind as Expression, null),
  $regexFindAll: regexOperator(mingo.$regexFindAll as Expression, []),
};
