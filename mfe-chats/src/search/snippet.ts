import { foldText } from '@paddock/contract/core/folding';

/** Characters shown on each side of a hit (A §9, highlight context). */
const contextCharacters = 70;

export interface Part {
  text: string;
  hit: boolean;
}

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The text around the first word that starts with a word of the query, with the hit marked; without a hit, the start of the text. */
export function snippet(text: string, query: string): Part[] {
  const { plain, places } = foldedWithPlaces(text);
  const found = foldText(query)
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => ({ at: plain.indexOf(word), end: plain.indexOf(word) + word.length }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)[0];
  if (!found) return [{ text: text.slice(0, 2 * contextCharacters), hit: false }];
  const at = places[found.at]!;
  // A letter such as ß is two when folded; a hit in the first one marks the whole letter.
  const end = places.slice(found.end).find((place) => place > places[found.end - 1]!) ?? text.length;
  const start = Math.max(0, at - contextCharacters);
  return [
    { text: (start > 0 ? '…' : '') + text.slice(start, at), hit: false },
    { text: text.slice(at, end), hit: true },
    { text: text.slice(end, end + contextCharacters) + (end + contextCharacters < text.length ? '…' : ''), hit: false },
  ].filter((part) => part.text !== '');
}

/** The folded text, and for each of its units the place of its character in the text. */
function foldedWithPlaces(text: string): { plain: string; places: number[] } {
  const places: number[] = [];
  let plain = '';
  for (const { index, segment } of clusters.segment(text)) {
    const letters = foldText(segment);
    plain += letters;
    for (let unit = 0; unit < letters.length; unit += 1) places.push(index);
  }
  return { plain, places };
}
