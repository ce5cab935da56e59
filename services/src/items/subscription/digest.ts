import { createHash } from 'node:crypto';

/** A part of an idempotency key: the provider refuses a key with other parameters than before. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 24);
