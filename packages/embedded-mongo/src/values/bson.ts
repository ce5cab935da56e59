import { BSONError, deserialize, serialize } from 'bson';
import { CommandError } from '../errors.js';

/** A decoded document. */
export type Doc = Record<string, unknown>;

/** Largest document MongoDB accepts, in bytes. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;

/**
 * Decodes with JavaScript numbers (a 64-bit integer past 2^53 stays a `Long`), for predicates, projections and
 * pipelines.
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

/** Decodes every number as its BSON class, so that re-encoding keeps the number types. */
export function decodeTyped(bytes: Uint8Array): Doc {
  return deserialize(bytes, { promoteValues: false, bsonRegExp: true, validation: { utf8: false } });
}

/** The same bytes as a `Buffer`. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Encodes a document, omitting `undefined` fields. */
export function encode(doc: Doc): Buffer {
  return bufferOf(serialize(doc, { ignoreUndefined: true }));
}

/** The BSON class name of a value that is not a plain JavaScript value. */
export function bsonType(value: unknown): string | undefined {
  return typeof value === 'object' && value !== null && '_bsontype' in value
    ? (value as { _bsontype: string })._bsontype
    : undefined;
}

/** Whether a value is a document: not an array, a date or an instance of a BSON class. */
export function isDocument(value: unknown): value is Doc {
  if (typeof value !== 'object' || value === null || '_bsontype' in value) return false;
  return (
    Object.getPrototypeOf(value) === Object.prototype ||
    !(Array.isArray(value) || value instanceof Date || value instanceof RegExp || value instanceof Uint8Array)
  );
}

/** Whether a document's first key is an operator. */
export function isOperatorDocument(value: unknown): value is Doc {
  if (!isDocument(value)) return false;
  const first = Object.keys(value)[0];
  return first !== undefined && first.startsWith('$') && !['$ref', '$id', '$db'].includes(first);
}

/** Whether any key of a document is an operator. */
export function hasOperators(value: unknown): value is Doc {
  return isDocument(value) && Object.keys(value).some((key) => key.startsWith('$'));
}

/** Chunks of bytes, concatenated once at the end. */
export type Pieces = readonly Uint8Array[];

/** Assembles a document from encoded elements, keeping every type. */
export function documentOf(elements: Pieces): Pieces {
  const length = Buffer.alloc(4);
  length.writeInt32LE(elements.reduce((sum, { length: bytes }) => sum + bytes, 5));
  return [length, ...elements, Buffer.alloc(1)];
}

const elementHead = (type: number, name: string): Buffer =>
  Buffer.from(`${String.fromCharCode(type)}${name}\0`, 'latin1');

/** Encodes documents as BSON array elements, numbered from `first`. */
export function arrayElements(documents: readonly Uint8Array[], first: number): Buffer {
  return Buffer.concat(documents.flatMap((document, index) => [elementHead(0x03, String(first + index)), document]));
}

/** Prepends an element (BSON type byte, name, value bytes) to an encoded document. */
export function prependElement(type: number, name: string, value: Pieces, rest: Uint8Array): Pieces {
  return documentOf([elementHead(type, name), ...value, rest.subarray(4, -1)]);
}

/** Extracts a sub-document's bytes from an encoded document. @throws BSONError when there is none */
export function documentIn(bytes: Uint8Array, field: string): Buffer {
  const value: unknown = deserialize(bytes, { raw: true, validation: { utf8: false } })[field];
  if (!(value instanceof Uint8Array)) throw new BSONError(`'${field}' is not a document`);
  return bufferOf(value);
}
