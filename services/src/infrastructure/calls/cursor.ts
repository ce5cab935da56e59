import { parseJson } from '../parse-json.js';

/** A cursor of these parts as text for an address. */
export const encodeCursor = (parts: readonly unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');

/** The parts of a cursor; an empty list for a text that {@link encodeCursor} did not make. */
export function decodeCursor(cursor: string): unknown[] {
  const parts = parseJson(Buffer.from(cursor, 'base64url').toString());
  return Array.isArray(parts) ? parts : [];
}
