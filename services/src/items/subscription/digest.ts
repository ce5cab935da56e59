import { sha256 } from '../../infrastructure/sha256.js';

/** A part of an idempotency key: the provider refuses a key with other parameters than before. */
export const digestOf = (value: unknown): string => sha256(JSON.stringify(value)).slice(0, 24);
