import type { Language } from '@paddock/contract/deployment';
import type { ErrorCode } from '@paddock/contract/errors';

/** Readable text of each code. */
const english: Record<ErrorCode, string> = {
  MALFORMED_REQUEST: 'This request could not be read.',
  INVALID_INPUT: 'Please check the marked fields.',
  ID_MISMATCH: 'This request names two different things.',
  BODY_TOO_LARGE: 'This is too large to be sent.',
  UNSUPPORTED_MEDIA_TYPE: 'This kind of content cannot be sent here.',
  DEPRECATED_CLIENT: 'This version of the app is too old. Please update it.',
  TOO_MANY_REQUESTS: 'That was too often. Please wait a moment.',
  INVALID_TOKEN: 'Please sign in.',
  TOKEN_EXPIRED: 'Your session has ended. Please sign in again.',
  INVALID_CREDENTIALS: 'User name or password is wrong.',
  EMAIL_NOT_VERIFIED: 'Please verify your e-mail address.',
  PENDING_APPROVAL: 'Your access has not been approved yet.',
  ACCESS_DENIED: 'Your access was denied.',
  SUBSCRIPTION_REQUIRED: 'A subscription is required.',
  FORBIDDEN: 'You are not allowed to do this.',
  FEATURE_DISABLED: 'This feature is turned off here.',
  NOT_FOUND: 'This does not exist.',
  UNKNOWN_COMMUNITY: 'There is no community at this address.',
  USER_NOT_FOUND: 'This user does not exist.',
  GROUP_NOT_FOUND: 'This group does not exist.',
  SHOUT_NOT_FOUND: 'This content no longer exists',
  EVENT_NOT_FOUND: 'This event does not exist.',
  FILE_NOT_FOUND: 'This file does not exist.',
  CONFLICT: 'Somebody else changed this at the same time. Please try again.',
  USERNAME_NOT_AVAILABLE: 'This user name is taken.',
  EMAIL_NOT_AVAILABLE: 'This e-mail address is already in use.',
  MISSING_PASSWORD: 'Please enter all passwords.',
  PASSWORDS_DONT_MATCH: 'The passwords do not match.',
  WRONG_PASSWORD: 'The password is wrong.',
  GROUP_NAME_NOT_AVAILABLE: 'This group name is taken.',
  BLOCKED: 'This user blocked you',
  READ_ONLY: 'You can only read here.',
  EDIT_WINDOW_OVER: 'The time to edit this is over.',
  INVALID_END_DATE: 'The end must be after the start.',
  INVALID_START_DATE: 'The start must be in the future.',
  MISSING_FIELD: 'A required field is missing.',
  TOO_MANY_FILES: 'These are too many files.',
  INVALID_FILE: 'This kind of file cannot be used here.',
  LINK_EXPIRED: 'This link has expired.',
  SERVICE_UNAVAILABLE: 'The service is not available right now. Please try again.',
  INTERNAL_ERROR: 'Something went wrong on our side.',
};

/** A language's texts join here; a language without any speaks English. */
const texts: Partial<Record<Language, Record<ErrorCode, string>>> = { en: english };

/** The text of a code in a language. */
export function messageOf(code: ErrorCode, language: Language = 'en'): string {
  return (texts[language] ?? english)[code];
}
