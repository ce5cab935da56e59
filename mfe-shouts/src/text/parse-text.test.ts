/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { parseText, shortened } from './parse-text';

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
    ['javascript:alert(1)', [], 'javascript:alert(1)'],
    ['', [], ''],
  ])('parses %j', (text, mentions, expected) => expect(shown(text, mentions)).toBe(expected));
});

describe(shortened, () => {
  it('keeps 500 characters', () => expect(shortened('a'.repeat(500))).toBeNull());
  it('truncates 503 characters to 25 words', () => {
    const text = Array.from({ length: 126 }, (_, index) => `w${index % 10}x`).join(' ');
    expect(text).toHaveLength(503);
    expect(shortened(text)!.split(' ')).toHaveLength(25);
    expect(shortened(text)!.endsWith('…')).toBe(true);
  });
  it('truncates one long word to 500 characters', () => expect([...shortened('é'.repeat(900))!]).toHaveLength(501));
});
