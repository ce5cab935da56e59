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
