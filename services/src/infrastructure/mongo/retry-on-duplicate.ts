import { isDuplicateKey } from './mongo.js';

const maxAttempts = 8;

/** Repeats work that met a row of a concurrent transaction at a unique index: the next attempt reads that row. */
export async function retryOnDuplicate<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work();
    } catch (error) {
      if (!isDuplicateKey(error) || attempt === maxAttempts) throw error;
    }
}
