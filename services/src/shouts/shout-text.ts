import { countCharacters } from '@paddock/contract/shouts';

/** What is stored and sent for a shout that is only its pictures or files (specification A §5). */
const ATTACHMENTS_ONLY = ' ';

/** A text as it is stored, or the field code that says what is wrong with it (specification A §5, "Post"). */
export type CheckedText = { text: string } | { fault: 'shout_REQUIRED' | 'shout_LENGTH_PATTERN' };

/** @param limit maxCharCount of the deployment, in characters as {@link countCharacters} counts them. */
export function checkText(written: string | undefined, attachments: number, limit: number): CheckedText {
  const text = (written ?? '').trim();
  if (text === '') return attachments > 0 ? { text: ATTACHMENTS_ONLY } : { fault: 'shout_REQUIRED' };
  return countCharacters(text) > limit ? { fault: 'shout_LENGTH_PATTERN' } : { text };
}

/** The usernames after an '@' that starts a word, lower case, each once; at most 50, so that a text cannot ask for more. */
export function mentionedNames(text: string): string[] {
  const names = [...text.matchAll(/(?<![\w@])@(\w{1,140})/g)].map((match) => match[1]!.toLowerCase());
  return [...new Set(names)].slice(0, 50);
}
