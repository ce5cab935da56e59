import { Decimal128, Double, Int32, Long } from 'bson';
import { CommandError } from '../errors.js';
import { bsonType } from './bson.js';

/** A finite decimal: coefficient times ten to the exponent. The exponent distinguishes 1.10 from 1.1. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
}

const DIGITS = 34;
const MIN_EXPONENT = -6176;
/** Digits before the decimal point in the largest number. */
const MAX_PLACES = 6145;

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
const digitsOf = (value: bigint): number => (value === 0n ? 0 : abs(value).toString().length);

/** A decimal from an integer or a Decimal128; undefined for Infinity and NaN. */
export function decimalOf(value: bigint | Decimal128): Decimal | undefined {
  if (typeof value === 'bigint') return { coefficient: value, exponent: 0 };
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)\.?(\d*)(?:E([+-]?\d+))?$/.exec(value.toString()) ?? [];
  if (whole === undefined) return undefined;
  const coefficient = BigInt(whole + fraction);
  return { coefficient: sign === '-' ? -coefficient : coefficient, exponent: Number(exponent) - fraction.length };
}

/** A double rounded to 15 digits, as MongoDB converts it for decimal arithmetic; undefined for Infinity and NaN. */
function decimalOfDouble(value: number): Decimal | undefined {
  return Number.isFinite(value) ? decimalOf(Decimal128.fromString(value.toPrecision(15))) : undefined;
}

/** Divides by a power of ten, rounding halves to even. */
function divideRounded(value: bigint, by: number): bigint {
  const unit = 10n ** BigInt(by);
  const quotient = value / unit;
  const twice = abs(value % unit) * 2n;
  const away = twice > unit || (twice === unit && quotient % 2n !== 0n);
  return away ? quotient + (value < 0n ? -1n : 1n) : quotient;
}

/** The nearest Decimal128; Infinity when it is too large. */
function toDecimal128({ coefficient, exponent }: Decimal): Decimal128 {
  const excess = Math.max(digitsOf(coefficient) - DIGITS, MIN_EXPONENT - exponent, 0);
  const [value, power] = [divideRounded(coefficient, excess), exponent + excess];
  const isTooLarge = value !== 0n && digitsOf(value) + power > MAX_PLACES;
  return Decimal128.fromString(isTooLarge ? `${value < 0n ? '-' : ''}Infinity` : `${value}E${power}`);
}

const scaled = (x: Decimal, exponent: number): bigint => x.coefficient * 10n ** BigInt(x.exponent - exponent);

/** The exact sum; its exponent is the lower one. */
function addDecimals(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  return { coefficient: scaled(a, exponent) + scaled(b, exponent), exponent };
}

/** The exact product. */
function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent };
}

/** A double's exact value: a binary fraction is also a decimal one, since 2^-n is 5^n times 10^-n. */
function exactDecimal(value: number): Decimal {
  let [whole, places] = [value, 0];
  for (; !Number.isInteger(whole); places++) whole *= 2;
  return { coefficient: BigInt(whole) * 5n ** BigInt(places), exponent: -places };
}

/** Compares a decimal with a double exactly: negative, 0 or positive. */
export function compareWithDouble(a: Decimal, b: number): number {
  if (!Number.isFinite(b)) return b > 0 ? -1 : 1;
  const { coefficient, exponent } = exactDecimal(b);
  const difference = addDecimals(a, { coefficient: -coefficient, exponent }).coefficient;
  return difference < 0n ? -1 : Number(difference > 0n);
}

/** Encodes decimals of the same sign so that byte order equals value order; the length is constant. */
export function orderedBytes({ coefficient, exponent }: Decimal): Buffer {
  const digits = abs(coefficient).toString();
  const out = Buffer.alloc(2 + 15);
  // The magnitude of the leading digit first, then the digits, padded to full length.
  out.writeUInt16BE(exponent + digits.length + 0x4000);
  const filled = BigInt(digits.padEnd(DIGITS, '0'));
  out.write(filled.toString(16).padStart(30, '0'), 2, 'hex');
  if (coefficient < 0n) for (let i = 0; i < out.length; i++) out[i] = ~out[i]! & 0xff;
  return out;
}

/** One operation for each kind of number. */
interface Arithmetic {
  readonly integers: (a: bigint, b: bigint) => bigint;
  readonly doubles: (a: number, b: number) => number;
  readonly decimals: (a: Decimal, b: Decimal) => Decimal;
}

/** Whether a typed value is a number. */
export function isNumeric(value: unknown): boolean {
  return ['Int32', 'Long', 'Double', 'Decimal128'].includes(bsonType(value) ?? '');
}

const toBigInt = (value: unknown): bigint => BigInt(String(value));

const toNumber = (value: unknown): number => Number((value as Int32 | Long | Double).valueOf());

/** A number converted for decimal arithmetic; undefined for Infinity and NaN. */
function decimalFrom(value: unknown): Decimal | undefined {
  if (bsonType(value) === 'Double') return decimalOfDouble(toNumber(value));
  return decimalOf(bsonType(value) === 'Decimal128' ? (value as Decimal128) : toBigInt(value));
}

/**
 * Arithmetic with MongoDB's result types: Decimal128 wins over double, double over long, long over int; an int that
 * overflows becomes a long.
 *
 * @throws CommandError when a 64-bit integer overflows
 */
function combine(a: unknown, b: unknown, { integers, doubles, decimals }: Arithmetic): unknown {
  const types = [bsonType(a), bsonType(b)];
  if (types.includes('Decimal128')) {
    const [left, right] = [decimalFrom(a), decimalFrom(b)];
    if (left !== undefined && right !== undefined) return toDecimal128(decimals(left, right));
    // Infinity and NaN behave as with doubles; of a finite operand only the sign matters.
    const asDouble = (value: unknown, exact?: Decimal): number =>
      exact === undefined ? Number(String(value)) : Math.sign(Number(exact.coefficient));
    return Decimal128.fromString(String(doubles(asDouble(a, left), asDouble(b, right))));
  }
  if (types.includes('Double')) return new Double(doubles(toNumber(a), toNumber(b)));
  const result = integers(toBigInt(a), toBigInt(b));
  if (!types.includes('Long') && BigInt.asIntN(32, result) === result) return new Int32(Number(result));
  if (BigInt.asIntN(64, result) === result) return Long.fromBigInt(result);
  throw new CommandError('BadValue', 'Failed to apply the operation to the current value: integer overflow');
}

const ADD: Arithmetic = { integers: (x, y) => x + y, doubles: (x, y) => x + y, decimals: addDecimals };
const MULTIPLY: Arithmetic = { integers: (x, y) => x * y, doubles: (x, y) => x * y, decimals: multiplyDecimals };

/** The sum of two typed numbers. */
export const add = (a: unknown, b: unknown): unknown => combine(a, b, ADD);

/** The product of two typed numbers. */
export const multiply = (a: unknown, b: unknown): unknown => combine(a, b, MULTIPLY);
