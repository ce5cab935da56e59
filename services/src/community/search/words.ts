import { foldText } from '@paddock/contract/core/folding';
import { ideograph, unspacedLetter } from '@paddock/contract/core/scripts';

/*
 * The one rule of search, for shouts, members, groups, ads and mentions (ADR 0067): a query finds a text if each word of the query is
 * the beginning of a word of the text, both folded. A run of Chinese, Japanese or Thai letters in a query is one word; in a text it has
 * a word at each boundary that `Intl.Segmenter` finds, and at each Chinese character.
 */

/** Letters of the longest term; longer words are found by their beginning. */
const maxTermLetters = 24;
/** In scripts without spaces, where terms begin at almost every letter. */
const maxUnspacedTermLetters = 6;

const letter = String.raw`(?:(?!${unspacedLetter})[\p{L}\p{M}\p{N}])`;
/** `C++` and `C#` are words, `a+b` and `#tag` are not. */
const tail = String.raw`(?:(?:[+＋]{1,2}|[#＃])(?![\p{L}\p{N}+＋#＃]))?`;
const pieces = new RegExp(
  String.raw`(?<run>\p{Nd}*(?:${unspacedLetter}\p{Nd}*)+)|(?!\p{M})${letter}+(?:['’ʼ]${letter}+)*${tail}`,
  'gu',
);
const foldedWords = /[\p{L}\p{M}\p{N}]+(?:\+{1,2}|#)?/gu;
const isUnspaced = new RegExp(unspacedLetter, 'u');
const isIdeograph = new RegExp(`^${ideograph}$`, 'u');
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });
/** The article 'al-', also behind 'and', 'so', 'with', 'like' and within 'for the', before at least two letters. */
const article = /^(?:[وف]?[بك]?ال|[وف]?لل)(?=\p{L}{2})/u;

/** The words that some texts are found by, folded, without repeats. */
export function wordsOf(...texts: (string | undefined)[]): string[] {
  return unique(texts, (word) => {
    const bare = word.replace(article, '');
    return bare === word ? [word] : [word, bare];
  });
}

/** The words that a query asks for: each must be the beginning of one of {@link wordsOf}. */
export function queryWords(query: string): string[] {
  const words: string[] = [];
  for (const { 0: piece, groups } of query.normalize('NFC').matchAll(pieces)) {
    const whole = foldText(groups?.['run'] === undefined ? piece.replaceAll(/['’ʼ]/g, '') : piece);
    words.push(...(whole.match(foldedWords) ?? []).map((word) => word.replace(article, '')));
  }
  return [...new Set(words)];
}

function unique(texts: readonly (string | undefined)[], formsOf: (word: string) => string[]): string[] {
  const words = new Set<string>();
  for (const text of texts)
    for (const { 0: piece, groups } of (text ?? '').normalize('NFC').matchAll(pieces))
      for (const word of groups?.['run'] === undefined ? spacedWords(piece) : wordsInRun(piece))
        for (const form of formsOf(word)) words.add(form);
  return [...words];
}

/** A word, and with an apostrophe inside (O'Connor) also its parts. */
function spacedWords(piece: string): string[] {
  const parts = piece.split(/['’ʼ]/);
  const forms = parts.length > 1 ? [...parts, parts.join('')] : parts;
  return forms.flatMap((form) => foldText(form).match(foldedWords) ?? []);
}

/** The words by which a run of letters without spaces is found: its rest from each word boundary, and its numbers. */
function wordsInRun(run: string): string[] {
  const starts: number[] = [];
  let whole = '';
  for (const { segment } of segmenter.segment(run))
    for (const part of partsOf(segment)) {
      starts.push(whole.length);
      whole += foldText(part);
    }
  const rests = starts.map((start) => beginningOf(whole.slice(start, start + 2 * maxTermLetters), maxTermLetters));
  return [...rests, ...(whole.match(/\d{2,}/g) ?? [])].filter((word) => word !== '');
}

/** Each Chinese character begins a word: dictionaries differ in what is one. */
function partsOf(segment: string): string[] {
  const parts: string[] = [];
  for (const one of segment) {
    if (parts.length === 0 || isIdeograph.test(one)) parts.push(one);
    else parts.push(parts.pop()! + one);
  }
  return parts;
}

function beginningOf(word: string, letters: number): string {
  return Array.from(word).slice(0, letters).join('');
}

const maxLettersOf = (word: string) => (isUnspaced.test(word) ? maxUnspacedTermLetters : maxTermLetters);

/**
 * The terms of some words for search: all their beginnings of at least `shortest` letters, without repeats. A search for the
 * beginning of a word is an equality with a term, so an index also provides the order of what it finds (ADR 0051).
 */
export function termsOf(words: readonly string[], shortest: number): string[] {
  const terms = new Set<string>();
  for (const word of words) {
    const letters = Array.from(word).slice(0, maxLettersOf(word));
    for (let length = shortest; length <= letters.length; length++) terms.add(letters.slice(0, length).join(''));
  }
  return [...terms];
}

/**
 * The longest terms of some words: an index entry for each word instead of one for each beginning. A search for a beginning is a range
 * of them ({@link beginsWith}), so words that begin another one are left out.
 */
export function longestTermsOf(words: readonly string[], most: number): string[] {
  const terms = [...new Set(words.map(termOf))].slice(0, most).sort();
  return terms.filter((term, index) => !terms[index + 1]?.startsWith(term));
}

/** A condition on {@link longestTermsOf}; databases read the range of an index for it. */
export function beginsWith(term: string): RegExp {
  // Beside letters and digits, a word has # and + only.
  return new RegExp(`^${term.replaceAll('+', String.raw`\+`)}`);
}

/** The term that finds the words with this beginning. */
export function termOf(beginning: string): string {
  return beginningOf(beginning, maxLettersOf(beginning));
}
