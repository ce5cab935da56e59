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
