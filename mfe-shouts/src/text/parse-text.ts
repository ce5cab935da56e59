import { findLinks } from '@paddock/contract/core/text-links';

export type TextPart = { kind: 'text' | 'mention'; text: string } | { kind: 'link'; text: string; url: string };

/** Splits a shout's text into plain text, links and the mentions recognised by the server. */
export function parseText(text: string, mentions: readonly string[]): TextPart[] {
  const known = new Set(mentions.map((name) => name.toLowerCase()));
  const links = findLinks(text).map(({ index, text: written, url }) => ({
    index,
    part: { kind: 'link' as const, text: written, url },
  }));
  const names = [...text.matchAll(/(?<![\w@])@(\w+)/g)]
    .filter((match) => known.has(match[1]!.toLowerCase()))
    .map((match) => ({ index: match.index, part: { kind: 'mention' as const, text: match[0] } }));
  const parts: TextPart[] = [];
  let at = 0;
  const plain = (end: number) => {
    if (end > at) parts.push({ kind: 'text', text: text.slice(at, end) });
  };
  for (const { index, part } of [...links, ...names].sort((a, b) => a.index - b.index)) {
    // A name within an address is part of it.
    if (index < at) continue;
    plain(index);
    parts.push(part);
    at = index + part.text.length;
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
