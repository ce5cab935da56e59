import { MongoBulkWriteError, MongoError, MongoNetworkError, MongoServerSelectionError } from 'mongodb';
import { PaddockError } from './paddock-error.js';

/** The disk, the quota, or the process's file size limit. */
const fullDisk = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG']);
const outOfDiskSpace = 14_031;

/** Errors of an unreachable database, beside those of the network. */
const away = new Set([
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoClientClosedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
]);
/** A restart of the database loses its cursors (43) and open transactions (251). */
const lost = new Set<unknown>([43, 251]);
/** The driver's labels of errors that a retry resolves. */
const passing = ['RetryableWriteError', 'TransientTransactionError', 'UnknownTransactionCommitResult'];

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** True when a write failed because the database's disk or the disk of `DATA_DIR` is full. */
export function isStorageFull(error: unknown): boolean {
  return fullDisk.has(codeOf(error)) || (error instanceof MongoError && error.code === outOfDiskSpace);
}

/** True if the database is unreachable; the same call succeeds when it is back. */
export function isDatabaseAway(error: unknown): boolean {
  // A bulk write wraps its cause.
  if (error instanceof MongoBulkWriteError && (error.errorResponse as unknown) instanceof MongoError)
    return isDatabaseAway(error.errorResponse);
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  if (!(error instanceof MongoError)) return false;
  return away.has(error.name) || lost.has(error.code) || passing.some((label) => error.hasErrorLabel(label));
}

/** True if database, storage or a service of ours is unreachable or full: the same work succeeds later, and is not at fault itself. */
export function isOutage(error: unknown): boolean {
  if (error instanceof PaddockError) return error.code === 'SERVICE_UNAVAILABLE' || error.code === 'STORAGE_FULL';
  return isDatabaseAway(error) || isStorageFull(error);
}
