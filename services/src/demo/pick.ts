import { createHash } from 'node:crypto';

/** Returns a pseudo-random number in [0, `below`) that depends only on the text. */
export function pick(text: string, below: number): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) % below;
}
