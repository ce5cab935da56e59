import { errorCatalogue, type ErrorCode, type FieldCode } from '@paddock/contract/core/errors';

/** What an error says beside its code. */
export interface ErrorDetails {
  /** Each faulty field with its code. */
  fields?: Record<string, FieldCode>;
  /** Text for the member instead of the code's own. */
  message?: string;
  /** Seconds to wait, with `TOO_MANY_REQUESTS`. */
  retryAfter?: number;
}

/** A refusal by a code of the catalogue; the one way a service says no. */
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
