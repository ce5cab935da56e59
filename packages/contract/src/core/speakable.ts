import { z } from 'zod';

/*
 * What the texts of members may consist of, decided here for all of them. One line (a name, a title) that has a character below is
 * refused; a text of several lines is stored without them, since they come along when text is pasted.
 */

/** Controls, halves of a surrogate pair, signs that turn the text after them around, and the blank letters of Hangul. */
const forbidden = String.raw`[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u115F\u1160\u3164\uFFA0]`;
const inLine = new RegExp(forbidden, 'u');
const inText = new RegExp(String.raw`(?![\t\n])${forbidden}`, 'gu');
/** Anything that leaves something to be seen: not spaces, joiners, marks alone, or blank Braille. */
const visible = /[^\p{Cc}\p{Cf}\p{M}\p{Z}\u2800]/u;

/** Whether a text leaves something to be seen. */
export const isVisible = (text: string): boolean => visible.test(text);

/** Whether a name or a title of one line has no forbidden character, and each of its words can be seen. */
export const isSpeakable = (text: string): boolean =>
  !inLine.test(text) &&
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .every(isVisible);

/** A text of several lines as it is stored: without forbidden characters, its lines ended by line feeds. */
export const cleanText = (text: string): string => text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(inText, '');

/** A text of several lines: {@link cleanText} of what is given. */
export const spokenText = (max: number) => z.string().overwrite(cleanText).max(max, 'LENGTH_PATTERN');
