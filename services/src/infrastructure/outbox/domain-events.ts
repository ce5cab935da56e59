import type { Tenant } from '../tenancy/tenant.js';

/**
 * Domain events, in the past tense, each kind with its facts. Facts are ids, never whole records, since a subscriber may run
 * later and must read current data. `conversation` is the id in community/conversations.
 */
export interface DomainEventFacts {
  /**
   * Once for each shout, when it and its sequence number are durable; never for a resend. `mentioned` is false if its text
   * mentions no member.
   */
  ShoutPosted: { conversation: string; shout: string; author: string; mentioned?: false };
  /** Once for each comment; `shout` is the shout it belongs to, for a comment on another record (`subject`) its thread. */
  CommentPosted: {
    conversation: string;
    shout: string;
    comment: string;
    author: string;
    subject?: { readonly kind: string; readonly id: string };
    /** With `subject`: usernames of the mentioned members, who have a notice of their own. */
    mentions?: readonly string[];
  };
  /** A record with comments was deleted. Published beside the record's own event. */
  SubjectDeleted: { subject: { readonly kind: string; readonly id: string } };
  /** Text, likes or links of a shout or comment changed. `actor` is who did it; '' is the server, for link previews. */
  ShoutUpdated: { conversation: string; shout: string; actor: string };
  /** A reader opened a link of a shout or comment. Windows show the new count when they read the shout again. */
  LinkClicked: { conversation: string; shout: string };
  /** A new like of a shout or comment. Published beside ShoutUpdated. */
  ShoutLiked: { conversation: string; shout: string; by: string };
  /** `admin_of`: the author, when an admin of the workplace deleted another member's shout. */
  ShoutDeleted: { conversation: string; shout: string; in_reply_to?: string; actor: string; admin_of?: string };
  /** A member read, muted or archived a chat; the member's other windows show it. */
  ChatMarked: { conversation: string; user: string };
  /**
   * A member joined or left a group, or became owner or read-only in it; without `user` the group itself changed or was
   * deleted.
   */
  MembershipChanged: { group: string; user?: string };
  /** Once for each event that a member created. */
  EventPosted: { event: string; actor: string };
  /** `moved`: its time or place changed. `former`: its readers before, if some of them may no longer read it. */
  EventUpdated: {
    event: string;
    actor: string;
    moved?: true;
    former?: { readonly group?: string; readonly users?: readonly string[] };
  };
  /** `actor` is '' where a subscribed calendar changed or removed the event. */
  EventDeleted: { event: string; actor: string };
  /** A subscribed calendar changed events of the workplace; EventUpdated and EventDeleted only for those with replies. */
  EventsSynced: object;
  /** Replies, ratings or comments changed the event's counters. */
  EventCounted: { event: string };
  /** A member of the waiting list got a place. */
  EventPlaceGiven: { event: string; user: string };
  /** A member asks to join a group; once until an owner decides. */
  GroupRequested: { group: string; user: string };
  /** `by`, an owner or admin, added the member to a group or accepted their request. Published beside MembershipChanged. */
  GroupJoined: { group: string; user: string; by: string };
  /** The last one about a group that was deleted a while ago: each service erases what belonged to it. */
  GroupErased: { group: string };
  /** The processing of a video advanced or ended. `shout` is the shout or comment that it is attached to. */
  FileProcessed: { file: string; shout?: string };
  /** Once for each account. */
  MemberSignedUp: { user: string };
  /** The e-mail address was verified, by PIN or by link. */
  EmailVerified: { user: string };
  /** A verified member waits for an admin's decision; once for each member. */
  AccessRequested: { user: string };
  /** An admin decided. `by` is the admin. */
  AccessGranted: { user: string; by: string };
  AccessDenied: { user: string; by: string };
  PasswordChanged: { user: string };
  /** A password link was requested; `user` is the account of the given address, absent if there is none. */
  PasswordResetRequested: { user?: string };
  /** A member added or removed a way to sign in, or a second factor. */
  SecurityChanged: { user: string; change: SecurityChange };
  /**
   * A member's access or look changed (pending, denied, banned, plan, roles, workplaces, picture): windows and caches check
   * again.
   */
  MemberChanged: { user: string };
  /** A super admin banned a member, or lifted the ban. Published beside MemberChanged. */
  MemberBanned: { user: string; by: string; banned: boolean };
  /** A super admin ended a member's account. */
  MemberTerminated: { user: string; by: string };
  /** Once for each counted report; `user` is the reporter. */
  ContentReported: { case: string; user: string };
  /** An admin decided a case; once for each case. */
  ReportDecided: { case: string; by: string };
  /** The account was deleted; each service erases its data (`community/erasure`). */
  MemberLeaving: { user: string };
  /** The account was deleted and every service has erased its data. */
  AccountDeleted: { user: string };
  /** Notices were added for these members, or one of them read theirs. */
  NoticesChanged: { users: readonly string[] };
  /** A session was signed out, or ended by a new password; once for each. */
  SessionEnded: { user: string; session: string; code: 'INVALID_TOKEN' | 'TOKEN_EXPIRED' };
}
/** `totp_lifted`: by a super admin, for a member who lost the second factor. */
export type SecurityChange =
  'totp_added' | 'totp_removed' | 'totp_lifted' | 'passkey_added' | 'passkey_removed' | 'third_party_linked';
export type EventKind = keyof DomainEventFacts;

/** A domain event with its tenant. */
export type DomainEvent<K extends EventKind = EventKind> = {
  [Kind in K]: { readonly kind: Kind; readonly tenant: Tenant } & Readonly<DomainEventFacts[Kind]>;
}[K];

/** An event as delivered to a subscriber: `id` stays the same in repeated deliveries. */
export type Delivered<K extends EventKind = EventKind> = DomainEvent<K> & { readonly id: string; readonly at: Date };

/** A subscription to some kinds of event. */
export interface Subscription<K extends EventKind = EventKind> {
  /** Unique; for a durable subscriber it names the stored position and must never change. */
  readonly name: string;
  readonly kinds: readonly K[];
  /**
   * True: events are kept while no process runs, and a failing event is retried; `handle` must tolerate an event twice, also in
   * two processes at once. False: each process gets events once, from its start on.
   */
  readonly durable?: boolean;
  /** Events are delivered one after another, in commit order. */
  handle(event: Delivered<K>): Promise<void> | void;
}
