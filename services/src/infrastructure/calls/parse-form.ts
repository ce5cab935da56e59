import type { ErrorCode } from '@paddock/contract/core/errors';
import { fieldCodes } from '@paddock/contract/core/field-codes';
import type { z } from 'zod';
import { PaddockError } from '../errors/paddock-error.js';

/**
 * Validates input.
 *
 * @param formCodes codes of fields that the reply names itself, the first one found
 * @throws INVALID_INPUT or one of `formCodes`, with the fields
 */
export function parseForm<S extends z.ZodType>(
  form: S,
  value: unknown,
  formCodes: readonly ErrorCode[] = [],
): z.output<S> {
  const parsed = form.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const fields = fieldCodes(parsed.error);
  const code = formCodes.find((one) => Object.values(fields).includes(one)) ?? 'INVALID_INPUT';
  throw new PaddockError(code, { fields });
}
