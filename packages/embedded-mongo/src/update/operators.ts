import { Int32, Timestamp } from 'bson';
import { CommandError } from '../errors.js';
import { compileFilter } from '../query/filter.js';
import { sortArray } from '../query/sort.js';
import { type Doc, isDocument } from '../values/bson.js';
import { compareValues, isRegex, toPlain, valuesEqual } from '../values/compare.js';
import { MISSING } from '../values/paths.js';
import { add, bitwise, isNumeric, multiply, zeroLike } from './numbers.js';

/** Leaves a field as it is. */
export const UNCHANGED = Symbol('unchanged');
/** Removes a field. */
export const REMOVED = Symbol('removed');

/** Gives a field's new value from its present one (`MISSING` if absent) and the operator's argument. */
export type FieldOperator = (current: unknown, argument: unknown, path: string) => unknown;

function numeric(operator: string, current: unknown, argument: unknown, path: string): void {
  if (!isNumeric(argument)) {
    throw new CommandError('TypeMismatch', `Cannot ${operator.slice(1)} with non-numeric argument: {${path}: ...}`);
  }
  if (current !== MISSING && !isNumeric(current)) {
    throw new CommandError(
      'TypeMismatch',
      `Cannot apply ${operator} to a value of non-numeric type: the field '${path}' is not a number`,
    );
  }
}

function arrayAt(current: unknown, path: string): unknown[] {
  if (current === MISSING) return [];
  if (!Array.isArray(current)) throw new CommandError('BadValue', `The field '${path}' must be an array`);
  return current;
}

function integer(value: unknown, name: string): number {
  const number = Number(toPlain(value));
  if (!Number.isInteger(number)) throw new CommandError('BadValue', `The value for ${name} must be an integer value`);
  return number;
}

function eachOf(argument: unknown, operator: string): unknown[] {
  if (!isDocument(argument) || !Object.hasOwn(argument, '$each')) return [argument];
  if (!Array.isArray(argument['$each'])) {
    throw new CommandError('TypeMismatch', `The argument to $each in ${operator} must be an array`);
  }
  return argument['$each'];
}

const PUSH_MODIFIERS = new Set(['$each', '$slice', '$sort', '$position']);

function push(current: unknown, argument: unknown, path: string): unknown {
  const list = [...arrayAt(current, path)];
  if (!isDocument(argument) || !Object.hasOwn(argument, '$each')) return [...list, argument];
  for (const name of Object.keys(argument)) {
    if (!PUSH_MODIFIERS.has(name)) throw new CommandError('BadValue', `Unrecognized clause in $push: ${name}`);
  }
  const { $position, $sort, $slice } = argument;
  const at = $position === undefined ? list.length : integer($position, '$position');
  list.splice(at, 0, ...eachOf(argument, '$push'));
  const sorted = $sort === undefined ? list : sortArray(list, $sort);
  if ($slice === undefined) return sorted;
  const keep = integer($slice, '$slice');
  if (keep === 0) return [];
  return keep < 0 ? sorted.slice(keep) : sorted.slice(0, keep);
}

function pullTest(condition: unknown): (element: unknown) => boolean {
  const plain = toPlain(condition);
  const operators = isDocument(plain) && Object.keys(plain).some((key) => key.startsWith('$'));
  if (isDocument(plain) && !operators) {
    const test = compileFilter(plain);
    return (element) => isDocument(element) && test(toPlain(element) as Doc);
  }
  if (!operators && !isRegex(plain)) return (element) => valuesEqual(element, condition);
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
  $inc: (current, argument, path) => {
    numeric('$inc', current, argument, path);
    return current === MISSING ? argument : add(current, argument);
  },
  $mul: (current, argument, path) => {
    numeric('$mul', current, argument, path);
    return current === MISSING ? zeroLike(argument) : multiply(current, argument);
  },
  $min: (current, argument) => keepBetter(current, argument, -1),
  $max: (current, argument) => keepBetter(current, argument, 1),
  $currentDate: (_current, argument) => {
    const type = isDocument(argument)
      ? argument['$type']
      : argument === true || argument === false
        ? 'date'
        : undefined;
    if (type === 'date') return new Date();
    if (type === 'timestamp') return new Timestamp({ t: Math.floor(Date.now() / 1000), i: 1 });
    throw new CommandError('BadValue', "$currentDate takes true, { $type: 'date' } or { $type: 'timestamp' }");
  },
  $push: push,
  $addToSet: (current, argument, path) => {
    const list = [...arrayAt(current, path)];
    const other = isDocument(argument) && Object.hasOwn(argument, '$each') ? Object.keys(argument) : [];
    if (other.length > 1) {
      throw new CommandError('BadValue', `Found unexpected fields after $each in $addToSet: ${other.join(', ')}`);
    }
    for (const value of eachOf(argument, '$addToSet')) {
      if (!list.some((element) => valuesEqual(element, value))) list.push(value);
    }
    return list;
  },
  $pull: (current, argument, path) => filtered(current, path, pullTest(argument)),
  $pullAll: (current, argument, path) => {
    if (!Array.isArray(argument)) throw new CommandError('BadValue', '$pullAll requires an array argument');
    return filtered(current, path, (element) => argument.some((value) => valuesEqual(element, value)));
  },
  $pop: (current, argument, path) => {
    const side = Number(toPlain(argument));
    if (side !== 1 && side !== -1) throw new CommandError('FailedToParse', '$pop expects 1 or -1');
    if (current === MISSING) return UNCHANGED;
    const list = arrayAt(current, path);
    return side === 1 ? list.slice(0, -1) : list.slice(1);
  },
  $bit: (current, argument) => {
    if (!isDocument(argument)) throw new CommandError('BadValue', 'The $bit modifier needs a document');
    return Object.entries(argument).reduce<unknown>(
      (value, [operation, operand]) => bitwise(operation, value, operand),
      current === MISSING ? new Int32(0) : current,
    );
  },
};
