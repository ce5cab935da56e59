/**
 * The one error catalogue (specification A §8, B §8; `docs/errors.md` explains each for people).
 *
 * A code is listed here once with its HTTP status. Codes made of a field's name and a suffix
 * (`email_INVALID`, `{field}_REQUIRED` …) are field codes, see {@link FieldCode}; they travel in `fields`.
 */
export const errorCatalogue = {
  // the request itself
  MALFORMED_REQUEST: 400,
  INVALID_INPUT: 400,
  ID_MISMATCH: 400,
  BODY_TOO_LARGE: 413,
  HEADERS_TOO_LARGE: 431,
  REQUEST_TIMEOUT: 408,
  UNSUPPORTED_MEDIA_TYPE: 415,
  DEPRECATED_CLIENT: 426,
  TOO_MANY_REQUESTS: 429,
  // authentication and access
  INVALID_TOKEN: 401,
  TOKEN_EXPIRED: 401,
  INVALID_CREDENTIALS: 401,
  EMAIL_NOT_VERIFIED: 403,
  PENDING_APPROVAL: 403,
  ACCESS_DENIED: 403,
  SUBSCRIPTION_REQUIRED: 403,
  ACCESS_FORBIDDEN: 403,
  SECOND_FACTOR_REQUIRED: 401,
  SECOND_FACTOR_INVALID: 401,
  PASSKEY_FAILED: 401,
  THIRD_PARTY_FAILED: 401,
  THIRD_PARTY_UNVERIFIED: 403,
  THIRD_PARTY_NOT_LINKED: 403,
  THIRD_PARTY_TAKEN: 409,
  FORBIDDEN: 403,
  PREVIEW_READ_ONLY: 403,
  FEATURE_DISABLED: 403,
  // the requested record
  NOT_FOUND: 404,
  UNKNOWN_COMMUNITY: 404,
  USER_NOT_FOUND: 404,
  GROUP_NOT_FOUND: 404,
  SHOUT_NOT_FOUND: 404,
  EVENT_NOT_FOUND: 404,
  CLASSIFIED_NOT_FOUND: 404,
  SPONSOR_NOT_FOUND: 404,
  FILE_NOT_FOUND: 404,
  ROOM_NOT_FOUND: 404,
  BOOKING_NOT_FOUND: 404,
  CONFLICT: 409,
  // accounts
  USERNAME_NOT_AVAILABLE: 409,
  MISSING_PASSWORD: 400,
  PASSWORDS_DONT_MATCH: 400,
  WRONG_PASSWORD: 403,
  PASSWORD_KNOWN: 400,
  INVALID_PIN: 400,
  PIN_EXPIRED: 400,
  EMAIL_ALREADY_VERIFIED: 409,
  ALREADY_GRANTED: 409,
  ALREADY_DENIED: 409,
  LAST_ADMIN: 409,
  RELEASE_REFUSED: 409,
  RELEASE_EXISTS: 409,
  RELEASE_KEY_INVALID: 401,
  DEPLOYMENT_REFUSED: 409,
  INVITE_NOT_SENT: 503,
  FEEDBACK_MISSING: 400,
  // groups and shouts
  GROUP_NAME_NOT_AVAILABLE: 409,
  BLOCKED: 403,
  READ_ONLY: 403,
  EDIT_WINDOW_OVER: 403,
  // events
  EVENT_PAST: 409,
  EVENT_NOT_OVER: 409,
  EVENT_SYNCED: 403,
  NOT_ATTENDING: 409,
  EVENT_SOURCE_EXISTS: 409,
  TOO_MANY_EVENT_SOURCES: 409,
  // dates
  INVALID_END_DATE: 400,
  INVALID_RECURRENCE: 400,
  INVALID_START_DATE: 400,
  MISSING_FIELD: 400,
  // classifieds
  INVALID_LIFETIME: 400,
  // rooms
  SLOT_TAKEN: 409,
  BOOKING_ENDED: 409,
  BOOKING_PAST: 400,
  BOOKING_OFF_GRID: 400,
  BOOKING_OUTSIDE_DAY: 400,
  BOOKING_CLOCK_CHANGE: 400,
  BOOKING_TOO_LONG: 400,
  BOOKING_TOO_FAR: 400,
  // money
  DUE_NOT_FOUND: 404,
  DUE_PAID: 409,
  DUE_CHANGED: 409,
  PAYMENT_UNDER_WAY: 409,
  PAYMENT_FAILED: 502,
  REFUND_TOO_LARGE: 400,
  WEB_SUBSCRIPTION_ERROR: 502,
  NO_NAVIGATOR_STORE: 409,
  UNKNOWN_SUBSCRIPTION: 404,
  OLD_PURCHASE_TOKEN_NOT_FOUND: 404,
  PURCHASE_INVALID: 400,
  // notices
  INVALID_CUSTOM_FIELD_0: 400,
  INVALID_CUSTOM_FIELD_1: 400,
  INVALID_CUSTOM_FIELD_2: 400,
  // files
  TOO_MANY_FILES: 400,
  INVALID_FILE: 400,
  // links of mails, addresses of files
  LINK_INVALID: 404,
  LINK_EXPIRED: 403,
  // the service
  SERVICE_UNAVAILABLE: 503,
  STORAGE_FULL: 503,
  INTERNAL_ERROR: 500,
} as const satisfies Record<string, number>;

/** A code of the catalogue. Callers decide by code, never by text. */
export type ErrorCode = keyof typeof errorCatalogue;

/**
 * `{field}_REQUIRED`, `{field}_INVALID` (e-mail), `{field}_LENGTH_PATTERN`, `{field}_INVALID_PATTERN` (A §5), `{field}_UNKNOWN`
 * for an undeclared field, or a catalogue code.
 */
export type FieldCode =
  | `${string}_REQUIRED`
  | `${string}_INVALID`
  | `${string}_LENGTH_PATTERN`
  | `${string}_INVALID_PATTERN`
  | `${string}_UNKNOWN`
  | ErrorCode;

/** The body of every error reply. `message` is readable text in the caller's language; `fields` names each faulty field. */
export interface ErrorReply {
  code: ErrorCode;
  message: string;
  fields?: Record<string, FieldCode>;
  /** Seconds to wait, with `TOO_MANY_REQUESTS`. */
  retry_after?: number;
}
