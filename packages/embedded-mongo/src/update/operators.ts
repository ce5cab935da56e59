import { Int32 } from 'bson';
import { demand } from '../errors.js';
import { compileFilter } from '../query/filter.js';
import { sortArray } from '../query/sort.js';
import { type Doc, hasOperators, isDocument } from '../values/bson.js';
import { compareValues, isRegex, toPlain, valuesEqual } from '../values/compare.js';
import { add, isNumeric, multiply } from '../values/numbers.js';
import { MISSING } from '../values/paths.js';

/** Leaves a field as it is. */
export const UNCHANGED = Symbol('unchanged');
/** Removes a field. */
export const REMOVED = Symbol('removed');

/** Gives a field's new value from its present one (`MISSING` if absent) and the operator's argument. */
export type FieldOperator = (current: unknown, argument: unknown, path: string) => unknown;

/** `$inc` or `$mul`; an absent field counts as 0. */
const arithmetic =
  (operator: string, operation: (a: unknown, b: unknown) => unknown): FieldOperator =>
  (current, argument, path) => {
    const areNumbers = isNumeric(argument) && (current === MISSING || isNumeric(current));
    demand(areNumbers, 'TypeMismatch', `Cannot apply ${operator} to '${path}': both have to be numbers`);
    if (current !== MISSING) return operation(current, argument);
    return operator === '$inc' ? argument : operation(new Int32(0), argument);
  };

function arrayAt(current: unknown, path: string): unknown[] {
  if (current === MISSING) return [];
  demand(Array.isArray(current), 'BadValue', `The field '${path}' must be an array`);
  return current;
}

function integer(value: unknown, name: string): number {
  const number = Number(toPlain(value));
  demand(Number.isInteger(number), 'BadValue', `The value for ${name} must be an integer value`);
  return number;
}

/** The values that `$push` or `$addToSet` adds, and what else its argument says of them. */
function eachOf(operator: string, argument: unknown, modifiers: readonly string[]): [each: unknown[], modifiers: Doc] {
  if (!isDocument(argument) || !Object.hasOwn(argument, '$each')) return [[argument], {}];
  const { $each, ...rest } = argument;
  const unknown = Object.keys(rest).find((name) => !modifiers.includes(name));
  demand(unknown === undefined, 'BadValue', `Unrecognized clause in ${operator}: ${unknown}`);
  demand(Array.isArray($each), 'TypeMismatch', `The argument to $each in ${operator} must be an array`);
  return [$each, rest];
}

function push(current: unknown, argument: unknown, path: string): unknown {
  const list = [...arrayAt(current, path)];
  const [each, { $position, $sort, $slice }] = eachOf('$push', argument, ['$slice', '$sort', '$position']);
  list.splice($position === undefined ? list.length : integer($position, '$position'), 0, ...each);
  const sorted = $sort === undefined ? list : sortArray(list, $sort);
  const keep = $slice === undefined ? list.length : integer($slice, '$slice');
  return keep < 0 ? sorted.slice(keep) : sorted.slice(0, keep);
}

function pullTest(condition: unknown): (element: unknown) => boolean {
  const plain = toPlain(condition);
  if (isDocument(plain) && !hasOperators(plain)) {
    const test = compileFilter(plain);
    return (element) => isDocument(element) && test(toPlain(element) as Doc);
  }
  if (!hasOperators(plain) && !isRegex(plain)) return (element) => valuesEqual(element, condition);
  const test = compileFilter({ v: plain });
  return (element) => test({ v: toPlain(element) });
}

function filtered(current: unknown, path: string, drop: (element: unknown) => boolean): unknown {
  if (current === MISSING) return UNCHANGED;
  return arrayAt(current, path).filter((element) => !drop(element));
}

function keepBetter(current: unknown, argument: unknown, sign: 1 | -1): unknown {
  return current !== MISSING && sign * compareValues(argument, current) <= 0 ? UNCHANGED : argument;
}

/** The update operators that work on one field at a time, on typed values. */
export const FIELD_OPERATORS: Record<string, FieldOperator> = {
  $set: (_current, argument) => argument,
  $setOnInsert: (_current, argument) => argument,
  $unset: (current) => (current === MISSING ? UNCHANGED : REMOVED),
  $inc: arithmetic('$inc', add),
  $mul: arithmetic('$mul', multiply),
  $min: (current, argument) => keepBetter(current, argument, -1),
  $max: (current, argument) => keepBetter(current, argument, 1),
  $currentDate: (_current, argument) => {
    const isDate = argument === true || (isDocument(argument) && argument['$type'] === 'date');
    demand(isDate, 'NotImplemented', 'embedded-mongo does not implement $currentDate of anything but a date');
    return new Date();
  },
  $push: push,
  $addToSet: (current, argument, path) => {
    const list = [...arrayAt(current, path)];
    for (const value of eachOf('$addToSet', argument, [])[0]) {
      if (!list.some((element) => valuesEqual(element, value))) list.push(value);
    }
    return list;
  },
  $pull: (current, argument, path) => filtered(current, path, pullTest(argument)),
  $pullAll: (current, argument, path) => {
    demand(Array.isArray(argument), 'BadValue', '$pullAll requires an array argument');
    return filtered(current, path, (element) => argument.some((value) => valuesEqual(element, value)));
  },
  $pop: (current, argument, path) => {
    const side = Number(toPlain(argument));
    demand(side === 1 || side === -1, 'FailedToParse', '$pop expects 1 or -1');
    if (current === MISSING) return UNCHANGED;
    const list = arrayAt(current, path);
    return side === 1 ? list.slice(0, -1) : list.slice(1);
  },
};
