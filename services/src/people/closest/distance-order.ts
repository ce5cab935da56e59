import { distanceBucketIds } from '@paddock/contract/calls/people';
import type { PersonSortField } from '@paddock/contract/core/tab-flags';
import { decodeCursor, encodeCursor } from '../../infrastructure/calls/cursor.js';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import type { PersonCursor } from '../person-order.js';

/** Numbered pages are walked from the start, so they end here; cursors have no end. */
const maxNumberedPage = 50;

/** Where a member is in the order: the number of the bucket, online members first, then the sort key and the id. */
export interface DistanceCursor extends PersonCursor {
  bucket: number;
  isOnline: boolean;
}

/** Where a page starts: after a place, and after a number of further pages. */
export interface DistanceStart {
  after?: DistanceCursor;
  pages: number;
}

/** Encodes a place for `next` and `page`. It names its sort, because its key has no meaning in another sort. */
export function pageOf(sort: PersonSortField, { bucket, isOnline, key, id }: DistanceCursor): string {
  return encodeCursor([sort, bucket, isOnline, key, id]);
}

/** @throws INVALID_INPUT for a page that {@link pageOf} has not made for this sort, and for a number above the limit. */
export function startOf(sort: PersonSortField, page: string | undefined): DistanceStart {
  if (page === undefined) return { pages: 0 };
  if (/^\d{1,2}$/.test(page) && Number(page) <= maxNumberedPage) return { pages: Number(page) };
  const [made, bucket, isOnline, key, id] = decodeCursor(page);
  const isBucket = typeof bucket === 'number' && bucket in distanceBucketIds;
  if (made === sort && isBucket && typeof isOnline === 'boolean' && typeof key === 'string' && typeof id === 'string')
    return { after: { bucket, isOnline, key, id }, pages: 0 };
  throw new PaddockError('INVALID_INPUT', { fields: { page: 'page_INVALID_PATTERN' } });
}
