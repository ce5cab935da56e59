import { CommandError, demand, type ErrorName } from '../errors.js';
import { type Expression, isNull, isNumber, operator, refuseExact, within53Bits } from './operands.js';
import { typeName } from './operators.js';

const isDate = (value: unknown): value is Date => value instanceof Date;
const isNumberOrDate = (value: unknown): boolean => isNumber(value) || isDate(value);

/** An operator on numbers: null where an operand is, `code` where one is no number. */
function onNumbers(
  name: string,
  counts: readonly [least: number, most: number],
  code: ErrorName,
  run: (...numbers: number[]) => unknown,
  accepts: (value: unknown) => boolean = isNumber,
): Expression {
  return operator(name, counts, (...values) => {
    if (values.some(isNull)) return null;
    const other = values.find((value) => !accepts(value));
    if (other !== undefined) {
      throw new CommandError(code, `${name} only supports numeric types, not ${typeName(other)}`);
    }
    refuseExact(name, values);
    return run(...(values as number[]));
  });
}

function sum(...values: (number | Date)[]): number | Date {
  const dates = values.filter(isDate);
  if (dates.length > 1) throw new CommandError('Location16612', 'only one date allowed in an $add expression');
  const total = values.map(Number).reduce((a, b) => within53Bits('$add', a + b, a, b), 0);
  return dates.length === 0 ? total : new Date(Math.round(total));
}

function difference(a: number | Date, b: number | Date): number | Date {
  if (isDate(b) && !isDate(a)) throw new CommandError('TypeMismatch', "can't $subtract a date from a number");
  const result = within53Bits('$subtract', Number(a) - Number(b), Number(a), Number(b));
  return isDate(a) && !isDate(b) ? new Date(Math.round(result)) : result;
}

function divisor(code: ErrorName, name: string, value: number): number {
  demand(value !== 0, code, `can't ${name} by zero`);
  return value;
}

const ofOne = (name: string, run: (value: number) => number): Expression =>
  onNumbers(name, [1, 1], 'Location28765', run);

/** Arithmetic with doubles. */
export const arithmetic: Record<string, Expression> = {
  $abs: ofOne('$abs', Math.abs),
  $ceil: ofOne('$ceil', Math.ceil),
  $floor: ofOne('$floor', Math.floor),
  $add: onNumbers('$add', [0, Infinity], 'TypeMismatch', sum, isNumberOrDate),
  $subtract: onNumbers('$subtract', [2, 2], 'TypeMismatch', (a, b) => difference(a, b), isNumberOrDate),
  $multiply: onNumbers('$multiply', [0, Infinity], 'TypeMismatch', (...values) =>
    values.reduce((a, b) => within53Bits('$multiply', a * b, a, b), 1),
  ),
  $divide: onNumbers('$divide', [2, 2], 'Location16609', (a, b) => a / divisor('Location16608', '$divide', b)),
  $mod: onNumbers('$mod', [2, 2], 'Location16611', (a, b) => a % divisor('Location16610', '$mod', b)),
};
