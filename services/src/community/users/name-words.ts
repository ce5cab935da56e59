/** The form in which names are compared and searched: lower case, without accents, one form of each letter. */
export function normalised(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trim();
}

/** The words of some texts, without repeats, as stored for search by prefix. */
export function nameWords(...texts: (string | undefined)[]): string[] {
  const words = texts.flatMap((text) => normalised(text ?? '').match(/[\p{L}\p{N}]+/gu) ?? []);
  return [...new Set(words)];
}
