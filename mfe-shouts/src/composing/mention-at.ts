/** The mention being typed: '@' at the start of a word, then at least one character of a name up to the caret. */
export interface TypedMention {
  query: string;
  /** Index of the '@'. */
  from: number;
  /** Index after the last character. */
  to: number;
}

export function mentionAt(text: string, caret: number): TypedMention | null {
  const before = /(?:^|[^\w@])@(\w+)$/.exec(text.slice(0, caret));
  if (!before) return null;
  const query = before[1]!;
  const rest = /^\w*/.exec(text.slice(caret))![0];
  return { query, from: caret - query.length - 1, to: caret + rest.length };
}

/** Replaces the typed mention with the username and a space. */
export function withMention(
  text: string,
  { from, to }: TypedMention,
  username: string,
): { text: string; caret: number } {
  const head = `${text.slice(0, from)}@${username.toLowerCase()} `;
  return { text: head + text.slice(to).replace(/^ /, ''), caret: head.length };
}
