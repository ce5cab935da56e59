export type MailData = Readonly<Record<string, string | number | undefined>>;

/** Fields that members write: a mail in the community's name may go to an address that they do not own. */
const names = new Set(['fullname', 'applicant', 'company', 'user_type']);
const lineBreaks = /[\p{Cc}\u2028\u2029]+/gu;
/** Direction overrides, which can display a different text. */
const overrides = /[\u202A-\u202E]/g;
const isolates = /[\u2066-\u2069]/g;

/**
 * Makes a mail's data safe to insert. Everything but `quote` and `comment` becomes one line, so that a name cannot add a paragraph
 * to the text body; names lose what mail programs turn into links.
 */
export function sanitizeMailData(data: MailData): MailData {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]): [string, MailData[string]] => {
      if (typeof value !== 'string') return [name, value];
      const shown = value.replace(overrides, '');
      if (name === 'quote' || name === 'comment') return [name, shown];
      const line = shown.replace(lineBreaks, ' ');
      return [name, names.has(name) ? withoutLinks(line.replace(isolates, '')) : line];
    }),
  );
}

function withoutLinks(text: string): string {
  return text
    .replace(/:\/\//g, ' ')
    .replace(/\.(?=[\p{L}\p{N}])/gu, '. ')
    .replace(/@(?=\S)/g, '@ ');
}
