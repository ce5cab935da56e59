import { countCharacters } from '@paddock/contract/calls/shouts';
import { firstClusters } from '@paddock/contract/core/characters';
import { findMentions } from '@paddock/contract/core/mentions';
import { isVisible } from '@paddock/contract/core/speakable';
import { PaddockError } from '../../infrastructure/errors/paddock-error.js';
import { longestTermsOf, wordsOf } from '../../community/search/words.js';

/** Text of a shout that has only attachments (specification A §5). */
const attachmentsOnlyText = ' ';
const previewCharacters = 200;
/** Each term is an index entry, and a URL of many words counts little towards the text limit. */
const maxTerms = 3000;

/**
 * Returns the text to store (specification A §5, "Post").
 *
 * @param limit the deployment's maxCharCount, in characters of {@link countCharacters}
 * @throws INVALID_INPUT with `shout_REQUIRED` or `shout_LENGTH_PATTERN`
 */
export function checkText(written: string | undefined, attachments: number, limit: number): string {
  const trimmed = (written ?? '').trim();
  const text = isVisible(trimmed) ? trimmed : '';
  if (text === '' && attachments > 0) return attachmentsOnlyText;
  if (text === '') throw new PaddockError('INVALID_INPUT', { fields: { shout: 'shout_REQUIRED' } });
  if (countCharacters(text) > limit)
    throw new PaddockError('INVALID_INPUT', { fields: { shout: 'shout_LENGTH_PATTERN' } });
  return text;
}

/** The beginning of a text, for the chat list. */
export function previewOf(text: string): string {
  return firstClusters(text, previewCharacters);
}

/** The distinct mentions of a text, each with the lower-case user names that it can mean; at most 20, because each costs a query. */
export function mentionedNames(text: string): string[][] {
  const mentions = findMentions(text).map(({ names }) => names.map((name) => name.toLowerCase()));
  return [...new Map(mentions.map((names) => [names[0], names])).values()].slice(0, 20);
}

/** The search terms of a shout, at most 3000. */
export function searchTerms(text: string): string[] {
  return longestTermsOf(wordsOf(text), maxTerms);
}
