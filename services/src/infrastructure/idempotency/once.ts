import type { Schema } from 'mongoose';
import { isDuplicateKey } from '../mongo/mongo.js';

/**
 * Gives a schema the client-made id of an idempotent call: unique per community and author, so that two authors may use the
 * same one and a resend meets the index. A record without an author (a sign-up) has it unique per community.
 */
export function withClientId<T extends { client_id: string }>(schema: Schema<T>, author?: keyof T & string): void {
  schema.index({ community: 1, ...(author && { [author]: 1 }), client_id: 1 }, { unique: true });
}

/**
 * Makes a record once, whatever a client sends again: `find` looks for what the same author made with the same client id,
 * `create` makes it. Of two at once the second meets the unique index and finds the first one's. `create` may be a
 * transaction; `find` must then stand outside it.
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
