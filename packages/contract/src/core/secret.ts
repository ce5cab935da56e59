import type { z } from 'zod';

const marked = new WeakSet<z.core.$ZodType>();

/**
 * Marks what opens something (a password, a PIN, a code, a link's token): in a call's input it travels in the body, also of a
 * DELETE, and counts as none in the query, since addresses stand in the logs of every server on the way. Refine the schema
 * first; `optional` and the like may follow.
 */
export function secret<S extends z.ZodType>(schema: S): S {
  marked.add(schema);
  return schema;
}

/** Names of the fields of a shape that {@link secret} marks. */
export function secretsOf(shape: z.core.$ZodShape): string[] {
  return Object.keys(shape).filter((name) => isSecret(shape[name]!));
}

function isSecret(schema: z.core.$ZodType): boolean {
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return marked.has(schema) || (innerType !== undefined && isSecret(innerType));
}
