import type { PersonSortField } from '@paddock/contract/core/flags';
import { nameWords, normalised } from './name-words.js';

/** What a member is sorted by, one key for each field of `people_tab.sort`. Their byte order is that of the directory. */
export type SortKeys = Record<PersonSortField, string>;

/** Letters that are no letter with an accent, but stand with one in an alphabet. */
const standsWith: Readonly<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};

/** Longer texts differ early enough; short keys keep indexes and page cursors small. */
const keyLength = 40;

/**
 * The key of a text: first the rank of its bucket (other characters, digits, A to Z), so that buckets stand in that order, then
 * the text without accents and case.
 */
function sortKey(text: string): string {
  const plain = normalised(text).replace(/[æđðħıłøœßþ]/g, (letter) => standsWith[letter]!);
  const rank = /^[a-z]/.test(plain) ? 2 : /^[0-9]/.test(plain) ? 1 : 0;
  return `${rank}${Array.from(plain).slice(0, keyLength).join('')}`;
}

/** Everything that is stored about a member's names to find and sort them. Belongs to every write of one of them. */
export function userKeys({ username, fullname, fields }: UserNames) {
  const company = fields?.['company'];
  const sort_keys: SortKeys = {
    username: sortKey(username),
    fullname: sortKey(fullname),
    company: sortKey(company ?? ''),
  };
  return { username_key: username.toLowerCase(), name_words: nameWords(username, fullname, company), sort_keys };
}

interface UserNames {
  username: string;
  fullname: string;
  fields?: Record<string, string>;
}
