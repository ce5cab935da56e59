export type TextPart = { kind: 'text' | 'mention' | 'link'; text: string };

/** Splits a shout's text into plain text, links and the mentions recognised by the server. */
export function parseText(text: string, mentions: readonly string[]): TextPart[] {
  const known = new Set(mentions.map((name) => name.toLowerCase()));
  const parts: TextPart[] = [];
  let at = 0;
  const plain = (end: number) => {
    if (end > at) parts.push({ kind: 'text', text: text.slice(at, end) });
  };
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+|@\w+/gi)) {
    const mention = match[0].startsWith('@');
    if (mention && !known.has(match[0].slice(1).toLowerCase())) continue;
    // Punctuation at the end of a URL belongs to the sentence.
    const found = mention ? match[0] : match[0].replace(/[.,;:!?)\]]+$/, '');
    plain(match.index);
    parts.push({ kind: mention ? 'mention' : 'link', text: found });
    at = match.index + found.length;
  }
  plain(text.length);
  return parts;
}

/** Longer texts are truncated to 25 words, at most 500 characters (A §9, decisions). */
const maxCharacters = 500;

/** The beginning of a long text; null when the text fits. */
export function shortened(text: string): string | null {
  if ([...text].length <= maxCharacters) return null;
  const words = text
    .split(/(?<=\s)/)
    .slice(0, 25)
    .join('')
    .trimEnd();
  return `${[...words].slice(0, maxCharacters).join('')}…`;
}
