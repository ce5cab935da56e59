/** Control characters, and signs that turn the text after them around. */
const unspeakable = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** Whether a name or a title of one line has nothing in it that no name has. */
export const isSpeakable = (text: string): boolean => !unspeakable.test(text);
