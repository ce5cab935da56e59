import type { Binary, BSONRegExp, Code, DBRef, Decimal128, Double, Int32, Long, ObjectId, Timestamp } from 'bson';
import { bsonType, isDocument, type Doc } from './bson.js';
import { compareDecimals, compareWithDouble, type Decimal, decimalOf } from './decimal.js';

/** BSON's order of types. The ranks are also the first byte of each value in an index key, so none of them is 0. */
export const RANK = {
  min: 1,
  emptyArray: 2,
  null: 3,
  number: 4,
  string: 5,
  object: 6,
  array: 7,
  binary: 8,
  objectId: 9,
  boolean: 10,
  date: 11,
  timestamp: 12,
  regex: 13,
  code: 14,
  max: 15,
} as const;

/** Stands in an index key for the elements of an empty array, which MongoDB keeps apart from null. */
export const EMPTY_ARRAY = Symbol('empty array');

const RANK_OF_CLASS: Record<string, number> = {
  Int32: RANK.number,
  Double: RANK.number,
  Long: RANK.number,
  Decimal128: RANK.number,
  Binary: RANK.binary,
  ObjectId: RANK.objectId,
  Timestamp: RANK.timestamp,
  BSONRegExp: RANK.regex,
  BSONSymbol: RANK.string,
  Code: RANK.code,
  DBRef: RANK.object,
  MinKey: RANK.min,
  MaxKey: RANK.max,
};

/** The rank of a value's type in BSON's order; a missing value ranks as null. */
export function rankOf(value: unknown): number {
  switch (typeof value) {
    case 'number':
    case 'bigint':
      return RANK.number;
    case 'string':
      return RANK.string;
    case 'boolean':
      return RANK.boolean;
    case 'undefined':
      return RANK.null;
    case 'symbol':
      return value === EMPTY_ARRAY ? RANK.emptyArray : RANK.null;
    default:
  }
  if (value === null) return RANK.null;
  if (Array.isArray(value)) return RANK.array;
  if (value instanceof Date) return RANK.date;
  if (value instanceof RegExp) return RANK.regex;
  if (value instanceof Uint8Array) return RANK.binary;
  return RANK_OF_CLASS[bsonType(value) ?? ''] ?? RANK.object;
}

/** A number as the nearest double; where that is not the number itself, which side of it it lies on, and the number. */
export interface NumberParts {
  readonly approx: number;
  readonly side: -1 | 0 | 1;
  readonly exact?: Decimal;
}

/** Takes a number apart so that the parts, compared one after the other, order numbers of all types exactly. */
export function numberParts(value: unknown): NumberParts {
  if (typeof value === 'number') return { approx: value, side: 0 };
  switch (typeof value === 'bigint' ? 'bigint' : bsonType(value)) {
    case 'bigint':
    case 'Long': {
      const whole = typeof value === 'bigint' ? value : (value as Long).toBigInt();
      const approx = Number(whole);
      return Number.isSafeInteger(approx) ? { approx, side: 0 } : withSide(approx, { coefficient: whole, exponent: 0 });
    }
    case 'Decimal128': {
      const approx = Number((value as Decimal128).toString());
      const exact = decimalOf(value as Decimal128);
      return exact === undefined ? { approx, side: 0 } : withSide(approx, exact);
    }
    default:
      return { approx: (value as Int32 | Double).value, side: 0 };
  }
}

function withSide(approx: number, exact: Decimal): NumberParts {
  const side = Math.sign(compareWithDouble(exact, approx)) as -1 | 0 | 1;
  return side === 0 ? { approx, side } : { approx, side, exact };
}

/** Whether a value is a number of any type that is not a number. */
export function isNotANumber(value: unknown): boolean {
  return typeof value === 'number' ? Number.isNaN(value) : bsonType(value) === 'Decimal128' && String(value) === 'NaN';
}

/** The text of a string or symbol. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : String((value as { value: unknown }).value);
}

/** The subtype and bytes of a binary value. */
export function binaryOf(value: unknown): { subtype: number; bytes: Uint8Array } {
  if (value instanceof Uint8Array) return { subtype: 0, bytes: value };
  const binary = value as Binary;
  return { subtype: binary.sub_type, bytes: binary.buffer.subarray(0, binary.position) };
}

/** The fields of a document or DBRef, in their order. */
export function fieldsOf(value: unknown): [string, unknown][] {
  if (bsonType(value) !== 'DBRef') return Object.entries(value as Doc).filter(([, field]) => field !== undefined);
  const ref = value as DBRef;
  const fields: [string, unknown][] = [
    ['$ref', ref.collection],
    ['$id', ref.oid],
  ];
  if (ref.db !== undefined && ref.db !== '') fields.push(['$db', ref.db]);
  return [...fields, ...Object.entries(ref.fields ?? {})];
}

/** Whether a value is a regular expression. */
export const isRegex = (value: unknown): boolean => rankOf(value) === RANK.regex;

/** Pattern and options of a regular expression. */
export function regexOf(value: unknown): [string, string] {
  return value instanceof RegExp
    ? [value.source, value.flags]
    : [(value as BSONRegExp).pattern, (value as BSONRegExp).options];
}

function compareScalars<T extends number | bigint | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function compareNumbers(a: unknown, b: unknown): number {
  const left = numberParts(a);
  const right = numberParts(b);
  if (Number.isNaN(left.approx) || Number.isNaN(right.approx)) {
    return Number(Number.isNaN(right.approx)) - Number(Number.isNaN(left.approx));
  }
  const order = compareScalars(left.approx, right.approx) || left.side - right.side;
  return order !== 0 || left.exact === undefined ? order : compareDecimals(left.exact, right.exact!);
}

// MongoDB orders strings by their UTF-8 bytes; UTF-16 differs from that only where a surrogate meets a unit past it.
function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const xSurrogate = x >= 0xd800 && x <= 0xdfff;
    const ySurrogate = y >= 0xd800 && y <= 0xdfff;
    return xSurrogate === ySurrogate ? x - y : xSurrogate ? 1 : -1;
  }
  return a.length - b.length;
}

function compareFields(a: [string, unknown][], b: [string, unknown][]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const [nameA, valueA] = a[i]!;
    const [nameB, valueB] = b[i]!;
    const order = rankOf(valueA) - rankOf(valueB) || compareStrings(nameA, nameB) || compareValues(valueA, valueB);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareArrays(a: unknown[], b: unknown[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compareValues(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareBinary(a: unknown, b: unknown): number {
  const left = binaryOf(a);
  const right = binaryOf(b);
  return (
    left.bytes.length - right.bytes.length || left.subtype - right.subtype || Buffer.compare(left.bytes, right.bytes)
  );
}

function codeText(value: unknown): string {
  const code = (value as Code).code;
  return typeof code === 'string' ? code : String(code);
}

/** Compares two values in BSON's order: negative, 0 or positive. Numbers of all types compare by value. */
export function compareValues(a: unknown, b: unknown): number {
  const rank = rankOf(a);
  const byRank = rank - rankOf(b);
  if (byRank !== 0) return byRank;
  switch (rank) {
    case RANK.number:
      return typeof a === 'number' && typeof b === 'number' && a === a && b === b
        ? compareScalars(a, b)
        : compareNumbers(a, b);
    case RANK.string:
      return compareStrings(textOf(a), textOf(b));
    case RANK.object:
      return compareFields(fieldsOf(a), fieldsOf(b));
    case RANK.array:
      return compareArrays(a as unknown[], b as unknown[]);
    case RANK.binary:
      return compareBinary(a, b);
    case RANK.objectId:
      return compareScalars((a as ObjectId).toHexString(), (b as ObjectId).toHexString());
    case RANK.boolean:
    case RANK.date:
      return compareScalars(Number(a), Number(b));
    case RANK.timestamp:
      return compareScalars((a as Timestamp).toBigInt(), (b as Timestamp).toBigInt());
    case RANK.regex: {
      const [patternA, flagsA] = regexOf(a);
      const [patternB, flagsB] = regexOf(b);
      return compareStrings(patternA, patternB) || compareStrings(flagsA, flagsB);
    }
    case RANK.code:
      return compareStrings(codeText(a), codeText(b));
    default:
      return 0;
  }
}

/** Whether two values are equal as MongoDB sees it: numbers by value, documents with their fields in order. */
export function valuesEqual(a: unknown, b: unknown): boolean {
  return a === b || compareValues(a, b) === 0;
}

/** A value with every number in its JavaScript form, as `decodePlain` would give it. */
export function toPlain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPlain);
  if (isDocument(value))
    return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, toPlain(field)]));
  switch (bsonType(value)) {
    case 'Int32':
    case 'Double':
      return (value as Int32 | Double).value;
    case 'Long': {
      const approx = (value as Long).toNumber();
      return Number.isSafeInteger(approx) ? approx : value;
    }
    default:
      return value;
  }
}
