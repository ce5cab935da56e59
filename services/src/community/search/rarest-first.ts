/** Terms that {@link rarestFirst} counts, the longest; each of them up to this number of records, and further where all have more. */
const maxCountedTerms = 10;
const maxCounted = 500;
const furtherCounts = [20 * maxCounted, 400 * maxCounted];

/** The terms in the order of the records that they find: of several conditions on terms the first one selects (ADR 0051). */
export async function rarestFirst(
  terms: readonly string[],
  count: (term: string, limit: number) => Promise<number>,
): Promise<string[]> {
  if (terms.length < 2) return [...terms];
  const longestFirst = [...terms].sort((a, b) => b.length - a.length);
  const countTo = (limit: number) =>
    Promise.all(
      longestFirst.slice(0, maxCountedTerms).map(async (term) => ({ term, count: await count(term, limit) })),
    );
  let counted = await countTo(maxCounted);
  let known = maxCounted;
  for (const limit of furtherCounts) {
    if (counted.some((one) => one.count < known)) break;
    counted = await countTo(limit);
    known = limit;
  }
  const rarest = counted.sort((a, b) => a.count - b.count).map(({ term }) => term);
  return [...rarest, ...longestFirst.slice(maxCountedTerms)];
}
