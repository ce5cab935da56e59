import type { SecurityChange } from '../../outbox/domain-events.js';
import type { MailTemplate, MailTemplates } from '../mail-data.js';

/** A text with `{{names}}` of the mail's data; a text with a count has the language's plural forms. */
export type Phrase =
  string | ({ readonly [F in Intl.LDMLPluralRule]?: string } & { readonly other: string }) | PhraseByChange;

/** Texts for the mail's `change`. */
export interface PhraseByChange {
  readonly change: Readonly<Record<SecurityChange, string>>;
}

/** A button; `link` names the data that holds its address. */
export interface Action<T extends MailTemplate> {
  readonly title: string;
  readonly link: keyof MailTemplates[T] & string;
}

/** The texts of one mail, from top to bottom. */
export interface MailWords<T extends MailTemplate> {
  readonly subject: string;
  readonly lines: readonly Phrase[];
  /** Shown large, for typing elsewhere. */
  readonly code?: keyof MailTemplates[T] & string;
  /** Text that a member wrote, set apart. */
  readonly quote?: keyof MailTemplates[T] & string;
  /** Facts as a table; facts without a value are omitted. */
  readonly facts?: readonly { readonly label: string; readonly value: keyof MailTemplates[T] & string }[];
  /** The first one is the main action. */
  readonly actions?: readonly Action<T>[];
  /** Smaller, at the end. */
  readonly notes?: readonly Phrase[];
}

/** All mails in one language. */
export interface MailTexts {
  readonly mails: { readonly [T in MailTemplate]: MailWords<T> };
  /** The last line of every mail. */
  readonly footer: string;
  readonly unsubscribe: string;
}
