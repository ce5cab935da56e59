/** Codes made by a client when no reply came: status 0, a load without a message, a module that did not load (A §8). */
export const clientErrorCodes = ['INTERNET_DISCONNECTED', 'SERVICE_UNREACHABLE', 'NO_REPLY', 'NOT_FETCHED'] as const;
export type ClientErrorCode = (typeof clientErrorCodes)[number];

/** Why a tab module is missing; shown on its tile and on the diagnostics page. */
export const moduleErrorCodes = [
  'MODULE_NOT_FOUND',
  'MODULE_TIMEOUT',
  'MODULE_INTEGRITY',
  'MODULE_NOT_JAVASCRIPT',
  'MODULE_EVALUATION',
  'MODULE_MOUNT',
  'MODULE_CRASHED',
  'MODULE_UNLISTED',
  'CONTRACT_MISMATCH',
] as const;
export type ModuleErrorCode = (typeof moduleErrorCodes)[number];

/** Codes of an outage: the files are available again once the connection returns, so the release itself may be sound. */
export const outageCodes: ReadonlySet<string> = new Set<ModuleErrorCode>(['MODULE_NOT_FOUND', 'MODULE_TIMEOUT']);

/** What a shown module does wrong without failing; only reported. */
export const moduleNotices = ['MODULE_BLOCKED', 'MODULE_LEAKED'] as const;
export type ModuleNotice = (typeof moduleNotices)[number];
