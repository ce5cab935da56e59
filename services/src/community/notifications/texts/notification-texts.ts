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
  | 'booking_made'
  | 'booking_pending'
  | 'booking_confirmed'
  | 'booking_rejected'
  | 'booking_cancelled'
  | 'booking_withdrawn'
  | 'booking_released'
  | 'plan_payment_failed'
  | 'plan_ended'
  | 'due_new'
  | 'due_reminder'
  | 'due_refunded'
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
