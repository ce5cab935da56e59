/** The kinds of notification that are sent as mails. */
export type MailedKind = 'mention' | 'direct_message';

/** What a notification's mail says, with `{{names}}` of its facts. */
export interface NotificationWords {
  readonly subject: string;
  /** The first of which all facts are there. */
  readonly lines: readonly string[];
  /** The button. */
  readonly action: string;
}

export type NotificationTexts = Readonly<Record<MailedKind, NotificationWords>>;
