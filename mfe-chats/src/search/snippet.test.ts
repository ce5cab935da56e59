/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { snippet } from './snippet';

const plain = (text: string, query: string) =>
  snippet(text, query)
    .map((part) => (part.hit ? `[${part.text}]` : part.text))
    .join('');

describe(snippet, () => {
  it.each([
    ['Tyres are ready', 'tyre', '[Tyre]s are ready'],
    ['No such word', 'rain', 'No such word'],
    ['Nowa Łódź czeka', 'lodz', 'Nowa [Łódź] czeka'],
    ['Die Straße hier', 'STRAS', 'Die [Straß]e hier'],
    ['Cafe\u0301 Orléans', 'orl', 'Cafe\u0301 [Orl]éans'],
    ['明早在北京集合', '北京', '明早在[北京]集合'],
    ['محمـــد هنا', 'محمد', '[محمـــد] هنا'],
    ['First rain, then sun', 'sun rain', 'First [rain], then sun'],
    [`${'a'.repeat(100)} rain ${'b'.repeat(100)}`, 'rain', `…${'a'.repeat(69)} [rain] ${'b'.repeat(69)}…`],
  ])('%j for %j', (text, query, shown) => expect(plain(text, query)).toBe(shown));
});
