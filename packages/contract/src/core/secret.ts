import type { z } from 'zod';

const marked = new WeakSet<z.core.$ZodType>();

/**
 * Marks a credential (a password, a PIN, a code, a link's token): a call accepts it in the body only, also of a DELETE, and
 * ignores it in the query, since every server on the way logs addresses. Refine the schema first; `optional` and the like may
 * follow.
 */
export function secret<S extends z.ZodType>(schema: S): S {
  marked.add(schema);
  return schema;
}

/** Names of the fields of a shape that are marked with {@link secret}. */
export function secretsOf(shape: z.core.$ZodShape): string[] {
  return Object.keys(shape).filter((name) => isSecret(shape[name]!));
}

function isSecret(schema: z.core.$ZodType): boolean {
  const { innerType } = schema._zod.def as { innerType?: z.core.$ZodType };
  return marked.has(schema) || (innerType !== undefined && isSecret(innerType));
}
