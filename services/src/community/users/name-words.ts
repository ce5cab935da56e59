/** The form in which names are compared and searched: lower case, without accents, one form of each letter. */
export function normalised(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** Letters of the longest term; longer words are found by their beginning. */
const longestTerm = 24;

/**
 * The terms of some words for search: all their beginnings of at least `shortest` letters, without repeats. A search for the
 * beginning of a word is an equality with a term, so an index also provides the order of what it finds (ADR 0051).
 */
export function termsOf(words: readonly string[], shortest: number): string[] {
  const terms = new Set<string>();
  for (const word of words) {
    const letters = Array.from(word).slice(0, longestTerm);
    for (let length = shortest; length <= letters.length; length++) terms.add(letters.slice(0, length).join(''));
  }
  return [...terms];
}

/** The term that finds the words with this beginning. */
export function termOf(beginning: string): string {
  return Array.from(beginning).slice(0, longestTerm).join('');
}

/** Terms that {@link rarestFirst} counts, the longest; each of them up to this number of records. */
const countedTerms = 10;
export const maxCounted = 500;

/** The terms in the order of the records that they find: of several conditions on terms the first one selects (ADR 0051). */
export async function rarestFirst(
  terms: readonly string[],
  count: (term: string) => Promise<number>,
): Promise<string[]> {
  if (terms.length < 2) return [...terms];
  const longestFirst = [...terms].sort((a, b) => b.length - a.length);
  const counted = await Promise.all(
    longestFirst.slice(0, countedTerms).map(async (term) => ({ term, count: await count(term) })),
  );
  const rarest = counted.sort((a, b) => a.count - b.count).map(({ term }) => term);
  return [...rarest, ...longestFirst.slice(countedTerms)];
}

/** The words of some texts, without repeats. */
export function nameWords(...texts: (string | undefined)[]): string[] {
  const words = texts.flatMap((text) => normalised(text ?? '').match(/[\p{L}\p{N}]+/gu) ?? []);
  return [...new Set(words)];
}
