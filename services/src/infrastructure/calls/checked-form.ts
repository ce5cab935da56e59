import { fieldCodes } from '@paddock/contract/core/field-codes';
import type { z } from 'zod';
import { PaddockError } from '../errors/paddock-error.js';

/** Runs a form's own rules, which depend on the deployment and so are not in the call's declaration. */
export function checkedForm<S extends z.ZodType>(form: S, value: unknown): z.output<S> {
  const parsed = form.safeParse(value, { reportInput: true });
  if (!parsed.success) throw new PaddockError('INVALID_INPUT', { fields: fieldCodes(parsed.error) });
  return parsed.data;
}
