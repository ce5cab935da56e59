import type { z } from 'zod';
import { fieldCodes } from '@paddock/contract/core/field-codes';
import { allFieldsOf, type FormValues, fieldsOf, type FormPart, type FormSchema } from './form-data';
import { valueOf } from './field-values';

export interface Limit {
  kind: 'at_most' | 'at_least';
  count: number;
}

/** An error of a field. */
export interface Fault {
  code: string;
  /** The faulty entries of a field with several. */
  about?: readonly string[];
  /** The characters that the schema allows, of a text that is too long or too short. */
  limit?: Limit;
  /** The service's message. */
  serviceMessage?: string;
}

interface FormOf {
  parts: readonly FormPart[];
  schema: FormSchema;
  /** The initial values: a text cleared since is sent as empty, other blanks are omitted. */
  start: FormValues;
  zone: string;
}

/** Returns the input to send and, by field, the errors of the schema and of the controls. */
export async function checkForm({ parts, schema, start, zone }: FormOf, entered: FormValues) {
  const fields = fieldsOf(parts, entered);
  const pairs = await Promise.all(
    fields.map(async (field) => {
      const { isBlank, toInput, empty } = valueOf(field);
      const value = entered[field.name] ?? empty;
      if (field.type === 'checkbox' || !isBlank(value, field)) return [field.name, await toInput(value, field, zone)];
      return [field.name, isBlank(start[field.name] ?? empty, field) ? undefined : empty];
    }),
  );
  const input = Object.fromEntries(pairs.filter(([, value]) => value !== undefined)) as Record<string, unknown>;

  const faults = new Map<string, Fault>();
  const parsed = schema.safeParse(input);
  if (!parsed.success) {
    for (const [name, code] of Object.entries(fieldCodes(parsed.error))) {
      const entries: unknown = input[name];
      const places = parsed.error.issues.flatMap(({ path: [field, place] }) => (field === name ? [Number(place)] : []));
      const about = Array.isArray(entries) ? entries.filter((_, place) => places.includes(place)).map(String) : [];
      const limit = limitOf(parsed.error.issues.find(({ path }) => path[0] === name && path.length === 1));
      faults.set(name, { code, ...(about.length > 0 && { about }), ...(limit && { limit }) });
    }
  }
  for (const { name } of fields) {
    const fault = faults.get(name);
    if (fault && input[name] === undefined) faults.set(name, { code: codeOfBlank(name, fault.code) });
  }
  for (const field of fields) {
    const { isBlank, fault, empty } = valueOf(field);
    const value = entered[field.name] ?? empty;
    const own = fault?.(value);
    if (own !== undefined) faults.set(field.name, { code: own });
    else if (field.required && isBlank(value, field) && !faults.has(field.name))
      faults.set(field.name, { code: `${field.name}_REQUIRED` });
  }
  return { input, faults };
}

function limitOf(issue: z.core.$ZodIssue | undefined): Limit | undefined {
  if (issue?.code === 'too_big' && issue.origin === 'string') return { kind: 'at_most', count: Number(issue.maximum) };
  if (issue?.code === 'too_small' && issue.origin === 'string')
    return { kind: 'at_least', count: Number(issue.minimum) };
  return undefined;
}

/** The code of each mandatory field: the schema's errors for an untouched form. */
export function blankCodes({ parts, schema }: Pick<FormOf, 'parts' | 'schema'>): Readonly<Record<string, string>> {
  const fields = allFieldsOf(parts);
  const boxes = fields.filter(({ type }) => type === 'checkbox').map(({ name }) => [name, false] as const);
  const parsed = schema.safeParse(Object.fromEntries(boxes));
  const refused = parsed.success ? [] : Object.entries(fieldCodes(parsed.error));
  const codes = new Map(refused.map(([name, code]) => [name, codeOfBlank(name, code)]));
  for (const { name, required } of fields) {
    if (required === false) codes.delete(name);
    else if (required && !codes.has(name)) codes.set(name, `${name}_REQUIRED`);
  }
  return Object.fromEntries(codes);
}

/** For a blank, a union schema such as that of an instant reports only that no variant matches. */
const codeOfBlank = (name: string, code: string) => (/_REQUIRED$|^MISSING_/.test(code) ? code : `${name}_REQUIRED`);
