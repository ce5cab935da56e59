import { decodePlain, decodeTyped, type Doc, documentOf, encode } from './bson.js';

/** Value sizes by type, for types of fixed size; rare types are omitted. */
const FIXED: Record<number, number> = { 1: 8, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 17: 8, 18: 8, 19: 16, 127: 0, 255: 0 };
/** Bytes beyond the length that the value's first four bytes hold, by type. */
const COUNTED: Record<number, number> = { 2: 4, 3: 0, 4: 0, 5: 5, 13: 4, 14: 4, 15: 0 };

/**
 * The document with some top-level fields or without them, keeping types and order. Decodes it only if it contains a rare type.
 *
 * @param bytes a stored document, valid BSON
 * @param names absent fields are skipped
 * @param areKept whether the named fields are kept or left out
 */
export function pickFields(bytes: Buffer, names: readonly string[], areKept = true): Buffer {
  const elements: Buffer[] = [];
  const lengths = new Set(names.map((name) => Buffer.byteLength(name)));
  const end = bytes.readInt32LE(0) - 1;
  for (let at = 4; at < end && !(areKept && elements.length === names.length);) {
    let nameEnd = at + 1;
    while (bytes[nameEnd] !== 0) nameEnd++;
    const type = bytes[at]!;
    const length = FIXED[type] ?? (type in COUNTED ? COUNTED[type]! + bytes.readInt32LE(nameEnd + 1) : undefined);
    if (length === undefined) {
      const fields = Object.entries(decodeTyped(bytes)).filter(([name]) => names.includes(name) === areKept);
      return encode(Object.fromEntries(fields));
    }
    const next = nameEnd + 1 + length;
    // Few names have the length of one that is looked for: the others are not decoded.
    const isNamed = lengths.has(nameEnd - at - 1) && names.includes(bytes.toString('utf8', at + 1, nameEnd));
    if (isNamed === areKept) elements.push(bytes.subarray(at, next));
    at = next;
  }
  return Buffer.concat(documentOf(elements));
}

/**
 * Decodes only some fields, in the form of `decodePlain`: a filter reads few fields of many documents.
 *
 * @param bytes a stored document, valid BSON
 * @param names the top-level fields; absent ones are skipped
 */
export function decodeFields(bytes: Buffer, names: readonly string[]): Doc {
  if (names.length === 0) return {};
  return decodePlain(pickFields(bytes, names));
}
