import type { Tenant } from '../tenancy/tenant.js';

/**
 * What happened, in the past tense: each kind with its facts. Facts are ids, never whole records, since a subscriber may hear
 * of them later and must read what is true then. A `conversation` is its id in community/conversations.
 */
export interface DomainEventFacts {
  /**
   * Once for each shout, when it and its sequence number are durable; never for a resend. `mentioned` is false when its text named
   * nobody.
   */
  ShoutPosted: { conversation: string; shout: string; author: string; mentioned?: false };
  /** Once for each comment; `shout` is the shout it belongs to. */
  CommentPosted: { conversation: string; shout: string; comment: string; author: string };
  /** Text, likes or links of a shout or comment changed. `actor` is who did it. */
  ShoutUpdated: { conversation: string; shout: string; actor: string };
  /** `by` likes a shout or comment since just now. Comes beside ShoutUpdated. */
  ShoutLiked: { conversation: string; shout: string; by: string };
  ShoutDeleted: { conversation: string; shout: string; in_reply_to?: string; actor: string };
  /** A member read, muted or archived a chat; other windows of the same member show it. */
  ChatMarked: { conversation: string; user: string };
  /** A member joined or left a group, or became owner or read-only in it; without `user` the group itself changed or went away. */
  MembershipChanged: { group: string; user?: string };
  /** Once for each account. */
  MemberSignedUp: { user: string };
  /** The e-mail address was proved, by PIN or by link. */
  EmailVerified: { user: string };
  /** Somebody verified waits for an admin's decision; once for each member. */
  AccessRequested: { user: string };
  /** An admin decided. `by` is the admin. */
  AccessGranted: { user: string; by: string };
  AccessDenied: { user: string; by: string };
  PasswordChanged: { user: string };
  /** A link to set a new password was asked for; `user` is the account that the given address means, absent when there is none. */
  PasswordResetRequested: { user?: string };
  /** A member added or removed another way in, or what is asked beside the password. */
  SecurityChanged: { user: string; change: SecurityChange };
  /** What decides about a member's access or look changed (pending, denied, banned, plan, roles, workplaces, picture): windows and caches look anew. */
  MemberChanged: { user: string };
  /** The account has ended and its record is gone; each service forgets what it keeps (`community/erasure`). */
  MemberLeaving: { user: string };
  /** The account is gone; each service has forgotten it already. */
  AccountDeleted: { user: string };
  /** Notices came for these members, or one of them read theirs. */
  NoticesChanged: { users: readonly string[] };
  /** A session was signed out, or ended by a new password; once for each. */
  SessionEnded: { user: string; session: string; code: 'INVALID_TOKEN' | 'TOKEN_EXPIRED' };
}
/** `totp_lifted`: by a super admin, for who lost it. */
export type SecurityChange =
  'totp_added' | 'totp_removed' | 'totp_lifted' | 'passkey_added' | 'passkey_removed' | 'third_party_linked';
export type EventKind = keyof DomainEventFacts;

/** A domain event; the tenant comes with it. */
export type DomainEvent<K extends EventKind = EventKind> = {
  [Kind in K]: { readonly kind: Kind; readonly tenant: Tenant } & Readonly<DomainEventFacts[Kind]>;
}[K];

/** An event as a subscriber gets it: `id` stays the same when it is delivered again. */
export type Delivered<K extends EventKind = EventKind> = DomainEvent<K> & { readonly id: string; readonly at: Date };

/** Whoever wants to hear of some kinds of event. */
export interface Subscription<K extends EventKind = EventKind> {
  /** Unique; for a durable subscriber it names the stored position and must never change. */
  readonly name: string;
  readonly kinds: readonly K[];
  /**
   * True: nothing is missed while no process runs, and a failing event is tried again; `handle` must bear to get an event
   * twice, also in two processes at once. False: each process hears what happens from its start on, once.
   */
  readonly durable?: boolean;
  /** Events are handed over one after another, in the order in which they were committed. */
  handle(event: Delivered<K>): Promise<void> | void;
}
