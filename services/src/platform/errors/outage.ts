import { MongoError, MongoNetworkError, MongoServerSelectionError } from 'mongodb';

/** The disk, the quota, or the largest file that the process may write. */
const fullDisk = new Set<unknown>(['ENOSPC', 'EDQUOT', 'EFBIG']);
const outOfDiskSpace = 14_031;

/** Errors of a database that is away, beside those of the network. */
const away = new Set([
  'MongoNotConnectedError',
  'MongoTopologyClosedError',
  'MongoPoolClosedError',
  'MongoWaitQueueTimeoutError',
]);
/** A restart of the database loses its cursors. */
const cursorNotFound = 43;

const codeOf = (error: unknown): unknown => (error instanceof Error && 'code' in error ? error.code : undefined);

/** True when a write failed because the database's disk or the disk of `DATA_DIR` is full. */
export function isStorageFull(error: unknown): boolean {
  return fullDisk.has(codeOf(error)) || (error instanceof MongoError && error.code === outOfDiskSpace);
}

/** True when the database could not be reached; the same call succeeds when the database is back. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  return error instanceof MongoError && (away.has(error.name) || error.code === cursorNotFound);
}
