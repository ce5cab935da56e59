import type { Long } from 'bson';
import { CommandError } from '../errors.js';
import { bsonType } from '../values/bson.js';
import { binaryOf, RANK, rankOf } from '../values/compare.js';

const isBinary = (value: unknown): boolean => rankOf(value) === RANK.binary;

/** A number as a whole one of 64 bits; undefined when it is none. */
function wholeOf(value: unknown): bigint | undefined {
  if (bsonType(value) === 'Long') return (value as Long).toBigInt();
  const number = bsonType(value) === 'Decimal128' ? Number(String(value)) : value;
  return typeof number === 'number' && Number.isInteger(number) && Math.abs(number) < 2 ** 63
    ? BigInt(number)
    : undefined;
}

const hasBit = (bytes: Uint8Array, position: number): boolean =>
  (((bytes[position >> 3] ?? 0) >> (position & 7)) & 1) === 1;

/** The positions that a `$bits…` operator asks about: a mask as a number or bytes, or a list of positions. */
function positionsOf(operator: string, mask: unknown): number[] {
  const malformed = (): CommandError =>
    new CommandError('BadValue', `${operator} takes a mask or bit positions, not negative`);
  if (Array.isArray(mask)) {
    const positions = mask.map(Number);
    if (!positions.every((position) => Number.isInteger(position) && position >= 0)) throw malformed();
    return positions;
  }
  if (isBinary(mask)) {
    const { bytes } = binaryOf(mask);
    return Array.from({ length: bytes.length * 8 }, (_, position) => position).filter((at) => hasBit(bytes, at));
  }
  const whole = wholeOf(mask);
  if (whole === undefined || whole < 0n) throw malformed();
  return Array.from({ length: 64 }, (_, position) => position).filter((at) => ((whole >> BigInt(at)) & 1n) === 1n);
}

/**
 * Compiles the value of a `$bits…` operator. Whole numbers of 64 bits (negative ones with their sign going on for ever) and
 * binary values have bits; nothing else matches.
 *
 * @param wanted whether bits are to be set, or clear
 * @param every whether all of them, or any
 * @throws CommandError BadValue
 */
export function bitsTest(operator: string, mask: unknown, wanted: boolean, every: boolean): (leaf: unknown) => boolean {
  const positions = positionsOf(operator, mask);
  return (leaf) => {
    let isSet: (position: number) => boolean;
    if (isBinary(leaf)) {
      const { bytes } = binaryOf(leaf);
      isSet = (position) => hasBit(bytes, position);
    } else {
      const whole = rankOf(leaf) === RANK.number ? wholeOf(leaf) : undefined;
      if (whole === undefined) return false;
      isSet = (position) => ((whole >> BigInt(position)) & 1n) === 1n;
    }
    const matches = (position: number): boolean => isSet(position) === wanted;
    return every ? positions.every(matches) : positions.some(matches);
  };
}
