import { z } from 'zod';
import { id, instant } from '../core/call.js';
import { event } from './events.js';
import { attachedFile } from './files.js';
import { sponsor } from './notices.js';
import { shout, shoutCard } from './shouts.js';
import { userCard } from './users.js';

const workplace = z.string();
/** `conversation` is the chat entry's id for the receiver: a group's id, '0', or the other member's id. */
const place = { workplace, conversation: id };

/** Events that the server sends, under the names of specification A §4. */
export const serverEvents = {
  posting_topic: z.object({ ...place, shout }),
  posting_recipient: z.object({ ...place, shout }),
  /** On a shout, or on another record: then `conversation` is its thread. */
  posting_comment: z.object({ ...place, comment: shoutCard, comments_count: z.number().int() }),
  /** Text or likes changed. Like every card it is made for its receiver: `liked` is theirs. */
  updating_shout: z.object({ ...place, shout: shoutCard }),
  deleting_shout: z.object({
    ...place,
    id,
    in_reply_to: id.optional(),
    /** Of the shout, or of the shout that the deleted comment belonged to: a deleted shout without comments leaves every list. */
    comments_count: z.number().int(),
    deleted: z.boolean(),
    admin_deleted: z.boolean(),
  }),
  /**
   * An event is new or changed. Made for its receiver, who may read it. `counted`: only its numbers of replies, arrivals, ratings or
   * comments, which badges do not show.
   */
  updating_event: z.object({ workplace, event, counted: z.boolean().optional() }),
  /** An event was deleted, or the receiver may no longer read it. */
  deleting_event: z.object({ workplace, id }),
  /** A notice is new or changed. Made for its receiver, who may read it. */
  updating_sponsor: z.object({ workplace, sponsor }),
  /** Comments on a notice were added or removed; `comments` is their number. Home and badges show nothing of it. */
  commenting_sponsor: z.object({ workplace, id, namespace: z.string(), comments: z.number().int() }),
  /**
   * Members acknowledged a notice. With `own`, the receiver did, in some window; without it, the receiver is an admin, whose windows
   * read the lists again.
   */
  acknowledging_sponsor: z.object({
    workplace,
    id,
    own: z.object({ namespace: z.string(), version: z.number().int(), acknowledged: instant }).optional(),
  }),
  /** A notice was deleted, or the receiver may no longer read it. */
  deleting_sponsor: z.object({ workplace, id }),
  /**
   * The processing of a video advanced or ended, at most once a second; sent to its uploader. Readers of the shout that it is
   * attached to get `updating_shout`.
   */
  updating_file: z.object({ workplace: workplace.optional(), file: attachedFile }),
  /** A subscribed calendar or a large timetable shift changed events of the workplace: windows read their events again. */
  syncing_events: z.object({ workplace }),
  /** A member's names, picture or fields changed, or the account was banned or deleted: windows that show them read these places again. */
  updating_user: z.object({ id }),
  /** An admin changed the home page: windows that show it read it again. */
  updating_home: z.object({ workplace }),
  /** Ads were placed, changed, deleted or have expired: windows read their lists again. */
  updating_classifieds: z.object({ workplace }),
  /** A link was added, changed or deleted, or the member's own plan changed (without `workplace`): windows read their links again. */
  updating_links: z.object({ workplace: workplace.optional() }),
  /** Files or folders were added, changed or deleted: windows read their lists again. */
  updating_folders: z.object({ workplace }),
  /** Slots of this room were booked, held or freed; without `room` the rooms themselves changed. Windows read what they show again. */
  updating_rooms: z.object({ workplace, room: id.optional() }),
  /**
   * A due was added, changed or deleted, or the receiver's payment of it changed; for admins, any payment. Windows read what they
   * show again.
   */
  updating_dues: z.object({ workplace, due: id.optional() }),
  /** The receiver's plan, or a purchase of it, changed. */
  updating_subscription: z.object({}),
  /** `others` write in the group at the same time. */
  writing_group: z.object({ workplace, gid: id, user: userCard, others: z.array(userCard).optional() }),
  /** `conversation` is the receiver's entry id of the direct chat: that of the writer, except among several. */
  writing_recipient: z.object({ workplace, user: userCard, conversation: id.optional() }),
  /** The others have read a direct chat up to this position; only between members whose seen marks are on. */
  reading_recipient: z.object({ ...place, seq: z.number().int() }),
  /** A chat was read, muted or archived in another window of the same member. */
  updating_chat: z.object({
    ...place,
    badge_number: z.number().int(),
    /** As in a chat entry. */
    seq: z.number().int(),
    muted: z.boolean(),
    archived: z.boolean(),
  }),
  /** The receiver was added to a group: its chat belongs in their list now. */
  joining_group: z.object(place),
  /**
   * The receiver left a group, was removed from it, or the group was deleted: windows drop its chat and close its conversation. A
   * workplace admin may read it further.
   */
  leaving_group: z.object(place),
  /** A group of the receiver changed: title, look, members, roles or requests. Windows that show it read it again. */
  updating_group: z.object(place),
  /** For admins: a report arrived or was decided in this workplace. */
  updating_reports: z.object({ workplace, id }),
  /** A notification arrived, or another window read notifications: the unread count in this window's workplace. */
  posting_notification: z.object({ unread: z.number().int() }),
  /** The deployment's config changed: the client reads boot again. */
  updating_deployment: z.object({ revision: z.string() }),
  /**
   * The socket closes after it: the session ended, or the member lost access, for the reason that every call now returns
   * (`missingAccess`).
   */
  session_ended: z.object({
    code: z.enum([
      'INVALID_TOKEN',
      'TOKEN_EXPIRED',
      'EMAIL_NOT_VERIFIED',
      'ACCESS_DENIED',
      'PENDING_APPROVAL',
      'ACCESS_FORBIDDEN',
      'SUBSCRIPTION_REQUIRED',
    ]),
  }),
} as const;
export type ServerEvent = keyof typeof serverEvents;
export type ServerEventPayload<E extends ServerEvent> = z.output<(typeof serverEvents)[E]>;

/** Messages that a client sends. The server sets the writer; the client only names the conversation. */
export const clientEvents = {
  writing_group: z.strictObject({ gid: id, workplace: workplace.optional(), uid: id.optional() }),
  writing_recipient: z.strictObject({ recipient: id, workplace: workplace.optional(), uid: id.optional() }),
} as const;
export type ClientEvent = keyof typeof clientEvents;
export type ClientEventPayload<E extends ClientEvent> = z.input<(typeof clientEvents)[E]>;

/** The path of Socket.IO. The handshake carries `auth: { token, workplace }`. */
export const realtimePath = '/api/realtime';
