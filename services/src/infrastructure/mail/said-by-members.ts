import type { MailData } from './mail-templates.js';

/** What members say of themselves: it goes to addresses that they may only have named, under the community's own name. */
const names = new Set(['fullname', 'applicant', 'company', 'user_type']);
const lineBreaks = /[\p{Cc}\u2028\u2029]+/gu;
/** They turn what follows around, and so show another text than there is. */
const overrides = /[\u202A-\u202E]/g;
const isolates = /[\u2066-\u2069]/g;

/**
 * A mail's data as it is set: on one line but for a `quote`, so that a name makes no paragraph of its own in the text body; and in
 * names nothing that a mail program takes for an address and turns into a link.
 */
export function saidByMembers(data: MailData): MailData {
  return Object.fromEntries(
    Object.entries(data).map(([name, value]): [string, MailData[string]] => {
      if (typeof value !== 'string') return [name, value];
      const shown = value.replace(overrides, '');
      if (name === 'quote') return [name, shown];
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
