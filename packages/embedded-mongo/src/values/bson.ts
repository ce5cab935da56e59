import { BSONError, deserialize, serialize } from 'bson';
import { CommandError } from '../errors.js';

/** A decoded document. */
export type Doc = Record<string, unknown>;

/** Largest document MongoDB accepts, in bytes. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/**
 * Decodes with numbers as JavaScript numbers (a 64-bit integer past 2^53 stays a `Long`): the form that predicates,
 * projections and pipelines work on.
 *
 * @throws CommandError InvalidBSON
 */
export function decodePlain(bytes: Uint8Array): Doc {
  try {
    return deserialize(bytes, { bsonRegExp: true, validation: { utf8: false } });
  } catch (error) {
    throw new CommandError('InvalidBSON', error instanceof Error ? error.message : String(error));
  }
}

/** Decodes with every number in its BSON class, so that a document written back keeps its number types. */
export function decodeTyped(bytes: Uint8Array): Doc {
  return deserialize(bytes, { promoteValues: false, bsonRegExp: true, validation: { utf8: false } });
}

/** The same bytes as a `Buffer`. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Encodes a document; `undefined` fields are left out. */
export function encode(doc: Doc): Buffer {
  return bufferOf(serialize(doc, { ignoreUndefined: true }));
}

/** The BSON class name of a value that is not a plain JavaScript value. */
export function bsonType(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && '_bsontype' in value
    ? (value as { _bsontype: string })._bsontype
    : undefined;
}

/** Whether a value is a sub-document, not an array, date or BSON class. */
export function isDocument(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null || '_bsontype' in value) return false;
  return (
    Object.getPrototypeOf(value) === Object.prototype ||
    !(Array.isArray(value) || value instanceof Date || value instanceof RegExp || value instanceof Uint8Array)
  );
}

/** Whether a sub-document's first key is an operator. */
export function isOperatorDocument(value: unknown): value is Doc {
  if (!isDocument(value)) return false;
  const first = Object.keys(value)[0];
  return first !== undefined && first.startsWith('$') && !['$ref', '$id', '$db'].includes(first);
}

/** Whether a value is a document with an operator among its keys. */
export function hasOperators(value: unknown): value is Doc {
  return isDocument(value) && Object.keys(value).some((key) => key.startsWith('$'));
}

/** Bytes in pieces, one behind the other: what is large is put together once. */
export type Pieces = readonly Uint8Array[];

/** A document of elements that are already bytes: no decoding, every type kept. */
export function documentOf(elements: Pieces): Pieces {
  const length = Buffer.alloc(4);
  length.writeInt32LE(elements.reduce((sum, { length: bytes }) => sum + bytes, 5));
  return [length, ...elements, Buffer.alloc(1)];
}

const elementHead = (type: number, name: string): Buffer =>
  Buffer.from(`${String.fromCharCode(type)}${name}\0`, 'latin1');

/** Documents that are already bytes as elements of a BSON array, where `first` have come before them. */
export function arrayElements(documents: readonly Uint8Array[], first: number): Buffer {
  return Buffer.concat(documents.flatMap((document, index) => [elementHead(0x03, String(first + index)), document]));
}

/** Adds one element (BSON type byte, name, value bytes) in front of a document that is already bytes. */
export function prependElement(type: number, name: string, value: Pieces, rest: Uint8Array): Pieces {
  return documentOf([elementHead(type, name), ...value, rest.subarray(4, -1)]);
}

/** A sub-document of a document that is bytes, as the bytes it has there. @throws BSONError when there is none */
export function documentIn(bytes: Uint8Array, field: string): Buffer {
  const value: unknown = deserialize(bytes, { raw: true, validation: { utf8: false } })[field];
  if (!(value instanceof Uint8Array)) throw new BSONError(`'${field}' is not a document`);
  return bufferOf(value);
}

/** Bytes of a value by its type; types that are seldom met are left out. */
const FIXED: Record<number, number> = { 1: 8, 7: 12, 8: 1, 9: 8, 10: 0, 16: 4, 17: 8, 18: 8, 19: 16, 127: 0, 255: 0 };
/** Bytes of a value by its type, besides those that its first four bytes count. */
const COUNTED: Record<number, number> = { 2: 4, 3: 0, 4: 0, 5: 5, 13: 4, 14: 4, 15: 0 };

/**
 * Some fields of a document as a document, every type kept, in the document's order.
 *
 * @param bytes a stored document, valid BSON
 * @param names the top-level fields wanted; absent ones are absent in the result
 * @returns undefined when the document has to be decoded to find them
 */
export function pickFields(bytes: Buffer, names: readonly string[]): Buffer | undefined {
  const wanted: Buffer[] = [];
  const end = bytes.readInt32LE(0) - 1;
  for (let at = 4; at < end && wanted.length < names.length;) {
    const nameEnd = bytes.indexOf(0, at + 1);
    const type = bytes[at]!;
    const length = FIXED[type] ?? (type in COUNTED ? COUNTED[type]! + bytes.readInt32LE(nameEnd + 1) : undefined);
    if (length === undefined) return undefined;
    const next = nameEnd + 1 + length;
    if (names.includes(bytes.toString('utf8', at + 1, nameEnd))) wanted.push(bytes.subarray(at, next));
    at = next;
  }
  return Buffer.concat(documentOf(wanted));
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
