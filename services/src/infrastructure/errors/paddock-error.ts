import { errorCatalogue, type ErrorCode, type FieldCode } from '@paddock/contract/core/errors';
import type { FileFault } from './file-faults.js';

/** Details of an error beside its code. */
export interface ErrorDetails {
  /** Each faulty field with its code. */
  fields?: Record<string, FieldCode>;
  /** Why a file is refused, with `INVALID_FILE`: its text replaces the code's default. */
  reason?: FileFault;
  /** Text for the member instead of the code's default. */
  message?: string;
  /** Seconds to wait, with `TOO_MANY_REQUESTS`. */
  retryAfter?: number;
}

/** A refusal by a code of the catalogue; services refuse with this error only. */
export class PaddockError extends Error {
  override readonly name = 'PaddockError';

  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetails = {},
  ) {
    super(details.message ?? code);
  }

  /** HTTP status of the code. */
  get status(): number {
    return errorCatalogue[this.code];
  }
}
