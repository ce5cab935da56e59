import { z } from 'zod';

/*
 * The characters that texts of members may contain. A text of one line (a name, a title) with a forbidden character is refused;
 * a text of several lines is stored without them, since pasted text often contains them.
 */

/** Controls, lone surrogates, direction overrides, and the blank letters of Hangul. */
const forbidden = String.raw`[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069\u115F\u1160\u3164\uFFA0]`;
const inLine = new RegExp(forbidden, 'u');
const inText = new RegExp(String.raw`(?![\t\n])${forbidden}`, 'gu');
/** A visible character: no space, joiner, lone mark, or blank Braille. */
const visible = /[^\p{Cc}\p{Cf}\p{M}\p{Z}\u2800]/u;

/** Whether a text has a visible character. */
export const isVisible = (text: string): boolean => visible.test(text);

/** Whether a name or a title of one line has no forbidden character, and a visible one in each word. */
export const isSpeakable = (text: string): boolean =>
  !inLine.test(text) &&
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .every(isVisible);

/** A text of several lines as it is stored: without forbidden characters, with line feeds as line ends. */
export const cleanText = (text: string): string => text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(inText, '');

/** The schema of a text of several lines, cleaned by {@link cleanText}. */
export const spokenText = (max: number) => z.string().overwrite(cleanText).max(max, 'LENGTH_PATTERN');

/** The schema of an input that must be given: REQUIRED or LENGTH_PATTERN. */
export const requiredInput = (max: number) =>
  z.string({ error: 'REQUIRED' }).trim().min(1, 'REQUIRED').max(max, 'LENGTH_PATTERN');

/** The schema of a name or a title of one line that must be given: also INVALID_PATTERN. */
export const requiredLine = (max: number) => requiredInput(max).refine(isSpeakable, 'INVALID_PATTERN');

/** The schema of a text of one line that may be absent: LENGTH_PATTERN or INVALID_PATTERN. */
export const optionalLine = (max: number) =>
  z.string().trim().max(max, 'LENGTH_PATTERN').refine(isSpeakable, 'INVALID_PATTERN').optional();

/** Whether a text of one line is an address of the web. */
export const isWebAddress = (text: string): boolean =>
  URL.canParse(text) && /^https?:\/\/[^/]/i.test(text) && isSpeakable(text);
