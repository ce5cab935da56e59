import type { Code, ObjectId, Timestamp } from 'bson';
import { binaryOf, fieldsOf, numberParts, RANK, rankOf, regexOf, textOf } from './compare.js';
import { orderedBytes } from './decimal.js';

/** Bytes that all values of one index key may take together; lmdb's keys end at 1,978, prefix and record id included. */
const MAX_KEY_BYTES = 1900;

/** An encoded index key; `cut` when a value was too long to be held in full. */
export interface EncodedKey {
  readonly bytes: Buffer;
  readonly cut: boolean;
}

const scratch = new DataView(new ArrayBuffer(8));

function encodeDouble(value: number): Buffer {
  const out = Buffer.alloc(8);
  // NaN sorts below every number: all zero bytes, which no other double encodes to.
  if (Number.isNaN(value)) return out;
  scratch.setFloat64(0, value === 0 ? 0 : value);
  const negative = (scratch.getUint8(0) & 0x80) !== 0;
  for (let i = 0; i < 8; i++) out[i] = negative ? ~scratch.getUint8(i) : scratch.getUint8(i);
  if (!negative) out[0]! |= 0x80;
  return out;
}

function encodeInt64(value: bigint): Buffer {
  const out = Buffer.alloc(8);
  out.writeBigUInt64BE(BigInt.asUintN(64, value) ^ (1n << 63n));
  return out;
}

function encodeNumber(value: unknown): Buffer {
  const { approx, side, exact } = numberParts(value);
  // Numbers that share their nearest double: those below it, the double itself, those above it.
  const bytes = [encodeDouble(approx), Buffer.from([side + 1])];
  return Buffer.concat(exact === undefined ? bytes : [...bytes, orderedBytes(exact)]);
}

// A zero byte inside the text becomes 00 FF and the end is 00 01, so that no text's bytes begin another's.
function encodeText(text: string): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  if (!bytes.includes(0)) return Buffer.concat([bytes, TEXT_END]);
  const escaped: number[] = [];
  for (const byte of bytes) {
    escaped.push(byte);
    if (byte === 0) escaped.push(0xff);
  }
  return Buffer.concat([Buffer.from(escaped), TEXT_END]);
}

const TEXT_END = Buffer.from([0, 1]);
const NESTED_END = Buffer.from([0]);

function encodePayload(rank: number, value: unknown): Buffer[] {
  switch (rank) {
    case RANK.number:
      return [encodeNumber(value)];
    case RANK.string:
      return [encodeText(textOf(value))];
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
    case RANK.binary: {
      const { subtype, bytes } = binaryOf(value);
      const head = Buffer.alloc(5);
      head.writeUInt32BE(bytes.length);
      head[4] = subtype;
      return [head, Buffer.from(bytes)];
    }
    case RANK.objectId:
      return [Buffer.from((value as ObjectId).id)];
    case RANK.boolean:
      return [Buffer.from([value === true ? 1 : 0])];
    case RANK.date:
      return [encodeInt64(BigInt(Number.isNaN(Number(value)) ? 0 : Number(value)))];
    case RANK.timestamp:
      return [encodeInt64((value as Timestamp).toBigInt() - (1n << 63n))];
    case RANK.regex:
      return regexOf(value).map(encodeText);
    case RANK.code:
      return [encodeText(String((value as Code).code))];
    default:
      return [];
  }
}

/** A string, the value that is met most: written at once. */
function encodePlainText(text: string): Buffer {
  const size = Buffer.byteLength(text);
  const out = Buffer.allocUnsafe(size + 3);
  out[0] = RANK.string;
  out.write(text, 1, 'utf8');
  const zero = out.indexOf(0, 1);
  if (zero !== -1 && zero <= size) return Buffer.concat([Buffer.from([RANK.string]), encodeText(text)]);
  out[size + 1] = 0;
  out[size + 2] = 1;
  return out;
}

/** One value as bytes that compare as BSON compares the values; no value's bytes are the beginning of another's. */
export function encodeValue(value: unknown): Buffer {
  if (typeof value === 'string') return encodePlainText(value);
  const rank = rankOf(value);
  return Buffer.concat([Buffer.from([rank]), ...encodePayload(rank, value)]);
}

/** Bytes that one value may take in a key of `fieldCount` fields. */
export function fieldLimit(fieldCount: number): number {
  return Math.floor(MAX_KEY_BYTES / fieldCount);
}

/** One value as it stands in a key of `fieldCount` fields: cut to its share of the key, inverted when descending. */
export function encodeField(value: unknown, direction: 1 | -1, fieldCount: number): EncodedKey {
  const limit = fieldLimit(fieldCount);
  const whole = encodeValue(value);
  const cut = whole.length > limit;
  const bytes = cut ? whole.subarray(0, limit) : whole;
  if (direction === -1) for (let i = 0; i < bytes.length; i++) bytes[i] = ~bytes[i]! & 0xff;
  return { bytes, cut };
}

/** The first byte string past every one that begins with `prefix`. */
export function pastPrefix(prefix: Uint8Array): Buffer {
  const out = Buffer.from(prefix);
  let last = out.length - 1;
  while (last >= 0 && out[last] === 0xff) last--;
  if (last < 0) return Buffer.concat([out, Buffer.from([0xff])]);
  out[last]!++;
  return out.subarray(0, last + 1);
}
