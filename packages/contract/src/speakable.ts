/** Control characters, halves of one, and signs that turn the text after them around. */
const unspeakable = /[\p{Cc}\p{Cs}\u202A-\u202E\u2066-\u2069]/u;
/** Anything that leaves something to be seen: not joiners, marks alone, and the letters that are blank. */
const visible = /[^\p{Cf}\p{M}\p{Z}\u115F\u1160\u3164\uFFA0\u2800]/u;

/** Whether a name or a title of one line has nothing in it that no name has, and each of its words can be seen. */
export const isSpeakable = (text: string): boolean =>
  !unspeakable.test(text) &&
  text
    .split(/\s+/)
    .filter((word) => word !== '')
    .every((word) => visible.test(word));
