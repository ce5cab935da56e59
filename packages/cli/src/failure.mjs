/** An error with one plain sentence for the user at the terminal, printed without a stack; exit code 1. */
export class Failure extends Error {}

const byErrno = {
  ENOSPC: 'The disk is full',
  EDQUOT: 'The disk quota is used up',
  EFBIG: 'The disk is full, or the file size limit is reached (ulimit -f)',
  EROFS: 'The disk is read-only',
  EACCES: 'Permission is missing',
};

/**
 * @param {unknown} error
 * @returns {string} one sentence for a problem that the user can fix; the stack for a defect of ours
 */
export function sentenceFor(error) {
  if (error instanceof Failure) return error.message;
  if (error instanceof Error && error.name === 'Refusal') return error.message;
  if (!(error instanceof Error)) return String(error);
  const { code, path } = /** @type {NodeJS.ErrnoException} */ (error);
  const known = code && byErrno[/** @type {keyof typeof byErrno} */ (code)];
  return known ? `${known}${path ? `: ${path} could not be written or read` : ''}.` : (error.stack ?? error.message);
}
