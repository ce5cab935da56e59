import type { z } from 'zod';

const texts = [
  'quote " backslash \\ \u2028 é🏁',
  '0123456789abcdef01234567',
  '2026-05-01T10:00:00Z',
  '2026-05-01',
  'https://calendar.invalid/season.ics',
  '#ff5b1f',
  'en',
  'mfe-chats',
  '1.2.3',
  '/x',
  'a.b',
  '22:30',
  'Europe/Brussels',
];
const others = [true, 1, 10, 100, 2000, 1e6, 0.5, 0, null, {}, undefined];

/**
 * A value of every field of a schema, with an undeclared field in each object that is not strict. `variant` chooses the options of
 * unions. Undefined where no sample fits.
 */
export function sampleReply(schema: z.core.$ZodType, variant: number): unknown {
  const def = schema._zod.def as z.core.$ZodTypeDef & {
    innerType?: z.core.$ZodType;
    element: z.core.$ZodType;
    valueType: z.core.$ZodType;
    options: readonly z.core.$ZodType[];
    items: readonly z.core.$ZodType[];
    shape: Record<string, z.core.$ZodType>;
    catchall?: z.core.$ZodType;
    entries: Record<string, unknown>;
    values: readonly unknown[];
  };
  const of = (inner: z.core.$ZodType) => sampleReply(inner, variant);
  if (def.innerType) return of(def.innerType);
  if (def.type === 'array') {
    const element = of(def.element);
    if (element === undefined) return [];
    const isFit = (list: unknown[]) => (schema as z.ZodType).safeParse(list).success;
    return [[element], [element, element], []].find(isFit) ?? [element];
  }
  if (def.type === 'tuple') return def.items.map(of);
  if (def.type === 'union') return of(def.options[variant % def.options.length]!);
  if (def.type === 'literal') return def.values[0];
  if (def.type === 'enum') return Object.values(def.entries)[variant % Object.keys(def.entries).length];
  if (def.type === 'record') return { one: of(def.valueType) };
  if (def.type === 'object') {
    const fields = Object.entries(def.shape).map(([name, field]) => [name, of(field)]);
    const isStrict = def.catchall?._zod.def.type === 'never';
    return { ...Object.fromEntries(fields), ...(!isStrict && { never_declared: true }) };
  }
  return [...texts, ...others].find((value) => (schema as z.ZodType).safeParse(value).success);
}
