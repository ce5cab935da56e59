import { encodeValue, inverted } from './compare.js';

/** Bytes that all values of one index key may take together; lmdb's keys end at 1,978, prefix and record id included. */
const MAX_KEY_BYTES = 1900;

/** An encoded index key; `cut` when a value was too long to be held in full. */
export interface EncodedKey {
  readonly bytes: Buffer;
  readonly cut: boolean;
}

/** Bytes that one value may take in a key of `fieldCount` fields. */
export function fieldLimit(fieldCount: number): number {
  return Math.floor(MAX_KEY_BYTES / fieldCount);
}

/** One value as it stands in a key of `fieldCount` fields: cut to its share of the key, inverted when descending. */
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

/** The first byte string past every one that begins with `prefix`. */
export function pastPrefix(prefix: Uint8Array): Buffer {
  const out = Buffer.from(prefix);
  let last = out.length - 1;
  while (last >= 0 && out[last] === 0xff) last--;
  if (last < 0) return Buffer.concat([out, Buffer.from([0xff])]);
  out[last]!++;
  return out.subarray(0, last + 1);
}
