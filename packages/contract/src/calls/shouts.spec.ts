import { describe, expect, it } from '@jest/globals';
import { countCharacters } from './shouts.js';

describe(countCharacters, () => {
  it.each([
    ['', 0],
    ['hello', 5],
    ['🏁🏁', 2],
    ['https://a.io', 12],
    [`see https://example.org/${'x'.repeat(80)} now`, 4 + 21 + 4],
    [`www.example.org/${'x'.repeat(80)}`, 21],
    [`http://a.example/${'x'.repeat(30)} https://b.example/${'y'.repeat(30)}`, 21 + 1 + 21],
    [`https://a.example/${'x'.repeat(80)}。${'路'.repeat(30)}`, 21 + 1 + 30],
    [`(https://a.example/${'x'.repeat(80)}), yes`, 1 + 21 + 6],
    [`https://a.example/${'x'.repeat(80)}（${'完'.repeat(5)}）`, 21 + 7],
    ['👩\u200d👩\u200d👧 e\u0301', 3],
    [`https://ann:secret@a.example/${'x'.repeat(80)}`, 109],
  ])('%j counts as %d', (text, count) => expect(countCharacters(text)).toBe(count));
});
