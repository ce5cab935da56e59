import { lookAlikes } from './look-alikes.js';

const parts = lookAlikes.split(' ');
const prototypes = new Map(
  parts.flatMap((part, at) => (at % 2 === 0 ? [] : Array.from(part, (letter) => [letter, parts[at - 1]!] as const))),
);

/** The skeleton of UTS 39: equal for texts that look the same. */
function skeleton(text: string): string {
  const letters = Array.from(text.normalize('NFD'), (letter) => prototypes.get(letter) ?? letter);
  return letters.join('').normalize('NFD');
}

/**
 * What a title looks like, in its own case and in lower case: two titles of which one look is the same are one title for readers.
 * `Paddock I` looks like `Paddock l`, and is `paddock i` but for case.
 */
export function looksOf(title: string): string[] {
  const plain = title
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  return [...new Set([skeleton(plain.toLowerCase()), skeleton(plain)])];
}
