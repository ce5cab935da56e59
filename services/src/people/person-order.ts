import type { AbcBucket } from '@paddock/contract/calls/people';
import type { Flags, PersonSortField } from '@paddock/contract/core/flags';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import type { PersonCursor, PageStart } from './directory.repository.js';

/** The configured secondary sort, else the sort, whose default is the user name (A §2, People). */
export function sortOf({ people_tab }: Flags): PersonSortField {
  return people_tab.secondary_sort ?? people_tab.sort;
}

/** The bucket of a stored sort key. */
export function bucketOf(key: string): AbcBucket {
  if (key.startsWith('1')) return '0-9';
  return key.startsWith('2') ? key.charAt(1).toUpperCase() : 'OTHERS';
}

/** Encodes a cursor for `next` and `page`. It names its sort, because its key has no meaning in another sort. */
export function pageOf(sort: PersonSortField, { key, id }: PersonCursor): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
}

/** Where a page starts: `page` is a cursor or, as in the specification, the page's number from 0. */
export function pageStart(sort: PersonSortField, page: string, count: number): PageStart {
  return /^\d{1,4}$/.test(page) ? { skip: Number(page) * count } : { after: cursorOf(sort, page) };
}

/** @throws INVALID_INPUT for a cursor that {@link pageOf} has not made for this sort. */
function cursorOf(sort: PersonSortField, page: string): PersonCursor {
  try {
    const parts: unknown = JSON.parse(Buffer.from(page, 'base64url').toString());
    if (Array.isArray(parts) && parts.length === 3) {
      const [made, key, id] = parts as unknown[];
      if (made === sort && typeof key === 'string' && typeof id === 'string') return { key, id };
    }
  } catch {
    // Not JSON: refused below.
  }
  throw new PaddockError('INVALID_INPUT', { fields: { page: 'page_INVALID_PATTERN' } });
}
