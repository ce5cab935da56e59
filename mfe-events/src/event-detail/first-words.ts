const maxWords = 25;
/** Limits texts in scripts without spaces, which have no words to count. */
const maxCharacters = 500;

/** The first 25 words of a long text, at most 500 characters; undefined when the whole text fits. */
export function firstWords(text: string): string | undefined {
  const words = text.match(/\S+\s*/g) ?? [];
  const cut = [...words.slice(0, maxWords).join('').trimEnd()].slice(0, maxCharacters).join('');
  return cut.length < text.trimEnd().length ? cut : undefined;
}
