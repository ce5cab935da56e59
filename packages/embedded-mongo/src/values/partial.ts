import { decodePlain, type Doc, documentOf } from './bson.js';

/** Value sizes by type, for types of fixed size; rare types are omitted. */
const FIXED: Record<number, number> = { 1: 8, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 17: 8, 18: 8, 19: 16, 127: 0, 255: 0 };
/** Bytes beyond the length that the value's first four bytes hold, by type. */
const COUNTED: Record<number, number> = { 2: 4, 3: 0, 4: 0, 5: 5, 13: 4, 14: 4, 15: 0 };

/**
 * Extracts top-level fields as a document, keeping types and order, without decoding.
 *
 * @param bytes a stored document, valid BSON
 * @param names the top-level fields; absent ones are skipped
 * @returns undefined when the document contains a rare type and has to be decoded
 */
export function pickFields(bytes: Buffer, names: readonly string[]): Buffer | undefined {
  const elements: Buffer[] = [];
  const end = bytes.readInt32LE(0) - 1;
  for (let at = 4; at < end && elements.length < names.length;) {
    const nameEnd = bytes.indexOf(0, at + 1);
    const type = bytes[at]!;
    const length = FIXED[type] ?? (type in COUNTED ? COUNTED[type]! + bytes.readInt32LE(nameEnd + 1) : undefined);
    if (length === undefined) return undefined;
    const next = nameEnd + 1 + length;
    if (names.includes(bytes.toString('utf8', at + 1, nameEnd))) elements.push(bytes.subarray(at, next));
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
  return decodePlain(pickFields(bytes, names) ?? bytes);
}
