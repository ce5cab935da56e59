import { z } from 'zod';
import { defineCall, done, id, instant } from '../core/call.js';
import { language } from '../core/deployment.js';
import { secret } from '../core/secret.js';
import { mailingTypes, preferences, quietHours, self } from './users.js';

/**
 * Kinds of notification with their facts: names and titles at that time, never text that members wrote, except a `reason`
 * that admins wrote to the receiver. To add a kind, add it here,
 * in the service that registers it, and to the texts of the page that shows it.
 */
export const notificationKinds = {
  /** `where`: the group's title; empty in a direct chat. */
  mention: ['who', 'where'],
  /** `who` commented on the receiver's shout; one for the comments of ten minutes. `where` as of a mention. */
  comment: ['who', 'where'],
  /** `who` is the last of `count` members who liked; a further like on the same shout moves the one notification up again. */
  like: ['who', 'count'],
  /** The receiver's own poll has ended. `who` and `where` as of a mention. */
  own_poll_ended: ['who', 'where'],
  /** A poll of `who` has ended in which the receiver voted. */
  poll_ended: ['who', 'where'],
  /** For admins: `who` waits for access. */
  access_requested: ['who'],
  access_granted: [],
  /** WelcomeJoinGroup: an owner added the member, or accepted the request. */
  group_joined: ['where'],
  /** For owners: `who` asks to join. */
  group_requested: ['who', 'where'],
  /** `who` created the event `title`, or invited the receiver to it. */
  event_new: ['who', 'title'],
  /** `who` asks the receiver to organise the event `title`. */
  event_organizer: ['who', 'title'],
  /** Time or place of an event that the receiver attends changed. */
  event_changed: ['title'],
  /** The sessions of a day from `title` on start `minutes` (signed) later. */
  timetable_shifted: ['title', 'minutes'],
  /** An event that the receiver attends was deleted. */
  event_cancelled: ['title'],
  /** `who` commented on the event `title`, which the receiver created, organises or commented on. */
  event_comment: ['who', 'title'],
  /** The receiver waited for a place and has one. */
  event_place: ['title'],
  /** `who` placed the ad `title`. */
  classified_new: ['who', 'title'],
  /** The receiver's ad ends on `day`. */
  classified_ending: ['title', 'day'],
  /** For those who decide: `who` asks for the room `title` on `day`. */
  booking_requested: ['who', 'title', 'day'],
  /** The receiver's request for the room `title` on `day` was confirmed, or rejected. */
  booking_confirmed: ['title', 'day'],
  booking_rejected: ['title', 'day'],
  /** Another member cancelled the receiver's booking, or the room was deleted. */
  booking_cancelled: ['title', 'day'],
  /** Without a check-in the receiver's booking was released. */
  booking_released: ['title', 'day'],
  /** The receiver owes the due `title`. */
  due_new: ['title'],
  /** The receiver still owes the due `title`; `day` may be empty. */
  due_reminder: ['title', 'day'],
  /** The receiver's payment of the due `title` arrived, of `amount`, or an admin noted it. */
  due_paid: ['title', 'amount'],
  /** `amount` of the receiver's payment of the due `title` was refunded. */
  due_refunded: ['title', 'amount'],
  /** A renewal of the plan `title` failed; the plan holds until `day`. */
  plan_payment_failed: ['title', 'day'],
  /** The receiver has the plan `title` no longer. */
  plan_ended: ['title'],
  /** `who` added the file `title`, or a version of it. */
  file_new: ['who', 'title'],
  /** `who` published the notice `title`. */
  sponsor_new: ['who', 'title'],
  /** The receiver is to acknowledge the notice `title`. */
  sponsor_acknowledge: ['who', 'title'],
  /** The receiver has still to acknowledge the notice `title`. */
  sponsor_reminder: ['title'],
  /** `who` commented on the notice `title`, which the receiver owns or commented on. */
  sponsor_comment: ['who', 'title'],
  /** For admins: there is a new case in the queue. */
  content_reported: [],
  /** For a reporter: the admins kept or deleted the content. */
  report_kept: [],
  report_deleted: [],
  /** For an author: admins deleted their content. `reason` is the admins' own explanation. */
  content_deleted: ['reason'],
} as const satisfies Record<string, readonly string[]>;

/** An in-app notification to one member. The client has its text, by `kind`, and skips unknown kinds. */
export const notification = z.object({
  /** Changes when something new is folded into the notification, which then counts as newer. */
  id,
  kind: z.string(),
  facts: z.record(z.string(), z.string()),
  /** Target below the hash; a client ignores it where the target is not deployed. */
  address: z.string().optional(),
  created: instant,
  read: z.boolean(),
});
export type Notification = z.output<typeof notification>;

export const readNotifications = defineCall({
  name: 'notifications.list',
  method: 'GET',
  path: '/notifications',
  summary: 'Notifications to oneself in this workplace, newest first',
  input: { before: z.string().max(80).optional(), count: z.coerce.number().int().min(1).max(100).default(20) },
  reply: z.object({ notifications: z.array(notification), unread: z.number().int(), next: z.string().optional() }),
  permission: 'notifications.read',
});

/** All notifications up to and including `id`; with `only` that one alone. */
export const markNotificationsRead = defineCall({
  name: 'notifications.read',
  method: 'PUT',
  path: '/notifications/read',
  summary: 'Mark notifications as read',
  input: { id, only: z.boolean().default(false) },
  reply: z.object({ unread: z.number().int() }),
  permission: 'notifications.read',
});

/**
 * The settings' notification drawer (A §7) and the language: only changed fields are sent. `pn_sponsors` is a JSON text of the
 * changed namespaces; `language` is one of the deployment's; `quiet_hours` null ends them.
 */
export const updatePreferences = defineCall({
  name: 'account.update_preferences',
  method: 'PUT',
  path: '/users/{id}',
  summary: 'Change notification preferences, quiet hours and language',
  input: {
    id,
    ...preferences.omit({ pn_sponsors: true }).shape,
    pn_sponsors: z.string().max(5000).optional(),
    language: language.optional(),
    quiet_hours: quietHours.nullable().optional(),
  },
  reply: self,
  permission: 'account.preferences',
  /** FEATURE_DISABLED: `mailing_dm` in a deployment without direct messages. */
  errors: ['FORBIDDEN', 'FEATURE_DISABLED'],
});

/** The reusable link in a mail: turns one type of mail off. */
export const unsubscribe = defineCall({
  name: 'account.unsubscribe',
  method: 'PUT',
  path: '/users/unsubscribe',
  summary: 'Turn off one type of mail by the link in each of these mails',
  input: { notification_type: z.enum(mailingTypes), mailing_token: secret(z.string().max(200)) },
  reply: done,
  permission: 'account.by_link',
  errors: ['LINK_INVALID'],
});
