import type { z } from 'zod';
import { errorCatalogue, type FieldCode } from './errors.js';

const suffixes = ['REQUIRED', 'INVALID', 'LENGTH_PATTERN', 'INVALID_PATTERN'];

/**
 * The code of each faulty field, made the same way by form and service (specification A §5): an issue's message is a suffix
 * (`REQUIRED` → `email_REQUIRED`) or a whole code (`PASSWORDS_DONT_MATCH`); issues with zod's own messages get a suffix by
 * their kind.
 */
export function fieldCodes(error: z.core.$ZodError): Record<string, FieldCode> {
  const codes = new Map<string, FieldCode>();
  for (const issue of error.issues) {
    const names = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? 'input')];
    for (const name of names) if (!codes.has(name)) codes.set(name, codeOf(name, issue));
  }
  // fromEntries, since a field may be called `constructor`.
  return Object.fromEntries(codes);
}

function codeOf(field: string, issue: z.core.$ZodIssue): FieldCode {
  if (issue.code === 'unrecognized_keys') return `${field}_UNKNOWN`;
  if (suffixes.includes(issue.message)) return `${field}_${issue.message}` as FieldCode;
  if (issue.message in errorCatalogue || suffixes.some((suffix) => issue.message.endsWith(`_${suffix}`)))
    return issue.message as FieldCode;
  if (issue.code === 'invalid_type' && issue.input === undefined) return `${field}_REQUIRED`;
  if (issue.code === 'too_big' || issue.code === 'too_small') return `${field}_LENGTH_PATTERN`;
  return `${field}_INVALID_PATTERN`;
}
