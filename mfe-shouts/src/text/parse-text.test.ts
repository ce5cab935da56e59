/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { parseText, shortenText, shortenedParts } from './parse-text';

const shown = (text: string, mentions: string[] = []) =>
  parseText(text, mentions)
    .map(({ kind, text: part }) => (kind === 'text' ? part : `<${kind} ${part}>`))
    .join('');

describe(parseText, () => {
  it.each([
    ['plain', [], 'plain'],
    ['see https://a.io/x.', [], 'see <link https://a.io/x>.'],
    ['(http://a.io/?q=1)', [], '(<link http://a.io/?q=1>)'],
    ['ask @Ann_L now', ['ann_l'], 'ask <mention @Ann_L> now'],
    ['ask @eve now', ['ann_l'], 'ask @eve now'],
    ['mail ann_l@example.org, www.a.io', ['ann_l', 'example'], 'mail <link ann_l@example.org>, <link www.a.io>'],
    ['https://a.io/@ann_l @ann_l', ['ann_l'], '<link https://a.io/@ann_l> <mention @ann_l>'],
    ['x.example/@ann_l é@ann_l @ann_lé', ['ann_l'], 'x.example/@ann_l é@ann_l @ann_lé'],
    ['@Ann.Lee-Box and @ann.', ['ann.lee', 'ann'], '<mention @Ann.Lee>-Box and <mention @ann>.'],
    ['@ann_lさん', ['ann_l'], '<mention @ann_l>さん'],
    ['javascript:alert(1)', [], 'javascript:alert(1)'],
    ['', [], ''],
  ])('parses %j', (text, mentions, expected) => expect(shown(text, mentions)).toBe(expected));
});

describe(shortenText, () => {
  it('keeps 500 characters', () => expect(shortenText('a'.repeat(500))).toBeNull());
  it('truncates 503 characters to 25 words', () => {
    const text = Array.from({ length: 126 }, (_, index) => `w${index % 10}x`).join(' ');
    expect(text).toHaveLength(503);
    expect(shortenText(text)!.split(' ')).toHaveLength(25);
    expect(shortenText(text)!.endsWith('…')).toBe(true);
  });
  it('truncates one long word to 500 characters', () => expect([...shortenText('é'.repeat(900))!]).toHaveLength(501));
  it('counts a letter with its accents and an emoji of several parts as one', () => {
    const text = 'e\u0301👩\u200d👧'.repeat(250);
    expect(shortenText(text)).toBeNull();
    expect(shortenText(`x${text}`)).toBe(`x${text.slice(0, -5)}…`);
  });
});

describe(shortenedParts, () => {
  const partsOf = (text: string, mentions: string[] = []) =>
    shortenedParts(parseText(text, mentions), shortenText(text)!);

  it('keeps the whole address of a link that the cut meets', () => {
    const url = `https://drive.example/${'a'.repeat(480)}/the-file`;
    expect(partsOf(`Minutes: ${url} and more`)).toEqual([
      { kind: 'text', text: 'Minutes: ' },
      { kind: 'link', text: url.slice(0, 491), url },
      { kind: 'text', text: '…' },
    ]);
  });
  it('makes plain text of a mention that the cut meets', () => {
    const text = `${'x'.repeat(494)} @ann.lee and more`;
    expect(partsOf(text, ['ann', 'ann.lee'])).toEqual([
      { kind: 'text', text: `${'x'.repeat(494)} ` },
      { kind: 'text', text: '@ann.' },
      { kind: 'text', text: '…' },
    ]);
  });
  it('leaves out what follows the cut', () => {
    const text = `@ann ${'word '.repeat(120)}https://a.io`;
    const parts = partsOf(text, ['ann']);
    expect(parts.map(({ kind }) => kind)).toEqual(['mention', 'text', 'text']);
    expect(parts.map((part) => part.text).join('')).toBe(shortenText(text));
  });
});
