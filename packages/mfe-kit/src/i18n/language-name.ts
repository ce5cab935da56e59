/** A language's own name. */
export function languageName(language: string): string {
  const tag = language.replace('_', '-');
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? language;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
