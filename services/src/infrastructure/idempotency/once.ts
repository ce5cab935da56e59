import type { Schema } from 'mongoose';
import { isDuplicateKey } from '../mongo/mongo.js';

/**
 * Adds the client-made id of an idempotent call to a schema: unique per community and author, so that a resend meets the index
 * and two authors may use the same id. In records without an author (a sign-up) it is unique per community.
 */
export function withClientId<T extends { client_id: string }>(schema: Schema<T>, author?: keyof T & string): void {
  schema.index({ community: 1, ...(author && { [author]: 1 }), client_id: 1 }, { unique: true });
}

/**
 * Creates a record once, however often a client resends: `find` looks up the record by author and client id, `create` makes it.
 * Of two concurrent calls, the second meets the unique index and finds the first one's record. If `create` is a transaction,
 * `find` must run outside it.
 */
export async function once<T>(
  find: () => Promise<T | null>,
  create: () => Promise<T>,
): Promise<{ row: T; created: boolean }> {
  const first = await find();
  if (first) return { row: first, created: false };
  try {
    return { row: await create(), created: true };
  } catch (error) {
    const winner = isDuplicateKey(error) ? await find() : null;
    if (!winner) throw error;
    return { row: winner, created: false };
  }
}
