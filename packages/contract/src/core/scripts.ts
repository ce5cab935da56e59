/*
 * Parts of regular expressions with the flag `u`, each for one letter. Unicode counts shared punctuation to a script, so that a
 * letter is asked for, too.
 */

const script = (classes: string) => String.raw`(?:(?=[\p{L}\p{M}〇])[${classes}])`;
const ideographs = String.raw`\p{scx=Han}`;
const unspacedScripts = String.raw`${ideographs}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}`;

/** A Chinese character. */
export const ideograph = script(ideographs);
/** A letter of a script that does not put spaces between words: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
export const unspacedLetter = script(unspacedScripts);
/** A letter of a script whose names are written as one word: the unspaced ones, and Hangul. */
export const oneWordLetter = script(String.raw`${unspacedScripts}\p{scx=Hang}`);
