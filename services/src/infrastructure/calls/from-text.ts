import type { z } from 'zod';

/**
 * Converts the text of a path, query or multipart field (or repeated texts) to its schema's type: a list from one value,
 * repeated values or JSON; objects from JSON; numbers and booleans from their literals. Returns unreadable texts unchanged, for
 * the schema to refuse.
 */
export function fromText(schema: z.core.$ZodType, value: unknown): unknown {
  const kind = kindOf(schema);
  if (kind === 'array') return typeof value !== 'string' ? value : value.startsWith('[') ? json(value) : [value];
  if (typeof value !== 'string') return value;
  if (kind === 'object' || kind === 'record' || kind === 'tuple') return json(value);
  if (kind === 'number' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  if (kind === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

/** The type of a schema below its wrappers (optional, default, transform …). */
function kindOf(schema: z.core.$ZodType): string {
  const { def } = schema._zod;
  const inner =
    (def as { innerType?: z.core.$ZodType; in?: z.core.$ZodType }).innerType ?? (def as { in?: z.core.$ZodType }).in;
  return inner ? kindOf(inner) : def.type;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
