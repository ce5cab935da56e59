import type { PersonSortField } from '@paddock/contract/core/tab-flags';
import { foldText } from '@paddock/contract/core/folding';
import { termsOf, wordsOf } from '../search/words.js';

/** A member's sort keys, one for each field of `people_tab.sort`. Their byte order is that of the directory. */
export type SortKeys = Record<PersonSortField, string>;

/** Longer texts differ early enough; short keys keep indexes and page cursors small. */
const keyLength = 40;

/**
 * The sort key of a text: the rank of its bucket (other characters, digits, A to Z) orders the buckets, then the folded
 * text.
 */
export function sortKey(text: string): string {
  const plain = foldText(text).trim();
  const rank = /^[a-z]/.test(plain) ? 2 : /^[0-9]/.test(plain) ? 1 : 0;
  return `${rank}${Array.from(plain).slice(0, keyLength).join('')}`;
}

/** A term of the tags among those of the names. No term of a query begins so, and only some callers may search tags. */
export const tagTerm = (term: string) => `#${term}`;

/** All stored keys of a member's names, for search and sorting. Part of every write to one of them. */
export function userKeys({ username, fullname, fields }: UserNames) {
  const company = fields?.['company'];
  const sort_keys: SortKeys = {
    username: sortKey(username),
    fullname: sortKey(fullname),
    company: sortKey(company ?? ''),
  };
  const names = termsOf(wordsOf(username, fullname, company), 1);
  const tags = termsOf(wordsOf(fields?.['tags']), 1);
  const name_terms = [...names, ...tags.map(tagTerm)];
  return { username_key: username.toLowerCase(), name_terms, sort_keys };
}

interface UserNames {
  username: string;
  fullname: string;
  fields?: Record<string, string>;
}
