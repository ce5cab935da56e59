import type { MailingType, NotificationType } from '@paddock/contract/calls/users';
import type { Delivered, EventKind } from '../../infrastructure/outbox/domain-events.js';
import type { UserRow } from '../users/user.schema.js';
import type { MailedKind } from './texts/notification-texts.js';

/** The content of a notification for one member. */
export interface NotificationContent {
  /** Names and titles that the text contains. */
  facts: Record<string, string>;
  /** Target below the hash: `/main/shout/abc`. */
  address: string;
  /** The target of the mail's button, if it is another one. */
  mailAddress?: string;
  /** An invitation to a calendar, or its withdrawal, that the mail carries. */
  calendar?: { method: 'REQUEST' | 'CANCEL'; file: string };
  /** Text that a member wrote, for the mail only. */
  quote?: string;
  /** The conversation that it is about: the notification ends with it, and for members who lose it. */
  conversation?: string;
  /** For a notification with `pn_sponsors`: the namespace, by which the member can turn it off. */
  namespace?: string;
}

/**
 * A kind of notification: its event, its recipients, and the preference that turns it off. The registering service decides who
 * may know what; preferences, blocks, duplicates, languages and unsubscribe addresses are handled for it.
 */
export interface NotificationKind<K extends EventKind = EventKind> {
  /** Unique and permanent, since it names the stored position. The client has the notification's text, by this name. */
  readonly name: string;
  readonly events: readonly K[];
  /**
   * The in-app notification, if any. `type` is the preference that turns it off; `'always'` has none. `folded`: further acts on
   * the same subject by other members are folded into the one notification, which counts as new again.
   */
  readonly notification?: { readonly type: NotificationType | 'pn_sponsors' | 'always'; readonly folded?: true };
  /** The mail, if any. Its text is in `texts/`, by the name given here. */
  readonly mail?: {
    readonly type: MailingType;
    readonly words: MailedKind;
    /** Sent this long after the event, if `isStillWanted` then; further events on the same subject join the waiting mail. */
    readonly afterMs?: number;
    readonly isStillWanted?: (event: Delivered<K>, recipient: UserRow, now: Date) => Promise<boolean>;
  };
  /** True for notifications about the community, which show in every workplace. */
  readonly everywhere?: true;
  /** The subject: a member gets one notification and one mail per subject. By default the event itself. */
  readonly subject?: (event: Delivered<K>) => string;
  /**
   * Whether the subject was taken back. Checked after the delivery: a withdrawal may run while the notifications are written,
   * and would miss the later ones.
   */
  readonly isWithdrawn?: (event: Delivered<K>) => Promise<boolean>;
  /**
   * The holders of the subject's notification who lose it with this event; undefined if none can. Asked after the delivery, too.
   */
  readonly losing?: (event: Delivered<K>) => ((holders: readonly string[]) => Promise<readonly string[]>) | undefined;
  /** The actor, who is not notified; neither are members with a block between them and the actor. */
  readonly by?: (event: Delivered<K>) => string;
  /** Ids of potential recipients, any number. */
  readonly recipients: (event: Delivered<K>) => Promise<readonly string[]>;
  /** The content for this member; undefined unless they may currently read the subject. Called for members only. */
  readonly contentFor: (event: Delivered<K>, recipient: UserRow) => Promise<NotificationContent | undefined>;
}
