/*
 * What a member sees as one character: a grapheme cluster of Unicode (UAX 29), such as a letter with its accents, a flag, or a
 * family of emoji. Limits, counters, previews and initials count these on both sides.
 */

const clusters = new Intl.Segmenter('en', { granularity: 'grapheme' });
/** Characters that never join others: texts of these alone need no segmenter. */
const alone = /^[\n -~\u00a1-\u02ff\u0370-\u0482\u048a-\u052f\u3041-\u3096\u30a1-\u30fe\u4e00-\u9fff]*$/;
/** Code points of the longest usual cluster. A limit in clusters alone would not bound the size of a text. */
const maxClusterCodePoints = 16;

/** Number of characters of a text. A cluster of more than 16 code points counts once for every 16 of them. */
export function countClusters(text: string): number {
  if (alone.test(text)) return text.length;
  let count = 0;
  for (const { segment } of clusters.segment(text))
    count += segment.length <= maxClusterCodePoints ? 1 : Math.ceil(Array.from(segment).length / maxClusterCodePoints);
  return count;
}

/** The first characters of a text, at most `max` as {@link countClusters} counts; never a part of a cluster. */
export function firstClusters(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  for (const { index, segment } of clusters.segment(text)) {
    count += countClusters(segment);
    if (count > max) return text.slice(0, index);
  }
  return text;
}
