import { encodeValue, inverted } from './compare.js';

/** Bytes for all values of one key; lmdb limits a key to 1,978 with prefix and record id. */
const MAX_KEY_BYTES = 1900;

/** An encoded index key; `cut` when a value was truncated. */
export interface EncodedKey {
  readonly bytes: Buffer;
  readonly cut: boolean;
}

/** Bytes available to one value in a key of `fieldCount` fields. */
export function fieldLimit(fieldCount: number): number {
  return Math.floor(MAX_KEY_BYTES / fieldCount);
}

/** Encodes a value for a key of `fieldCount` fields: truncated to its share, inverted when descending. */
export function encodeField(
  value: unknown,
  direction: 1 | -1,
  fieldCount: number,
  limit = fieldLimit(fieldCount),
): EncodedKey {
  const whole = encodeValue(value);
  const cut = whole.length > limit;
  const bytes = cut ? whole.subarray(0, limit) : whole;
  return { bytes: direction === -1 ? inverted(bytes) : bytes, cut };
}

/** The first byte string past all that start with `prefix`. */
export function pastPrefix(prefix: Uint8Array): Buffer {
  const out = Buffer.from(prefix);
  let last = out.length - 1;
  while (last >= 0 && out[last] === 0xff) last--;
  if (last < 0) return Buffer.concat([out, Buffer.from([0xff])]);
  out[last]!++;
  return out.subarray(0, last + 1);
}
