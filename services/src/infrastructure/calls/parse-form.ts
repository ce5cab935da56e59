import { fieldCodes } from '@paddock/contract/core/field-codes';
import type { z } from 'zod';
import { PaddockError } from '../errors/paddock-error.js';

/** Validates a form's rules that depend on the deployment and so are not part of the call's declaration. */
export function parseForm<S extends z.ZodType>(form: S, value: unknown): z.output<S> {
  const parsed = form.safeParse(value, { reportInput: true });
  if (!parsed.success) throw new PaddockError('INVALID_INPUT', { fields: fieldCodes(parsed.error) });
  return parsed.data;
}
