const maxWords = 25;
/** Scripts without spaces have no words to count. */
const maxCharacters = 500;

/** The beginning of a long text: 25 words, at most 500 characters; undefined when the text is no longer than that. */
export function firstWords(text: string): string | undefined {
  const words = text.match(/\S+\s*/g) ?? [];
  const cut = [...words.slice(0, maxWords).join('').trimEnd()].slice(0, maxCharacters).join('');
  return cut.length < text.trimEnd().length ? cut : undefined;
}
