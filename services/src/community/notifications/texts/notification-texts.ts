/** The kinds of notification that have mails. */
export type MailedKind =
  | 'mention'
  | 'direct_message'
  | 'event_new'
  | 'event_changed'
  | 'event_cancelled'
  | 'event_place'
  | 'timetable_shifted'
  | 'classified_ending'
  | 'sponsor_acknowledge'
  | 'sponsor_reminder';

/** The texts of a notification's mail, with `{{names}}` of its facts. */
export interface NotificationWords {
  readonly subject: string;
  /** The first line whose facts are all present is used. */
  readonly lines: readonly string[];
  /** The button. */
  readonly action: string;
}

export type NotificationTexts = Readonly<Record<MailedKind, NotificationWords>>;
