import type { MailingType, NoticeType } from '@paddock/contract/calls/users';
import type { Delivered, EventKind } from '../../infrastructure/outbox/domain-events.js';
import type { UserRow } from '../users/user.schema.js';
import type { MailedKind } from './texts/notification-texts.js';

/** What one member is told of an event. */
export interface Told {
  /** People and titles that the text names. */
  facts: Record<string, string>;
  /** Where it leads, below the hash: `/main/shout/abc`. */
  address: string;
  /** Somebody's own words, for the mail alone. */
  quote?: string;
  /** Of a notice with `pn_sponsors`: the notices' namespace, which is what the member turns off. */
  namespace?: string;
}

/**
 * One kind of notification: what happens, who is told, by what they turn it off. Whoever registers it says who may know of
 * what; everything else (preferences, blocks, one notice for an event, languages, unsubscribe addresses) is done for it.
 */
export interface NotificationKind<K extends EventKind = EventKind> {
  /** Unique; it names the stored position, so it must never change. The text of the notice is the client's, by this name. */
  readonly name: string;
  readonly events: readonly K[];
  /**
   * The in-app notice; without it there is none. `type` is what turns it off, `'always'` nothing. `folded`: what comes of the same
   * subject from somebody else is put into the one notice, which counts as new again.
   */
  readonly notice?: { readonly type: NoticeType | 'pn_sponsors' | 'always'; readonly folded?: true };
  /** The mail; without it there is none. Its words stand in `texts/`, by the name given here. */
  readonly mail?: {
    readonly type: MailingType;
    readonly words: MailedKind;
    /** Sent this long after the event, if `isStillWanted` then; while it waits, others of the same subject are part of it. */
    readonly afterMs?: number;
    readonly isStillWanted?: (event: Delivered<K>, recipient: UserRow, now: Date) => Promise<boolean>;
  };
  /** True when it concerns the community: it shows in every workplace. */
  readonly everywhere?: true;
  /** What it is about: of one subject a member gets one notice and one mail. The event itself unless this says otherwise. */
  readonly subject?: (event: Delivered<K>) => string;
  /** Who did it: they are not told, and neither is whoever blocked them or was blocked by them. */
  readonly by?: (event: Delivered<K>) => string;
  /** Ids of those who may be concerned; however many. */
  readonly recipients: (event: Delivered<K>) => Promise<readonly string[]>;
  /** What this member is told; undefined unless they may read what it is about now. Members only: others are never asked for. */
  readonly tell: (event: Delivered<K>, recipient: UserRow) => Promise<Told | undefined>;
}
