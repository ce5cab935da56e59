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
  ])('%j counts as %d', (text, count) => expect(countCharacters(text)).toBe(count));
});
