import { evalExpr } from 'mingo/core';
import * as mingo from 'mingo/operators/expression';
import { CommandError, demand } from '../errors.js';
import { isDocument } from '../values/bson.js';
import { compareValues, isRegex, valuesEqual } from '../values/compare.js';
import { patternOf, regexFrom } from '../values/pattern.js';
import { accumulated } from './accumulators.js';
import { arithmetic } from './arithmetic.js';
import { type Expression, isNull, isNumber, operator } from './operands.js';
import { typeName } from './operators.js';
import { sortArray } from './sort.js';

const comparison = (name: string, result: (order: number) => unknown): Expression =>
  operator(name, [2, 2], (left, right) => result(compareValues(left, right)));

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

/** An accumulator over operands, or over the elements of a single list. */
const listed =
  (name: string): Expression =>
  (doc, argument, options) => {
    const value = evalExpr(doc, argument, options);
    return accumulated(name, Array.isArray(value) ? value : [value]);
  };

/** Operators that compare by BSON's order and equality, which mingo's do not. */
export const expressionOperators: Record<string, Expression> = {
  ...arithmetic,
  $type: operator('$type', [1, 1], typeName),
  $isNumber: operator('$isNumber', [1, 1], isNumber),
  $sum: listed('$sum'),
  $avg: listed('$avg'),
  $min: listed('$min'),
  $max: listed('$max'),
  $cmp: comparison('$cmp', Math.sign),
  $eq: comparison('$eq', (order) => order === 0),
  $ne: comparison('$ne', (order) => order !== 0),
  $gt: comparison('$gt', (order) => order > 0),
  $gte: comparison('$gte', (order) => order >= 0),
  $lt: comparison('$lt', (order) => order < 0),
  $lte: comparison('$lte', (order) => order <= 0),
  $in: operator('$in', [2, 2], (value, list) => {
    if (!Array.isArray(list)) throw new CommandError('Location40081', '$in requires an array as a second argument');
    return list.some((item) => valuesEqual(item, value));
  }),
  $indexOfArray: operator('$indexOfArray', [2, 4], (list, value, from = 0, to = Infinity) => {
    if (isNull(list)) return null;
    if (!Array.isArray(list)) throw new CommandError('Location40090', '$indexOfArray requires an array');
    return list.findIndex((item, i) => i >= Number(from) && i < Number(to) && valuesEqual(item, value));
  }),
  $sortArray: (doc, argument, options) => {
    const { input, sortBy } = isDocument(argument) ? argument : {};
    const list = evalExpr(doc, input ?? null, options);
    if (isNull(list)) return null;
    demand(Array.isArray(list), 'Location2942504', 'The input argument to $sortArray must be an array');
    return sortArray(list, sortBy);
  },
  $regexMatch: regexOperator(mingo.$regexMatch as Expression, false),
  $regexFind: regexOperator(mingo.$regexFind as Expression, null),
  $regexFindAll: regexOperator(mingo.$regexFindAll as Expression, []),
};
