import type { z } from 'zod';

/** A valid value made from a schema itself, so that tests over all calls need no list of inputs. */
export function sampleInput(schema: z.ZodObject): Record<string, unknown> {
  const needed = Object.entries(schema.shape).filter(([, field]) => !field._zod.optin);
  return Object.fromEntries(needed.map(([name, field]) => [name, sampleOf(field)]));
}

const candidates: unknown[] = [
  '0123456789abcdef01234567',
  '00000000-0000-4000-8000-000000000000',
  '2026-05-01T10:00:00Z',
  'some text',
  'https://calendar.invalid/season.ics',
  'true',
  'EUR',
  true,
  1,
  2,
  {},
  [],
  ['0123456789abcdef01234567'],
  'mfe-chats',
  '1.0.0',
  'k'.repeat(87),
  'k'.repeat(22),
  [5.97, 50.44],
  [{ from: '2026-05-01T10:00:00Z', to: '2026-05-01T11:00:00Z' }],
];

function sampleOf(schema: z.core.$ZodType): unknown {
  const { def } = schema._zod;
  if (def.type === 'enum') return Object.values((def as z.core.$ZodEnumDef).entries)[0];
  if (def.type === 'literal') return (def as z.core.$ZodLiteralDef<z.core.util.Literal>).values[0];
  const fit = candidates.find((candidate) => (schema as z.ZodType).safeParse(candidate).success);
  if (fit === undefined) throw new Error(`no sample for ${def.type}; add one to the candidates`);
  return fit;
}
