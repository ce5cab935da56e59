import { describe, expect, it } from '@jest/globals';
import { countClusters, firstClusters } from './characters.js';

const decomposed = 'e\u0301';
const family = '👩\u200d👩\u200d👧\u200d👦';

describe(countClusters, () => {
  it.each([
    ['', 0],
    ['hello', 5],
    [decomposed, 1],
    ['🇳🇱🇯🇵', 2],
    [family, 1],
    ['👍🏽', 1],
    ['한국', 2],
    ['ที่นี่', 2],
    ['تَمَّ', 2],
    ['北京が', 3],
    ['a\nb', 3],
  ])('%j has %d', (text, count) => expect(countClusters(text)).toBe(count));

  it('counts a letter with many marks once for every 16 code points', () =>
    expect(countClusters(`e${'\u0301'.repeat(159)}`)).toBe(10));

  it('counts the same with and without the segmenter', () => {
    const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });
    const differing: string[] = [];
    for (let code = 0x20; code < 0xffff; code += 1) {
      const text = `a${String.fromCharCode(code)}b`;
      const count = [...segmenter.segment(text)].length;
      if (countClusters(text) !== count) differing.push(code.toString(16));
    }
    expect(differing).toEqual([]);
  });

  it('takes linear time', () => {
    const start = performance.now();
    countClusters(`${family}${decomposed}`.repeat(4000));
    expect(performance.now() - start).toBeLessThan(500);
  });
});

describe(firstClusters, () => {
  it.each([
    ['abc', 5, 'abc'],
    ['abc', 2, 'ab'],
    [`${decomposed}${decomposed}x`, 1, decomposed],
    [`a${family}b`, 2, `a${family}`],
    [family, 3, family],
    ['🇳🇱🇯🇵', 1, '🇳🇱'],
  ])('of %j at most %d are %j', (text, max, expected) => expect(firstClusters(text, max)).toBe(expected));
});
