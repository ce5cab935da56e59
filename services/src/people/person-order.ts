import type { AbcBucket } from '@paddock/contract/calls/people';
import type { Flags, PersonSortField } from '@paddock/contract/core/flags';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';
import type { PersonCursor, PersonPlace } from './directory.repository.js';

/** The configured secondary sort, else the sort, which is the user name unless said otherwise (A §2, People). */
export function sortOf({ people_tab }: Flags): PersonSortField {
  return people_tab.secondary_sort ?? people_tab.sort;
}

/** The bucket of a stored sort key. */
export function bucketOf(key: string): AbcBucket {
  if (key.startsWith('1')) return '0-9';
  return key.startsWith('2') ? key.charAt(1).toUpperCase() : 'OTHERS';
}

/** A cursor as `next` and `page` carry it. The sort is part of it: another one's keys say nothing about this one's order. */
export function pageOf(sort: PersonSortField, { key, id }: PersonCursor): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
}

/** Where a page begins: `page` is a cursor or, as the specification has it, the page's number from 0. */
export function placeOf(sort: PersonSortField, page: string, count: number): PersonPlace {
  return /^\d{1,4}$/.test(page) ? { skip: Number(page) * count } : { after: cursorOf(sort, page) };
}

/** @throws INVALID_INPUT for what {@link pageOf} has not made, or made for another sort. */
function cursorOf(sort: PersonSortField, page: string): PersonCursor {
  try {
    const parts: unknown = JSON.parse(Buffer.from(page, 'base64url').toString());
    if (Array.isArray(parts) && parts.length === 3) {
      const [made, key, id] = parts as unknown[];
      if (made === sort && typeof key === 'string' && typeof id === 'string') return { key, id };
    }
  } catch {
    // Not JSON: refused below like any other.
  }
  throw new PaddockError('INVALID_INPUT', { fields: { page: 'page_INVALID_PATTERN' } });
}
