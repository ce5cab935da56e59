import type { Language } from '@paddock/contract/core/deployment';
import type { SecurityChange } from '../outbox/domain-events.js';
import type { MailTemplate, MailTemplates } from './mail-data.js';
import { type Look, mailPage, type MailParts } from './mail-page.js';
import { type MailData, sanitizeMailData } from './sanitize-mail-data.js';
import { arabic } from './texts/ar.js';
import { english } from './texts/en.js';
import type { MailTexts, MailWords, Phrase } from './texts/mail-texts.js';

export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** Texts by language; a language without texts uses English. */
const texts = { en: english, ar: arabic } satisfies Partial<Record<Language, MailTexts>>;
type Spoken = keyof typeof texts;
const hasTexts = (language: string): language is Spoken => Object.hasOwn(texts, language);

/** A mail's subject and both bodies. Data is always text: it is escaped in the HTML and cannot break a header line. */
export function mailText<T extends MailTemplate>(
  template: T,
  data: MailTemplates[T],
  language = 'en',
  look: Look = {},
): MailText {
  const facts = sanitizeMailData({ ...data });
  const parts = partsOf(template, facts, hasTexts(language) ? language : 'en');
  return {
    subject: fillTemplate(parts.subject, facts).replace(/\p{Cc}+/gu, ' '),
    text: plainText(parts, facts),
    html: mailPage(parts, facts, look).text,
  };
}

function partsOf(template: MailTemplate, data: MailData, language: Spoken): MailParts {
  const { mails, footer, unsubscribe } = texts[language];
  const words = mails[template] as MailWords<never> as MailWords<MailTemplate>;
  const form = (phrase: Phrase) => inForm(phrase, data, language);
  const value = (name?: string) => (name === undefined ? '' : String(data[name] ?? ''));
  return {
    language,
    subject: words.subject,
    lines: words.lines.map(form),
    ...(value(words.code) && { code: value(words.code) }),
    ...(value(words.quote) && { quote: value(words.quote) }),
    facts: (words.facts ?? []).flatMap((fact) =>
      value(fact.value) ? [{ label: fact.label, value: value(fact.value) }] : [],
    ),
    actions: (words.actions ?? []).map(({ title, link }) => ({
      title: fillTemplate(title, data),
      address: value(link),
    })),
    notes: (words.notes ?? []).map(form),
    footer,
    ...(value('unsubscribe') && { unsubscribe: { title: unsubscribe, address: value('unsubscribe') } }),
  };
}

function plainText(parts: MailParts, data: MailData): string {
  const { lines, code, quote, facts, actions, notes, footer, unsubscribe } = parts;
  const withData = (line: string) => fillTemplate(line, data);
  const paragraphs = [
    ...lines.map(withData),
    ...(code ? [code] : []),
    ...(quote ? [quote.replace(/^/gm, '> ')] : []),
    ...(facts.length > 0 ? [facts.map(({ label, value }) => `${label}: ${value}`).join('\n')] : []),
    ...actions.map(({ title, address }) => `${title}:\n${address}`),
    ...notes.map(withData),
    `-- \n${withData(footer)}${unsubscribe ? `\n${unsubscribe.title}: ${unsubscribe.address}` : ''}`,
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

/** `minutes` is the only count of a mail. */
function inForm(phrase: Phrase, { minutes, change }: MailData, language: Spoken): string {
  if (typeof phrase === 'string') return phrase;
  if ('change' in phrase) return phrase.change[change as SecurityChange];
  return phrase[new Intl.PluralRules(language).select(Number(minutes))] ?? phrase.other;
}

export function fillTemplate(text: string, data: MailData): string {
  // A function, since a replacement text would expand `$&`, which members may write.
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''));
}
