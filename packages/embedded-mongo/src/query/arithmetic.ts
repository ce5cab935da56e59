import { CommandError, type ErrorName } from '../errors.js';
import { exactDecimal, shortened } from '../values/decimal.js';
import { typeName } from './conversions.js';
import { type Expression, isNull, isNumber, operator, refuseExact, within53Bits } from './operands.js';

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

/** A number with no digits behind a place after the point (before it, where the place is negative). */
function rounded(value: number, place: number, isCut: boolean): number {
  if (!Number.isInteger(place) || place < -20 || place > 100) {
    throw new CommandError('Location51083', 'a precision has to be a whole number from -20 to 100');
  }
  if (!Number.isFinite(value)) return value;
  const { coefficient, exponent } = exactDecimal(value);
  const by = -place - exponent;
  if (by <= 0) return value;
  return Number(`${isCut ? coefficient / 10n ** BigInt(by) : shortened(coefficient, by)}e${-place}`);
}

function divisor(code: ErrorName, name: string, value: number): number {
  if (value === 0) throw new CommandError(code, `can't ${name} by zero`);
  return value;
}

const FUNCTIONS: Record<string, (a: number, b: number) => number> = {
  $abs: Math.abs,
  $ceil: Math.ceil,
  $floor: Math.floor,
  $exp: Math.exp,
  $sqrt: Math.sqrt,
  $ln: Math.log,
  $log10: Math.log10,
  $log: (value, base) => Math.log(value) / Math.log(base),
  $pow: (base, exponent) => within53Bits('$pow', base ** exponent, base, exponent),
  ...{ $sin: Math.sin, $cos: Math.cos, $tan: Math.tan, $asin: Math.asin, $acos: Math.acos, $atan: Math.atan },
  ...{ $sinh: Math.sinh, $cosh: Math.cosh, $tanh: Math.tanh, $asinh: Math.asinh, $acosh: Math.acosh },
  ...{ $atanh: Math.atanh, $atan2: Math.atan2 },
};

const mathematical = (name: string, run: (a: number, b: number) => number): Expression =>
  onNumbers(name, [run.length, run.length], 'Location28765', (a, b) => {
    const result = run(a, b);
    if (Number.isNaN(result) && !Number.isNaN(a) && !Number.isNaN(b)) {
      throw new CommandError('BadValue', `${name} is not defined for ${a}`);
    }
    return result;
  });

/** Arithmetic with doubles. */
export const arithmetic: Record<string, Expression> = {
  ...Object.fromEntries(Object.entries(FUNCTIONS).map(([name, run]) => [name, mathematical(name, run)])),
  $add: onNumbers('$add', [0, Infinity], 'TypeMismatch', sum, isNumberOrDate),
  $subtract: onNumbers('$subtract', [2, 2], 'TypeMismatch', (a, b) => difference(a, b), isNumberOrDate),
  $multiply: onNumbers('$multiply', [0, Infinity], 'TypeMismatch', (...values) =>
    values.reduce((a, b) => within53Bits('$multiply', a * b, a, b), 1),
  ),
  $divide: onNumbers('$divide', [2, 2], 'Location16609', (a, b) => a / divisor('Location16608', '$divide', b)),
  $mod: onNumbers('$mod', [2, 2], 'Location16611', (a, b) => a % divisor('Location16610', '$mod', b)),
  $round: onNumbers('$round', [1, 2], 'Location51081', (value, place = 0) => rounded(value, place, false)),
  $trunc: onNumbers('$trunc', [1, 2], 'Location51081', (value, place = 0) => rounded(value, place, true)),
};
