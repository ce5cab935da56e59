import { describe, expect, it } from '@jest/globals';
import { cleanText, isSpeakable, isVisible, spokenText } from './speakable.js';

describe(isSpeakable, () => {
  it.each([
    '',
    'Ann Lee',
    'Joaquín Berrueta-Wolańska',
    'آنّا لي',
    // A joiner inside a word, as in Persian and in composed emoji.
    'می\u200cخواهم',
    '👩\u200d🔧 Ann',
    'न्\u200dशिव',
    '山田 太郎',
    "O'Neil 3rd",
  ])('accepts %j', (name) => expect(isSpeakable(name)).toBe(true));

  it.each([
    ['a sign that turns text around', 'Ann \u202eeeL'],
    ['an isolate', 'Ann \u2067Lee'],
    ['NUL', 'Ann\u0000 Lee'],
    ['half of a sign', 'Ann \ud83d'],
    ['words of joiners', '\u200b \u200b'],
    ['one word that cannot be seen', 'Ann \u2060'],
    ['blank letters', '\u3164 \u3164'],
    ['a mark on nothing', 'Ann \u0301'],
    ['blank Braille', '\u2800 \u2800'],
    ['a blank letter in a word', 'Ann\u3164Lee'],
    ['a line feed', 'Ann\nLee'],
  ])('refuses %s', (_, name) => expect(isSpeakable(name)).toBe(false));
});

describe(cleanText, () => {
  it.each([
    [
      'keeps tabs, line feeds, joiners and marks of direction',
      'a\tb\nc می\u200cخواهم 👩\u200d🔧 \u200f\u061c',
      undefined,
    ],
    ['keeps pairs of surrogates and takes halves of them', 'a👩\ud83db\udc69', 'a👩b'],
    ['takes NUL and other controls', 'a\u0000b\u001b[31mc\u0085', 'ab[31mc'],
    ['takes what turns text around', '\u202eabc\u202c \u2067def\u2069', 'abc def'],
    ['takes blank letters', 'a\u3164\u115f\u1160\uffa0b', 'ab'],
    ['ends lines by line feeds', 'a\r\nb\rc\u2028d\u2029e', 'a\nb\nc\nd\ne'],
  ])('%s', (_, text, cleaned = text) => expect(cleanText(text)).toBe(cleaned));
});

describe(spokenText, () => {
  it('limits the length after cleaning', () => expect(spokenText(2).parse('a\u0000\u202eb')).toBe('ab'));
});

describe(isVisible, () => {
  it.each([
    ['', false],
    [' \n\t', false],
    ['\u200b\u2060', false],
    ['\u2800', false],
    ['\u0301', false],
    ['.', true],
    ['👍', true],
  ])('%j: %s', (text, seen) => expect(isVisible(text)).toBe(seen));
});
