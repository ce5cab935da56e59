import { describe, expect, it } from '@jest/globals';
import { isSpeakable } from './speakable.js';

describe(isSpeakable, () => {
  it.each([
    '',
    'Ann Lee',
    'Joaquín Berrueta-Wolańska',
    'آنّا لي',
    // A joiner inside a word, as Persian and emoji of several signs have it.
    'می\u200cخواهم',
    '👩\u200d🔧 Ann',
    'न्\u200dशिव',
    '山田 太郎',
    "O'Neil 3rd",
  ])('takes %j', (name) => expect(isSpeakable(name)).toBe(true));

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
  ])('refuses %s', (_, name) => expect(isSpeakable(name)).toBe(false));
});
