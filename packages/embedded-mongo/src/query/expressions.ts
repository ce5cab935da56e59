import { evalExpr } from 'mingo/core';
import type { Options } from 'mingo/types';
import { CommandError } from '../errors.js';
import { compareValues } from '../values/compare.js';

function comparison<T>(result: (order: number) => T) {
  return (doc: unknown, operands: unknown, options: Options): T => {
    if (!Array.isArray(operands) || operands.length !== 2) {
      throw new CommandError('BadValue', 'a comparison expression takes exactly 2 arguments');
    }
    const [left, right] = evalExpr(doc, operands, options) as [unknown, unknown];
    return result(compareValues(left, right));
  };
}

/** Comparisons of expressions order values of all types, which mingo's do not. */
export const expressionOperators = {
  $cmp: comparison(Math.sign),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
};
