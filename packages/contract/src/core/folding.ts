import { asciiDigits } from './digits.js';

/** Accents, vowel points and direction signs that a search ignores; vowel signs of Thai, Hindi and kana are letters and stay. */
const ignored = new RegExp(
  `[${String.raw`
    \p{Cf} \u0300-\u036f \u0483-\u0489 \u0591-\u05bd \u05bf \u05c1 \u05c2 \u05c4 \u05c5 \u05c7 \u0610-\u061a
    \u0640 \u064b-\u065f \u0670 \u06d6-\u06dc \u06df-\u06e4 \u06e7 \u06e8 \u06ea-\u06ed \u0711 \u0730-\u074a
    \u1ab0-\u1aff \u1dc0-\u1dff \u20d0-\u20ff \ufe00-\ufe0f \ufe20-\ufe2f
  `.replaceAll(/\s/g, '')}]`,
  'gu',
);

/** Letters that Unicode does not decompose, in the spelling of those who cannot type them. */
const spellings: Readonly<Record<string, string>> = {
  ...{ æ: 'ae', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ĸ: 'k', ł: 'l', ŋ: 'n', ø: 'o', œ: 'oe', ß: 'ss', ŧ: 't', þ: 'th' },
  ...{ ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y', ə: 'e' },
  ς: 'σ',
  // Forms of alef, yeh, teh marbuta and kaf that are typed for one another.
  ...{ ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ک: 'ك' },
};
const spelled = new RegExp(`[${Object.keys(spellings).join('')}]`, 'gu');
const ascii = /^[\0-\x7f]*$/;

/**
 * The form in which texts are searched, compared and sorted: lower case, without accents, one form of each letter and digit
 * (Łódź is lodz). Every search, list order and bucket uses this one.
 */
export function foldText(text: string): string {
  if (ascii.test(text)) return text.toLowerCase();
  const letters = text.normalize('NFKD').replace(ignored, '').toLowerCase();
  return asciiDigits(letters.replace(spelled, (letter) => spellings[letter]!));
}
