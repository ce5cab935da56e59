/** Characters shown on each side of a hit (A §9, highlight context). */
const CONTEXT = 70;

export interface Part {
  text: string;
  hit: boolean;
}

/** The text around the first word that starts with a word of the query, with the hit marked; without a hit, the start of the text. */
export function snippet(text: string, query: string): Part[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const places = words.map((word) => ({ at: text.toLowerCase().indexOf(word), length: word.length }));
  const found = places.filter(({ at }) => at >= 0).sort((a, b) => a.at - b.at)[0];
  if (!found) return [{ text: text.slice(0, 2 * CONTEXT), hit: false }];
  const start = Math.max(0, found.at - CONTEXT);
  const end = found.at + found.length;
  return [
    { text: (start > 0 ? '…' : '') + text.slice(start, found.at), hit: false },
    { text: text.slice(found.at, end), hit: true },
    { text: text.slice(end, end + CONTEXT) + (end + CONTEXT < text.length ? '…' : ''), hit: false },
  ].filter((part) => part.text !== '');
}
