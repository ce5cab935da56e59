import { createHash } from 'node:crypto';

/** A number from 0 up to `below` that looks random and is the same for the same text. */
export function pick(text: string, below: number): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) % below;
}
