const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** HTML text whose placeholders are escaped, except {@link Html} values. */
export class Html {
  constructor(readonly text: string) {}
}

export type HtmlPart = Html | string | number | undefined | false | readonly HtmlPart[];

/** Escapes every placeholder that is not HTML already, so that no page or mail contains raw text. */
export function html(texts: TemplateStringsArray, ...parts: HtmlPart[]): Html {
  return new Html(texts.reduce((whole, text, index) => whole + rendered(parts[index - 1]) + text));
}

function rendered(part: HtmlPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(rendered).join('');
  return String(part).replace(/[&<>"']/g, (character) => entities[character]!);
}
