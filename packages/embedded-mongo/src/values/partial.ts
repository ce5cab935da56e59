import { decodePlain, type Doc } from './bson.js';

const FIXED_BYTES: Record<number, number> = {
  0x01: 8,
  0x06: 0,
  0x07: 12,
  0x08: 1,
  0x09: 8,
  0x0a: 0,
  0x10: 4,
  0x11: 8,
  0x12: 8,
  0x13: 16,
  0x7f: 0,
  0xff: 0,
};

/** Bytes of the value at `at`, undefined for types that are seldom met. */
function valueLength(bytes: Buffer, type: number, at: number): number | undefined {
  switch (type) {
    case 0x02:
    case 0x0d:
    case 0x0e:
      return 4 + bytes.readInt32LE(at);
    case 0x03:
    case 0x04:
    case 0x0f:
      return bytes.readInt32LE(at);
    case 0x05:
      return 5 + bytes.readInt32LE(at);
    default:
      return FIXED_BYTES[type];
  }
}

/**
 * Where an element of a document ends, undefined for types that are seldom met.
 *
 * @param at the element's type byte
 * @param nameEnd the zero byte behind its name
 */
function elementEnd(bytes: Buffer, at: number, nameEnd: number): number | undefined {
  const length = valueLength(bytes, bytes[at]!, nameEnd + 1);
  return length === undefined ? undefined : nameEnd + 1 + length;
}

/**
 * Some fields of a document as a document, every type kept, in the document's order.
 *
 * @param bytes a stored document, valid BSON
 * @param names the top-level fields wanted; absent ones are absent in the result
 * @returns undefined when the document has to be decoded to find them
 */
export function pickFields(bytes: Buffer, names: readonly string[]): Buffer | undefined {
  const wanted: Buffer[] = [];
  let size = 5;
  const end = bytes.readInt32LE(0) - 1;
  for (let at = 4; at < end && wanted.length < names.length;) {
    const nameEnd = bytes.indexOf(0, at + 1);
    const next = elementEnd(bytes, at, nameEnd);
    if (next === undefined) return undefined;
    if (names.includes(bytes.toString('utf8', at + 1, nameEnd))) {
      wanted.push(bytes.subarray(at, next));
      size += next - at;
    }
    at = next;
  }
  const part = Buffer.allocUnsafe(size);
  part.writeInt32LE(size, 0);
  let at = 4;
  for (const element of wanted) at += element.copy(part, at);
  part[at] = 0;
  return part;
}

/**
 * Decodes some fields of a document as `decodePlain` would, and steps over the others: a filter looks at few fields of many
 * documents.
 *
 * @param bytes a stored document, valid BSON
 * @param names the top-level fields wanted; absent ones are absent in the result
 */
export function decodeFields(bytes: Buffer, names: readonly string[]): Doc {
  if (names.length === 0) return {};
  return decodePlain(pickFields(bytes, names) ?? bytes);
}
