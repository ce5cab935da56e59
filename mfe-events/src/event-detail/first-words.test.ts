/** @jest-environment node */
import { describe, expect, it } from '@jest/globals';
import { firstWords } from './first-words';

const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(' ');

describe(firstWords, () => {
  it.each([
    ['nothing', '', undefined],
    ['25 words', words(25), undefined],
    ['25 words and a line end', `${words(25)}\n`, undefined],
    ['26 words', words(26), words(25)],
    ['500 characters without a space', '赛'.repeat(500), undefined],
    ['501 characters without a space', '赛'.repeat(501), '赛'.repeat(500)],
  ])('%s', (_, text, beginning) => expect(firstWords(text)).toBe(beginning));

  it('keeps line breaks', () => {
    expect(firstWords(`one\n\n${words(30)}`)).toBe(`one\n\n${words(24)}`);
  });
});
