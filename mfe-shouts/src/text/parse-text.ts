import { countClusters, firstClusters } from '@paddock/contract/core/characters';
import { findMentions } from '@paddock/contract/core/mentions';
import { findLinks } from '@paddock/contract/core/text-links';

export type TextPart = { kind: 'text' | 'mention'; text: string } | { kind: 'link'; text: string; url: string };

/** Splits a shout's text into plain text, links and the mentions recognised by the server. */
export function parseText(text: string, mentions: readonly string[]): TextPart[] {
  const known = new Set(mentions.map((name) => name.toLowerCase()));
  const links = findLinks(text).map(({ index, text: written, url }) => ({
    index,
    part: { kind: 'link' as const, text: written, url },
  }));
  const names = findMentions(text).flatMap(({ index, names: candidates }) => {
    const name = candidates.find((candidate) => known.has(candidate.toLowerCase()));
    return name === undefined ? [] : [{ index, part: { kind: 'mention' as const, text: `@${name}` } }];
  });
  const parts: TextPart[] = [];
  let at = 0;
  const plain = (end: number) => {
    if (end > at) parts.push({ kind: 'text', text: text.slice(at, end) });
  };
  for (const { index, part } of [...links, ...names].sort((a, b) => a.index - b.index)) {
    // A link may begin inside a name.
    if (index < at) continue;
    plain(index);
    parts.push(part);
    at = index + part.text.length;
  }
  plain(text.length);
  return parts;
}

/** The parts of a {@link shortenText} text. A link that the cut meets keeps its whole address; a mention becomes plain text. */
export function shortenedParts(parts: readonly TextPart[], short: string): TextPart[] {
  let left = short.length - 1;
  const shown: TextPart[] = [];
  for (const part of parts) {
    const text = part.text.slice(0, left);
    left -= text.length;
    if (text === part.text) shown.push(part);
    else if (text !== '') shown.push(part.kind === 'link' ? { ...part, text } : { kind: 'text', text });
  }
  return [...shown, { kind: 'text', text: '…' }];
}

/** Longer texts are truncated to 25 words, at most 500 characters (A §9, decisions). */
const maxCharacters = 500;

/** The beginning of a long text; null when the text fits. */
export function shortenText(text: string): string | null {
  if (countClusters(text) <= maxCharacters) return null;
  const words = text
    .split(/(?<=\s)/)
    .slice(0, 25)
    .join('')
    .trimEnd();
  return `${firstClusters(words, maxCharacters)}…`;
}
