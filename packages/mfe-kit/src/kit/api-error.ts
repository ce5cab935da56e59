import type { ClientErrorCode, ErrorCode, FieldCode } from '@paddock/contract/core/errors';

/**
 * A call that did not succeed. Decide by `code`, show `message`: a code outside the catalogue arrives as the server sent
 * it, with its message (specification A §8).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';

  constructor(
    /** From the catalogue; without a reply `INTERNET_DISCONNECTED`, `SERVICE_UNREACHABLE` or `NO_REPLY`; `NOT_FETCHED` for an unreadable one. */
    readonly code: ErrorCode | ClientErrorCode | (string & {}),
    message: string,
    /** HTTP status; 0 when no answer came. */
    readonly status: number,
    /** The code of each faulty field. */
    readonly fields: Readonly<Record<string, FieldCode>> = {},
    /** Seconds until the same call may be made again, with `TOO_MANY_REQUESTS`. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }

  /** True when the same call may succeed later without a change: no answer, or a service that is not up. */
  get passing(): boolean {
    return this.status === 0 || this.status >= 502;
  }
}

/** Anything thrown, as an {@link ApiError}: what is not one is a load without a message (`NOT_FETCHED`, A §8). */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('NOT_FETCHED', '', 0);
}

/** False when the device knows that it has no network; true does not mean that anything can be reached. */
export const hasNetwork = (): boolean => globalThis.navigator?.onLine !== false;

/** Why a connection failed. */
export const whyUnreachable = (): 'INTERNET_DISCONNECTED' | 'SERVICE_UNREACHABLE' =>
  hasNetwork() ? 'SERVICE_UNREACHABLE' : 'INTERNET_DISCONNECTED';
