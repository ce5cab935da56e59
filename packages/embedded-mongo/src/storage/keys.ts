import { pastPrefix } from '../values/index-key.js';

/** Bytes of a record id at the end of every record's and index entry's key. */
export const RECORD_ID_BYTES = 6;

/** The key under which a record is stored: collection id, record id. */
export function recordKey(collection: number, record: number): Buffer {
  const key = Buffer.allocUnsafe(4 + RECORD_ID_BYTES);
  key.writeUInt32BE(collection, 0);
  key.writeUIntBE(record, 4, RECORD_ID_BYTES);
  return key;
}

/** The record id at the end of a record's or an index entry's key. */
export function recordIdOf(key: Buffer): number {
  return key.readUIntBE(key.length - RECORD_ID_BYTES, RECORD_ID_BYTES);
}

/** The start of a collection's records; with an index id, the start of its entries. */
export function recordsStart(id: number): Buffer {
  const key = Buffer.allocUnsafe(4);
  key.writeUInt32BE(id, 0);
  return key;
}

/** The first key past a collection's records or an index's entries. */
export function recordsEnd(id: number): Buffer {
  return pastPrefix(recordsStart(id));
}

/** The key of an index entry: index id, encoded values, record id. */
export function entryKey(index: number, values: Uint8Array, record: number): Buffer {
  const key = Buffer.allocUnsafe(4 + values.length + RECORD_ID_BYTES);
  key.writeUInt32BE(index, 0);
  key.set(values, 4);
  key.writeUIntBE(record, 4 + values.length, RECORD_ID_BYTES);
  return key;
}

/** The key range of a collection's records or an index's entries. */
export function rangeOf(id: number): { start: Buffer; end: Buffer } {
  return { start: recordsStart(id), end: recordsEnd(id) };
}
