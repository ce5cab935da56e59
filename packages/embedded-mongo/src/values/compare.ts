import type { Binary, BSONRegExp, Code, DBRef, Decimal128, Long, ObjectId, Timestamp } from 'bson';
import { bsonType, decodePlain, type Doc, encode } from './bson.js';
import { compareWithDouble, type Decimal, decimalOf, orderedBytes } from './numbers.js';

/** BSON's order of types, by MongoDB's names. A rank is also the first byte of an index key, so it is never 0. */
export const RANK = {
  minKey: 1,
  null: 3,
  number: 4,
  string: 5,
  object: 6,
  array: 7,
  binData: 8,
  objectId: 9,
  bool: 10,
  date: 11,
  timestamp: 12,
  regex: 13,
  javascript: 14,
  maxKey: 15,
} as const;

/** Represents an empty array's elements in an index key; MongoDB distinguishes them from null. */
export const EMPTY_ARRAY = Symbol('empty array');
const EMPTY_ARRAY_RANK = 2;

/** Ranks by BSON class name or JavaScript type. */
const RANK_OF: Record<string, number> = {
  ...{ number: RANK.number, string: RANK.string, boolean: RANK.bool },
  ...{ Int32: RANK.number, Double: RANK.number, Long: RANK.number, Decimal128: RANK.number },
  ...{ BSONRegExp: RANK.regex, Code: RANK.javascript, DBRef: RANK.object },
  ...{ Binary: RANK.binData, ObjectId: RANK.objectId, Timestamp: RANK.timestamp },
  ...{ MinKey: RANK.minKey, MaxKey: RANK.maxKey },
};

/** A value's type rank in BSON order; a missing value ranks as null. */
export function rankOf(value: unknown): number {
  if (value === EMPTY_ARRAY) return EMPTY_ARRAY_RANK;
  if (typeof value !== 'object' || value === null) return RANK_OF[typeof value] ?? RANK.null;
  if (Array.isArray(value)) return RANK.array;
  if (value instanceof Date) return RANK.date;
  if (value instanceof RegExp) return RANK.regex;
  if (value instanceof Uint8Array) return RANK.binData;
  return RANK_OF[bsonType(value) ?? ''] ?? RANK.object;
}

/** Whether a value is NaN, in any number type. */
export function isNotANumber(value: unknown): boolean {
  return typeof value === 'number' ? Number.isNaN(value) : rankOf(value) === RANK.number && String(value) === 'NaN';
}

/** The fields of a document or DBRef, in order. */
function fieldsOf(value: unknown): [string, unknown][] {
  const fields = bsonType(value) === 'DBRef' ? (value as DBRef).toJSON() : (value as Doc);
  return Object.entries(fields).filter(([, field]) => field !== undefined);
}

export const isRegex = (value: unknown): boolean => rankOf(value) === RANK.regex;

/** The pattern and options of a regular expression. */
export function regexOf(value: unknown): [string, string] {
  return value instanceof RegExp
    ? [value.source, value.flags]
    : [(value as BSONRegExp).pattern, (value as BSONRegExp).options];
}

/** Inverts bytes, reversing their order. */
export const inverted = (bytes: Buffer): Buffer => Buffer.from(bytes.map((byte) => ~byte));

const SIGN = 1n << 63n;

function encodeInt64(value: bigint): Buffer {
  const out = Buffer.alloc(8);
  out.writeBigUInt64BE(BigInt.asUintN(64, value) ^ SIGN);
  return out;
}

function encodeDouble(value: number): Buffer {
  const out = Buffer.alloc(8);
  // NaN sorts below every number, as all zero bytes; no other double encodes to them.
  if (Number.isNaN(value)) return out;
  out.writeDoubleBE(value === 0 ? 0 : value);
  if ((out[0]! & 0x80) !== 0) return inverted(out);
  out[0]! |= 0x80;
  return out;
}

/** The exact value of a number that may not fit a double; undefined for Infinity and NaN. */
function exactOf(value: unknown): Decimal | undefined {
  if (bsonType(value) === 'Decimal128') return decimalOf(value as Decimal128);
  return bsonType(value) === 'Long' ? decimalOf((value as Long).toBigInt()) : undefined;
}

function encodeNumber(value: unknown): Buffer {
  const nearest = typeof value === 'number' ? value : Number(String(value));
  const exact = typeof value === 'number' ? undefined : exactOf(value);
  const side = exact === undefined ? 0 : Math.sign(compareWithDouble(exact, nearest));
  // Orders numbers that share a nearest double: those below it, the double itself, those above it.
  const bytes = [encodeDouble(nearest), Buffer.from([side + 1])];
  return Buffer.concat(side === 0 ? bytes : [...bytes, orderedBytes(exact!)]);
}

// Escapes a zero byte as 00 FF and ends with 00 01, so that no text's bytes are a prefix of another's.
function encodeText(text: string): Buffer {
  if (!text.includes('\0')) return Buffer.from(`${text}\0\x01`);
  return Buffer.from(`${Buffer.from(text).toString('latin1').replaceAll('\0', '\0\xff')}\0\x01`, 'latin1');
}

const NESTED_END = Buffer.from([0]);

function encodePayload(rank: number, value: unknown): Buffer[] {
  switch (rank) {
    case RANK.number:
      return [encodeNumber(value)];
    case RANK.string:
      return [encodeText(value as string)];
    case RANK.object:
      return [
        ...fieldsOf(value).flatMap(([name, field]) => [
          Buffer.from([rankOf(field)]),
          encodeText(name),
          encodeValue(field),
        ]),
        NESTED_END,
      ];
    case RANK.array:
      return [...(value as unknown[]).map(encodeValue), NESTED_END];
    case RANK.binData: {
      const { sub_type: subtype, buffer, position } = value as Binary;
      const bytes = value instanceof Uint8Array ? value : buffer.subarray(0, position);
      const head = Buffer.from([0, 0, 0, 0, subtype ?? 0]);
      head.writeUInt32BE(bytes.length);
      return [head, Buffer.from(bytes)];
    }
    case RANK.objectId:
      return [Buffer.from((value as ObjectId).id)];
    case RANK.bool:
      return [Buffer.from([Number(value)])];
    case RANK.date:
      return [encodeInt64(BigInt(Number(value) || 0))];
    case RANK.timestamp:
      return [encodeInt64((value as Timestamp).toBigInt() - SIGN)];
    case RANK.regex:
      return regexOf(value).map(encodeText);
    case RANK.javascript:
      return [encodeText(String((value as Code).code))];
    default:
      return [];
  }
}

/** Encodes a value so that byte order equals BSON order; no encoding is a prefix of another. */
export function encodeValue(value: unknown): Buffer {
  const rank = rankOf(value);
  // Most values are texts, which need no copy.
  if (rank === RANK.string && !(value as string).includes('\0')) return Buffer.from(`\x05${value as string}\0\x01`);
  return Buffer.concat([Buffer.from([rank]), ...encodePayload(rank, value)]);
}

const HAS_SURROGATES = /[\ud800-\udfff]/;

function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  // MongoDB orders strings by UTF-8 bytes; UTF-16 order differs for surrogates only.
  if (HAS_SURROGATES.test(a) || HAS_SURROGATES.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : 1;
}

/** Compares two values in BSON order: negative, 0 or positive. Numbers of all types compare by value. */
export function compareValues(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number' && !Number.isNaN(a - b)) return a - b;
  const rank = rankOf(a);
  if (rank !== rankOf(b)) return rank - rankOf(b);
  switch (rank) {
    case RANK.string:
      return compareStrings(a as string, b as string);
    case RANK.bool:
    case RANK.date:
      return Number(a) - Number(b);
    case RANK.objectId:
      return Buffer.compare((a as ObjectId).id, (b as ObjectId).id);
    default:
      return Buffer.compare(encodeValue(a), encodeValue(b));
  }
}

/** Whether two values are equal in MongoDB: numbers by value, documents with fields in the same order. */
export function valuesEqual(a: unknown, b: unknown): boolean {
  return a === b || compareValues(a, b) === 0;
}

/** A typed value in the form that `decodePlain` returns. */
export function toPlain(value: unknown): unknown {
  return decodePlain(encode({ value }))['value'];
}
