import type { SecurityChange } from '../../outbox/domain-events.js';
import type { MailTemplate, MailTemplates } from '../mail-data.js';

/** A text with `{{names}}` of the mail's data; one with a count has a form for each that the language knows. */
export type Said =
  string | ({ readonly [F in Intl.LDMLPluralRule]?: string } & { readonly other: string }) | SaidOfChange;

/** What is said of the mail's `change`. */
export interface SaidOfChange {
  readonly change: Readonly<Record<SecurityChange, string>>;
}

/** A button; `link` names the data that holds its address. */
export interface Action<T extends MailTemplate> {
  readonly title: string;
  readonly link: keyof MailTemplates[T] & string;
}

/** What one mail says, from top to bottom. */
export interface MailWords<T extends MailTemplate> {
  readonly subject: string;
  readonly lines: readonly Said[];
  /** Shown large, to be typed elsewhere. */
  readonly code?: keyof MailTemplates[T] & string;
  /** Somebody's own words, set apart. */
  readonly quote?: keyof MailTemplates[T] & string;
  /** Facts as a table; one without a value is left out. */
  readonly facts?: readonly { readonly label: string; readonly value: keyof MailTemplates[T] & string }[];
  /** The first is the main one. */
  readonly actions?: readonly Action<T>[];
  /** Smaller, below. */
  readonly notes?: readonly Said[];
}

/** All mails in one language. */
export interface MailTexts {
  readonly mails: { readonly [T in MailTemplate]: MailWords<T> };
  /** The last line of every mail. */
  readonly footer: string;
  readonly unsubscribe: string;
}
