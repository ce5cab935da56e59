import { describe, expect, it } from '@jest/globals';
import { checkText, mentionedNames, previewOf, searchTerms } from './shout-text.js';

const url = `https://example.org/${'x'.repeat(60)}`;

describe(checkText, () => {
  it.each<[string, string | undefined, number, string]>([
    ['spaces with an attachment', '  ', 1, ' '],
    ['nothing with an attachment', undefined, 2, ' '],
    ['a text with an attachment', ' box ', 1, 'box'],
    ['2000 letters', 'a'.repeat(2000), 0, 'a'.repeat(2000)],
    ['2000 letters between spaces', ` ${'a'.repeat(2000)} `, 0, 'a'.repeat(2000)],
    ['2000 emoji of two units each', '🏁'.repeat(2000), 0, '🏁'.repeat(2000)],
    ['a URL at the limit', `${'a'.repeat(1978)} ${url}`, 0, `${'a'.repeat(1978)} ${url}`],
  ])('takes %s', (_, text, attachments, stored) => expect(checkText(text, attachments, 2000)).toBe(stored));

  it.each<[string, string | undefined, string]>([
    ['nothing', undefined, 'shout_REQUIRED'],
    ['an empty text', '', 'shout_REQUIRED'],
    ['spaces only', ' \n\t ', 'shout_REQUIRED'],
    ['invisible characters only', '\u200B\u202E\0 \u00AD\uFEFF', 'shout_REQUIRED'],
    ['2001 letters', 'a'.repeat(2001), 'shout_LENGTH_PATTERN'],
    ['2001 emoji', '🏁'.repeat(2001), 'shout_LENGTH_PATTERN'],
    ['a URL one over the limit', `${'a'.repeat(1979)} ${url}`, 'shout_LENGTH_PATTERN'],
    ['100,000 letters', 'a'.repeat(100_000), 'shout_LENGTH_PATTERN'],
  ])('refuses %s', (_, text, code) =>
    expect(() => checkText(text, 0, 2000)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', details: { fields: { shout: code } } }),
    ),
  );
});

describe(mentionedNames, () => {
  it.each([
    ['Tell @Hugo_LA and @hugo_la', [['hugo_la']]],
    ['@chief, @crew.', [['chief'], ['crew']]],
    ['@Ann.Lee and @ann', [['ann.lee', 'ann'], ['ann']]],
    ['mail steward@example.org, see https://x.example/@crew', []],
    ['no one', []],
  ])('%j names %j', (text, names) => expect(mentionedNames(text)).toEqual(names));

  it('names at most 20', () => {
    const many = Array.from({ length: 80 }, (_, index) => `@m${index}`).join(' ');
    expect(mentionedNames(many)).toHaveLength(20);
  });
});

describe(previewOf, () => {
  it('keeps the first 200 characters and splits no emoji', () =>
    expect(previewOf('🏁'.repeat(300))).toBe('🏁'.repeat(200)));
});

describe(searchTerms, () => {
  it('are the words, each once, without those that begin another', () =>
    expect(searchTerms('A pît, pitch 7 PI a!')).toEqual(['7', 'a', 'pitch']));

  it('end at 24 letters of a word', () => expect(searchTerms('𝒳é'.repeat(40))).toEqual(['xe'.repeat(12)]));

  it('keeps the first 3000 terms of a text of URLs within the limit', () => {
    const addresses = Array.from({ length: 80 }, (_, page) => {
      const parts = Array.from({ length: 70 }, (__, part) => `w${10 + page}x${10 + part}`);
      return `https://a.b/${parts.join('/')}`.slice(0, 490);
    });
    const text = checkText(addresses.join(' ').slice(0, 40_000), 0, 2000);
    expect(text.length).toBeGreaterThan(30_000);
    const terms = searchTerms(text);
    expect(terms.length).toBeLessThanOrEqual(3000);
    // Without those that begin another.
    expect(terms.length).toBeGreaterThan(2900);
    expect(terms).toEqual(expect.arrayContaining(['https', 'w10x10', 'w52x50']));
  });
});
