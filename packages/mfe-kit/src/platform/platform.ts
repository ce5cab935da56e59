import { useKit } from '../kit/kit-context';
import type { Platform } from '../kit/platform';

/** Errors of device functions. Decide by the code; `useErrorText` returns the text to show. */
export type PlatformErrorCode =
  | 'NOT_AVAILABLE'
  | 'GEO_PERMISSION_DENIED'
  | 'GEO_UNAVAILABLE'
  | 'NO_CALENDAR'
  | 'CALENDAR_BLOCKED'
  | 'MEDIA_PICKER_ERROR'
  | 'DOWNLOAD_ERROR'
  | 'NO_NAVIGATOR_STORE'
  | 'PAYMENT_FAILED'
  | 'PRIVACY_NOT_ACKNOWLEDGED'
  | 'PUSH_PERMISSION_DENIED';

/** A failed device function. A cancellation by the member is a result, not an error. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';

  constructor(
    readonly code: PlatformErrorCode,
    options?: ErrorOptions,
  ) {
    super(code, options);
  }
}

/** The device this page runs on. */
export const usePlatform = (): Platform => useKit().platform;

export { type Appearance, appearances } from '../kit/appearance';
export { useAppearance } from './appearance';
