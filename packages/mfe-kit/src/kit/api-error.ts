import type { ClientErrorCode } from '@paddock/contract/core/client-errors';
import type { ErrorCode, FieldCode } from '@paddock/contract/core/errors';

/**
 * A failed call. Decide by `code`, show `message`: a code outside the catalogue keeps the server's spelling and message
 * (specification A §8).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /**
     * From the catalogue; without a reply `INTERNET_DISCONNECTED`, `SERVICE_UNREACHABLE` or `NO_REPLY`; `NOT_FETCHED` for an
     * unreadable one.
     */
    readonly code: ErrorCode | ClientErrorCode | (string & {}),
    message: string,
    /** HTTP status; 0 without a reply. */
    readonly status: number,
    /** The code of each faulty field. */
    readonly fields: Readonly<Record<string, FieldCode>> = {},
    /** Seconds to wait before a retry, with `TOO_MANY_REQUESTS`, and with `SERVICE_UNAVAILABLE` if the call was not handled. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  /** True when an unchanged retry may succeed: no reply, or the service is down. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 502;
  }
}

/** Converts any thrown value to an {@link ApiError}; other errors become `NOT_FETCHED` without a message (A §8). */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('NOT_FETCHED', '', 0);
}

/** False when the device reports no network; true does not mean that the server is reachable. */
export const hasNetwork = (): boolean => globalThis.navigator?.onLine !== false;

/** Why a connection failed. */
export const whyUnreachable = (): 'INTERNET_DISCONNECTED' | 'SERVICE_UNREACHABLE' =>
  hasNetwork() ? 'SERVICE_UNREACHABLE' : 'INTERNET_DISCONNECTED';
