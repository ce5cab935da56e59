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
  /**
   * Once for each comment; `shout` is the shout it belongs to, for a comment on another record (`subject`) its thread. `mentioned` as
   * of ShoutPosted.
   */
  CommentPosted: {
    conversation: string;
    shout: string;
    comment: string;
    author: string;
    mentioned?: false;
    subject?: { readonly kind: string; readonly id: string };
    /** With `subject`: usernames of the mentioned members, who have a notification of their own. */
    mentions?: readonly string[];
  };
  /** A record with comments was deleted. Published beside the record's own event. */
  SubjectDeleted: { subject: { readonly kind: string; readonly id: string } };
  /** Some members may no longer read a record with comments or replies. Published beside the record's own event. */
  SubjectNarrowed: { subject: { readonly kind: string; readonly id: string } };
  /**
   * Text, likes or links of a shout or comment changed. `actor` is the member who changed it; '' is the server, for link previews.
   * `mentions`: usernames of the members whom an edit mentions in addition; `unmentioned`: an edit removed mentions.
   */
  ShoutUpdated: {
    conversation: string;
    shout: string;
    actor: string;
    mentions?: readonly string[];
    unmentioned?: true;
  };
  /** A reader opened a link of a shout or comment. Windows show the new count when they read the shout again. */
  LinkClicked: { conversation: string; shout: string };
  /** A new like of a shout or comment. Published beside ShoutUpdated. */
  ShoutLiked: { conversation: string; shout: string; by: string };
  /** The end of a poll has passed. */
  PollEnded: { conversation: string; shout: string; author: string };
  /** `admin_of`: the author, when an admin of the workplace deleted another member's shout. */
  ShoutDeleted: { conversation: string; shout: string; in_reply_to?: string; actor: string; admin_of?: string };
  /** A member read, muted or archived a chat; the member's other windows show it. */
  ChatMarked: { conversation: string; user: string };
  /**
   * A member joined or left a group, or became owner or read-only in it; without `user` the group itself changed or was
   * deleted.
   */
  MembershipChanged: { group: string; user?: string };
  /** Once for each event that a member created. `root`: of a recurring event, which is posted once, with its first copy. */
  EventPosted: { event: string; actor: string; root?: string };
  /**
   * `moved`: its time or place changed. `former`: its readers before, if some of them may no longer read it. `copies`: other copies of
   * the recurring event that moved too and have replies.
   */
  EventUpdated: {
    event: string;
    actor: string;
    root?: string;
    copies?: readonly string[];
    moved?: true;
    former?: { readonly group?: string; readonly users?: readonly string[] };
  };
  /** The request to organise an event changed: `user` is asked from now on; absent if no member is. Published beside EventUpdated. */
  OrganizerRequestChanged: { event: string; actor: string; root?: string; user?: string };
  /** Once for each timetable shift. Published beside EventUpdated or EventsSynced. */
  TimetableShifted: { shift: string; actor: string };
  /** Within a moment of the shift. */
  TimetableShiftUndone: { shift: string };
  /** `actor` is '' where a subscribed calendar changed or removed the event. */
  EventDeleted: { event: string; actor: string };
  /**
   * A subscribed calendar or a large timetable shift changed events of the workplace; from a calendar,
   * EventUpdated and EventDeleted only for those with replies.
   */
  EventsSynced: object;
  /** Replies, ratings or comments changed the event's counters. */
  EventCounted: { event: string };
  /** A member of the waiting list got a place. */
  EventPlaceGiven: { event: string; user: string };
  /** An admin changed the workplace's home page. */
  HomeChanged: object;
  /** A member got another plan, or lost theirs. */
  PlanChanged: { user: string };
  /** A subscription or the purchase of one changed; `became` if its paid time is over for now or for good. */
  SubscriptionChanged: { user: string; plan: string; became?: 'grace' | 'ended'; until?: string };
  /** A link was added, changed or deleted. */
  LinksChanged: object;
  /** A due was added, or names other members than before. */
  DueAdded: { due: string; actor: string };
  /** A due was added, changed or deleted. `former`: whom it named before. */
  DuesChanged: { due: string; former?: { readonly users: readonly string[]; readonly groups: readonly string[] } };
  /** A member's side of a due changed. */
  DuePaymentChanged: { due: string; user: string };
  /** Once for each payment; `payment` is its key in the ledger. Published beside DuePaymentChanged, as DueRefunded. */
  DuePaid: { due: string; user: string; amount: number; currency: string; payment: string };
  DueRefunded: { due: string; user: string; amount: number; currency: string; refund: string };
  /** These members still owe a due, and are to be reminded; `day` by the workplace's clock. */
  DueReminded: { due: string; users: readonly string[]; day: string };
  /** Rooms were added, changed or deleted. */
  RoomsChanged: object;
  /** A member holds slots of a room, or no longer does. */
  SlotsHeld: { room: string };
  /** Once for each booking or series; `booking` is the first one. `pending`: it waits for a decision. */
  BookingMade: { booking: string; room: string; actor: string; pending?: true };
  /** Its owner moved it. */
  BookingMoved: { booking: string; room: string; actor: string; pending?: true };
  BookingConfirmed: { booking: string; room: string; actor: string };
  BookingCheckedIn: { booking: string; room: string };
  /** Bookings of one member that one act ended; `actor` is '' for the release without a check-in. */
  BookingsEnded: { bookings: readonly string[]; room: string; actor: string; end: BookingEnding };
  /** Once for each new content of a file in a folder. */
  FilePublished: { item: string; actor: string };
  /** A file or folder was created, changed, moved, restored or deleted; `gone`: the files that readers no longer find. */
  FoldersChanged: { gone?: readonly string[] };
  /** Once for each ad. */
  ClassifiedPosted: { classified: string; actor: string };
  /** Changed or renewed. */
  ClassifiedUpdated: { classified: string; actor: string };
  /** `expires` is when it would have ended, ISO 8601. */
  ClassifiedDeleted: { classified: string; actor: string; expires: string };
  /** Once for each term of an ad, some days before its end, ISO 8601. */
  ClassifiedEnding: { classified: string; owner: string; expires: string };
  /** Once for each notice, when its readers can first see it. `asks`: the oldest version whose acknowledgement it asks for. */
  SponsorPosted: { sponsor: string; actor: string; asks?: number };
  /**
   * `asks`: the oldest version whose acknowledgement it asks for, when it asks for the first time, again, or others than before.
   * `former`: its readers before, if some of them may no longer read it. `former_owner`: its owner before, if that was another member.
   */
  SponsorUpdated: {
    sponsor: string;
    actor: string;
    asks?: number;
    former?: { readonly group?: string };
    former_owner?: string;
  };
  /** `was`: what decided who could read it. */
  SponsorDeleted: {
    sponsor: string;
    actor: string;
    was: { readonly namespace: string; readonly hidden: boolean; readonly group?: string; readonly owner?: string };
  };
  /** Comments were added or removed. */
  SponsorCounted: { sponsor: string };
  /** Members acknowledged versions of a notice; `acknowledged` in ISO 8601. */
  SponsorAcknowledged: {
    sponsor: string;
    namespace: string;
    acknowledged: string;
    given: readonly { readonly user: string; readonly version: number }[];
  };
  /** The members who have not acknowledged a notice are to be reminded. */
  SponsorDue: { sponsor: string };
  /** A member asks to join a group; once until an owner decides. */
  GroupRequested: { group: string; user: string };
  /** `by`, an owner or admin, added members to a group or accepted their request. Published once, beside each one's MembershipChanged. */
  GroupJoined: { group: string; users: readonly string[]; by: string };
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
  /** The reader of the address took an account over that a link had verified without its session. */
  AddressClaimed: { user: string };
  /** A password link was requested; `user` is the account of the given address, absent if there is none. */
  PasswordResetRequested: { user?: string };
  /** A member added or removed a way to sign in, or a second factor; `by` is the super admin who did it for them. */
  SecurityChanged: { user: string; change: SecurityChange; by?: string };
  /**
   * A member's record changed (pending, denied, banned, plan, roles, workplaces, picture, address, preferences): windows and caches
   * check again.
   */
  MemberChanged: { user: string };
  /** Names, picture or fields of a profile changed; `fields` names them. Published beside MemberChanged. */
  ProfileChanged: { user: string; by: string; fields: readonly string[] };
  /** A member blocked another one, or no longer. Published beside MemberChanged. */
  MemberBlocked: { user: string; other: string };
  /**
   * An admin granted a role or took it away, `workplace_admin` in the event's workplace. `by_link`: the member took it by the operator's
   * link, in no workplace. Without `by`: the operator took it away by the command, in no workplace. Published beside MemberChanged or
   * MemberSignedUp.
   */
  RoleChanged: { user: string; by?: string; role: 'admin' | 'workplace_admin'; granted: boolean; by_link?: true };
  /** A super admin banned a member, or lifted the ban. Published beside MemberChanged. */
  MemberBanned: { user: string; by: string; banned: boolean; reason?: string };
  /** A super admin ended a member's account. */
  MemberTerminated: { user: string; by: string };
  /** Once for each counted report; `user` is the reporter. */
  ContentReported: { case: string; user: string };
  /** An admin decided a case; once for each case. */
  ReportDecided: { case: string; by: string };
  /**
   * The account was deleted; each service erases its data (`community/erasure`). `places`: what decided in which workplaces others saw the
   * member, for their windows; missing for an applicant.
   */
  MemberLeaving: { user: string; places?: { admin: boolean; workplaces: readonly string[]; banned?: true } };
  /** The account was deleted and every service has erased its data. */
  AccountDeleted: { user: string };
  /** Notifications were added for these members, or one of them read theirs. */
  NoticesChanged: { users: readonly string[] };
  /** A session shows other releases or another deployment than before; `revision` is that of its next boot reply. */
  OverridesChanged: { user: string; session: string; revision: string };
  /** A session was signed out, or ended by a new password; once for each. */
  SessionEnded: { user: string; session: string; code: 'INVALID_TOKEN' | 'TOKEN_EXPIRED' };
}
/** Why a booking holds its slots no longer. `left`: its member's account was deleted, or may no longer enter the workplace. */
export type BookingEnding = 'rejected' | 'cancelled' | 'released' | 'room_deleted' | 'left';
/**
 * `totp_lifted`: by a super admin, for a member who lost the second factor. `third_party_only`: linked to an account that another person
 * may have made; all other ways to sign in were removed.
 */
export type SecurityChange =
  | 'totp_added'
  | 'totp_removed'
  | 'totp_lifted'
  | 'passkey_added'
  | 'passkey_removed'
  | 'third_party_linked'
  | 'third_party_removed'
  | 'third_party_only';
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
   * True: events are kept for seven days while no process runs. A failing event is retried: while database, storage or a service of
   * ours is away, until that is back; otherwise ten times, and then it is given up. `handle` must tolerate an event twice, also in two
   * processes at once. False: each process gets events once, from its start on.
   */
  readonly durable?: boolean;
  /**
   * Events of different lanes are delivered side by side. Not for a durable subscriber, whose stored position says that all before it are
   * handled.
   */
  laneOf?(event: Delivered<K>): string;
  /** Of the waiting events of a lane with the same key, the last one alone is delivered: the handler reads current data. */
  latestOf?(event: Delivered<K>): string | undefined;
  /** Events of a lane, by default all, are delivered one after another, in commit order. */
  handle(event: Delivered<K>): Promise<void> | void;
}
