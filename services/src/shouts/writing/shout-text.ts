import { countCharacters } from '@paddock/contract/calls/shouts';
import { isVisible } from '@paddock/contract/core/speakable';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { nameWords } from '../../community/users/name-words.js';

/** What is stored and sent for a shout that is only its pictures or files (specification A §5). */
const ATTACHMENTS_ONLY = ' ';
const PREVIEW_CHARACTERS = 200;
/** An address counts little towards the limit however many words it is made of, and each word is an entry of the index. */
const MOST_WORDS = 1000;

/**
 * A text as it is stored (specification A §5, "Post").
 *
 * @param limit maxCharCount of the deployment, in characters as {@link countCharacters} counts them.
 * @throws INVALID_INPUT with `shout_REQUIRED` or `shout_LENGTH_PATTERN`.
 */
export function checkText(written: string | undefined, attachments: number, limit: number): string {
  const trimmed = (written ?? '').trim();
  const text = isVisible(trimmed) ? trimmed : '';
  if (text === '' && attachments > 0) return ATTACHMENTS_ONLY;
  if (text === '') throw new PaddockError('INVALID_INPUT', { fields: { shout: 'shout_REQUIRED' } });
  if (countCharacters(text) > limit)
    throw new PaddockError('INVALID_INPUT', { fields: { shout: 'shout_LENGTH_PATTERN' } });
  return text;
}

/** The beginning of a text, for the chat list. */
export function previewOf(text: string): string {
  return [...text.slice(0, 2 * PREVIEW_CHARACTERS)].slice(0, PREVIEW_CHARACTERS).join('');
}

/** The usernames after an '@' that starts a word, lower case, each once; at most 20, since each costs a look-up. */
export function mentionedNames(text: string): string[] {
  const names = [...text.matchAll(/(?<![\w@])@(\w{1,140})/g)].map((match) => match[1]!.toLowerCase());
  return [...new Set(names)].slice(0, 20);
}

/** The words by which a shout is found; the first 1000 of them. */
export function searchWords(text: string): string[] {
  return nameWords(text).slice(0, MOST_WORDS);
}
