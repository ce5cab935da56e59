import { Decimal128 } from 'bson';

/** A finite decimal: coefficient times ten to the exponent. The exponent tells 1.10 from 1.1. */
export interface Decimal {
  readonly coefficient: bigint;
  readonly exponent: number;
}

const DIGITS = 34;
const MIN_EXPONENT = -6176;
const MAX_EXPONENT = 6111;

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
const digitsOf = (value: bigint): number => (value === 0n ? 0 : abs(value).toString().length);
const signOf = (value: bigint): number => (value < 0n ? -1 : value > 0n ? 1 : 0);

/** A whole number, or the content of a Decimal128; undefined for Infinity and NaN. */
export function decimalOf(value: bigint | Decimal128): Decimal | undefined {
  if (typeof value === 'bigint') return { coefficient: value, exponent: 0 };
  const [, sign, whole, fraction = '', exponent = '0'] =
    /^(-?)(\d+)\.?(\d*)(?:E([+-]?\d+))?$/.exec(value.toString()) ?? [];
  if (whole === undefined) return undefined;
  const coefficient = BigInt(whole + fraction);
  return { coefficient: sign === '-' ? -coefficient : coefficient, exponent: Number(exponent) - fraction.length };
}

/** A double as a decimal of 15 digits, as MongoDB takes it into decimal arithmetic; undefined for Infinity and NaN. */
export function decimalOfDouble(value: number): Decimal | undefined {
  return Number.isFinite(value) ? decimalOf(Decimal128.fromString(value.toPrecision(15))) : undefined;
}

/** Divides by a power of ten; halves go to the even neighbour. */
export function shortened(value: bigint, by: number): bigint {
  const unit = 10n ** BigInt(by);
  const quotient = value / unit;
  const twice = abs(value % unit) * 2n;
  const away = twice > unit || (twice === unit && quotient % 2n !== 0n);
  return away ? quotient + (value < 0n ? -1n : 1n) : quotient;
}

/** The nearest Decimal128; Infinity when it is too large. */
export function toDecimal128({ coefficient, exponent }: Decimal): Decimal128 {
  let [value, power] = [coefficient, exponent];
  const excess = Math.max(digitsOf(value) - DIGITS, MIN_EXPONENT - power);
  if (excess > 0) [value, power] = [shortened(value, excess), power + excess];
  // Rounding up may have made one digit more: 999…9 became 1000…0.
  if (digitsOf(value) > DIGITS) [value, power] = [value / 10n, power + 1];
  if (power > MAX_EXPONENT) {
    const padding = power - MAX_EXPONENT;
    if (value !== 0n && digitsOf(value) + padding > DIGITS) {
      return Decimal128.fromString(value < 0n ? '-Infinity' : 'Infinity');
    }
    [value, power] = [value === 0n ? 0n : value * 10n ** BigInt(padding), MAX_EXPONENT];
  }
  return Decimal128.fromString(`${value}E${power}`);
}

const scaled = (x: Decimal, exponent: number): bigint => x.coefficient * 10n ** BigInt(x.exponent - exponent);

/** The exact sum; its exponent is the lower one. */
export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const exponent = Math.min(a.exponent, b.exponent);
  return { coefficient: scaled(a, exponent) + scaled(b, exponent), exponent };
}

/** The exact product. */
export function multiplyDecimals(a: Decimal, b: Decimal): Decimal {
  return { coefficient: a.coefficient * b.coefficient, exponent: a.exponent + b.exponent };
}

/** Compares two decimals by value: negative, 0 or positive. */
function compareDecimals(a: Decimal, b: Decimal): number {
  const bySign = signOf(a.coefficient) - signOf(b.coefficient);
  if (bySign !== 0 || a.coefficient === 0n) return bySign;
  const magnitude = (x: Decimal): number => digitsOf(x.coefficient) + x.exponent;
  const byMagnitude = magnitude(a) - magnitude(b);
  if (byMagnitude !== 0) return byMagnitude * signOf(a.coefficient);
  return signOf(addDecimals(a, { ...b, coefficient: -b.coefficient }).coefficient);
}

const scratch = new DataView(new ArrayBuffer(8));
const FRACTION_BITS = 52n;

/** A double by its exact value; a binary fraction is a decimal one too: 2^-n is 5^n times 10^-n. */
export function exactDecimal(value: number): Decimal {
  scratch.setFloat64(0, value);
  const bits = scratch.getBigUint64(0);
  const stored = Number((bits >> FRACTION_BITS) & 0x7ffn);
  const fraction = bits & ((1n << FRACTION_BITS) - 1n);
  const whole = (stored === 0 ? fraction : fraction | (1n << FRACTION_BITS)) * (value < 0 ? -1n : 1n);
  const power = Math.max(stored, 1) - 1075;
  return power >= 0
    ? { coefficient: whole << BigInt(power), exponent: 0 }
    : { coefficient: whole * 5n ** BigInt(-power), exponent: power };
}

/** Compares a decimal with a double by their exact values: negative, 0 or positive. */
export function compareWithDouble(a: Decimal, b: number): number {
  if (!Number.isFinite(b)) return b > 0 ? -1 : 1;
  return compareDecimals(a, exactDecimal(b));
}

/** Bytes that order decimals of one sign by value; all of the same length. */
export function orderedBytes({ coefficient, exponent }: Decimal): Buffer {
  const digits = abs(coefficient).toString();
  const out = Buffer.alloc(2 + 15);
  // The place of the leading digit first, then the digits, filled up to their full number.
  out.writeUInt16BE(exponent + digits.length + 0x4000);
  const filled = BigInt(digits.padEnd(DIGITS, '0'));
  out.write(filled.toString(16).padStart(30, '0'), 2, 'hex');
  if (coefficient < 0n) for (let i = 0; i < out.length; i++) out[i] = ~out[i]! & 0xff;
  return out;
}
