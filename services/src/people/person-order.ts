import { abcBucketsOf } from '@paddock/contract/calls/people';
import type { Language } from '@paddock/contract/core/deployment';
import type { Flags } from '@paddock/contract/core/flags';
import type { PersonSortField } from '@paddock/contract/core/tab-flags';
import { decodeCursor, encodeCursor } from '../infrastructure/calls/cursor.js';
import { PaddockError } from '../infrastructure/errors/paddock-error.js';

/** A page begins behind this sort key and id. */
export interface PersonCursor {
  key: string;
  id: string;
}

/** Sort keys from `from` (included) to `to` (excluded); all, without them. */
export interface KeyRange {
  from?: string;
  to?: string;
}

/** An order of members: the ranges of the stored keys of a field, one after the other. */
export interface PersonOrder {
  sort: PersonSortField;
  ranges: readonly KeyRange[];
}

/** Where a page starts: behind a cursor, in front of one, or behind a number of rows. */
export type PageStart =
  | { after: PersonCursor; before?: never; skip?: never }
  | { before: PersonCursor; after?: never; skip?: never }
  | { skip: number; after?: never; before?: never };

/**
 * Folded Arabic letters from hamza to yeh, behind the rank of their bucket (ADR 0011); further letters of the script are among the
 * others.
 */
const arabic = { from: '0\u0621', to: '0\u064b' };
const arabicBeforeLatin: readonly KeyRange[] = [
  { to: arabic.from },
  { from: arabic.to, to: '2' },
  arabic,
  { from: '2' },
];

/** The configured secondary sort, else the sort, whose default is the user name (A §2, People). */
export function sortOf({ people_tab }: Flags): PersonSortField {
  return people_tab.secondary_sort ?? people_tab.sort;
}

/** The order of the stored keys. */
export function byKeys(sort: PersonSortField): PersonOrder {
  return { sort, ranges: [{}] };
}

/** The directory's order for readers of a language (ADR 0079). */
export function orderFor(language: Language, flags: Flags): PersonOrder {
  const sort = sortOf(flags);
  return language === 'ar' ? { sort, ranges: arabicBeforeLatin } : byKeys(sort);
}

/** The ranges behind a cursor, or in front of it from the nearest to the first. */
export function rangesFrom(ranges: readonly KeyRange[], { after, before }: PageStart): readonly KeyRange[] {
  const cursor = after ?? before;
  if (!cursor) return ranges;
  const at = Math.max(
    0,
    ranges.findIndex(({ from = '', to }) => cursor.key >= from && (to === undefined || cursor.key < to)),
  );
  return after ? ranges.slice(at) : ranges.slice(0, at + 1).reverse();
}

/** The bucket of a stored sort key. */
export function bucketOf(key: string, language: Language): string {
  if (key.startsWith('1')) return '0-9';
  if (key.startsWith('2')) return key.charAt(1).toUpperCase();
  if (language !== 'ar' || key < arabic.from || key >= arabic.to) return 'OTHERS';
  const letter = key.charAt(1);
  // Hamza alone is in front of alef.
  return abcBucketsOf('ar').findLast((bucket) => bucket > 'Z' && bucket <= letter) ?? 'ا';
}

/** In front of the first key of a bucket. */
export function startOf(bucket: string): PersonCursor {
  const keys: Record<string, string> = { OTHERS: '', '0-9': '1', ا: arabic.from };
  return { key: keys[bucket] ?? (bucket > 'Z' ? `0${bucket}` : `2${bucket.toLowerCase()}`), id: '' };
}

/**
 * Encodes a cursor for `next`, `previous` and `page`. It names its sort, because its key has no meaning in another sort, and its
 * direction.
 */
export function pageOf(sort: PersonSortField, { key, id }: PersonCursor, direction?: 'before'): string {
  return encodeCursor([sort, key, id, ...(direction ? [direction] : [])]);
}

/** Where a page starts: `page` is a cursor or, as in the specification, the page's number from 0. */
export function pageStart(sort: PersonSortField, page: string, count: number): PageStart {
  return /^\d{1,4}$/.test(page) ? { skip: Number(page) * count } : cursorOf(sort, page);
}

/** @throws INVALID_INPUT for a cursor that {@link pageOf} has not made for this sort. */
function cursorOf(sort: PersonSortField, page: string): PageStart {
  const parts = decodeCursor(page);
  const [made, key, id] = parts;
  const isPlace = made === sort && typeof key === 'string' && typeof id === 'string';
  if (isPlace && parts.length === 3) return { after: { key, id } };
  if (isPlace && parts.length === 4 && parts[3] === 'before') return { before: { key, id } };
  throw new PaddockError('INVALID_INPUT', { fields: { page: 'page_INVALID_PATTERN' } });
}
